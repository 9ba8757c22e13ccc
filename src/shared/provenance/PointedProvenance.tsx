import { type ComponentProps, Suspense, useEffect, useRef, useState } from "react";
import { optional } from "../../components/optional.ts";
import { TELLS_AFTER_MS } from "../../components/tooltip/pointer-rest.ts";
import type { FigureStory } from "./provenance-lines.ts";

const loadDetails = () => import("./ProvenanceDetails.tsx");
const Details = optional(() => loadDetails().then((m) => m.ProvenanceDetails));

interface Props {
  /** What the figure is called. */
  readonly name: string;
  /** Asked while it is shown, once a second: the newest inputs. */
  readonly story: () => FigureStory;
}

/** A figure that says how it came to be and is part of something pressed already, such as a tab: it tells when the pointer rests on it. */
export function PointedProvenance({ name, story, children, ...rest }: Props & ComponentProps<"span">) {
  const place = useRef<HTMLSpanElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isPointed) return;
    void loadDetails().catch(() => {});
    const timer = setTimeout(() => setOpen(true), TELLS_AFTER_MS);
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
