import { type ReactNode, Suspense, useRef, useState } from "react";
import { optional } from "../../components/optional.ts";
import css from "./Provenance.module.css";
import type { FigureStory } from "./provenance-lines.ts";

const loadDetails = () => import("./ProvenanceDetails.tsx");
const Details = optional(() => loadDetails().then((m) => m.ProvenanceDetails));

interface Props {
  /** What the figure is called. */
  readonly name: string;
  /** Asked while it is shown, once a second: the newest inputs. */
  readonly story: () => FigureStory;
  /** Brings what the story needs; a story without it is told all the same. */
  readonly prepare?: () => Promise<unknown>;
  /** Id of what names the figure, where that stands beside it. */
  readonly labelledBy?: string | undefined;
  /** −1 in a group whose arrow keys move the focus. */
  readonly tabIndex?: number;
  readonly children: ReactNode;
}

/** A figure that says how it came to be when it is pressed: formula, inputs, closes, forward, source, age. */
export function Provenance({ name, story, prepare, labelledBy, tabIndex = 0, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const ready = () => Promise.allSettled([loadDetails(), prepare?.()]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={css.figure}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-labelledby={labelledBy}
        tabIndex={tabIndex}
        onPointerEnter={() => void ready()}
        onClick={() => void ready().then(() => setOpen(!isOpen))}
      >
        {children}
      </button>
      {isOpen ? (
        <Suspense fallback={null}>
          <Details trigger={button} name={name} story={story} isPressed onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
