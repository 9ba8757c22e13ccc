import { type ComponentProps, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { optional } from "../../components/optional.ts";
import css from "./Provenance.module.css";
import type { FigureStory } from "./provenance-lines.ts";

const loadDetails = () => import("./ProvenanceDetails.tsx");
const Details = optional(() => loadDetails().then((m) => m.ProvenanceDetails));

/** How long the pointer rests before a figure that is only pointed at tells its story (rule SHELL-9). */
const DELAY_MS = 500;

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

/** The same of a figure that is part of something pressed already, such as a tab: it tells when the pointer rests on it. */
export function PointedProvenance({
  name,
  story,
  children,
  ...rest
}: Pick<Props, "name" | "story" | "children"> & ComponentProps<"span">) {
  const place = useRef<HTMLSpanElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isPointed) return;
    void loadDetails().catch(() => {});
    const timer = setTimeout(() => setOpen(true), DELAY_MS);
    return () => {
      clearTimeout(timer);
      setOpen(false);
    };
  }, [isPointed]);
  return (
    <span
      {...rest}
      ref={place}
      // A finger that scrolls or chooses has not come to read.
      onPointerEnter={({ pointerType }) => setPointed(pointerType !== "touch")}
      onPointerLeave={() => setPointed(false)}
      onPointerDown={() => setPointed(false)}
    >
      {children}
      {isOpen ? (
        <Suspense fallback={null}>
          <Details
            trigger={place}
            name={name}
            story={story}
            isPressed={false}
            onClose={() => setPointed(false)}
          />
        </Suspense>
      ) : null}
    </span>
  );
}
