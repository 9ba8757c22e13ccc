import { type ReactElement, useEffect, useRef, useState } from "react";
import { Focusable, Tooltip, TooltipTrigger } from "react-aria-components";
import { TELLS_AFTER_MS } from "./pointer-rest.ts";
import css from "./Tip.module.css";

interface Props {
  readonly text: string;
  readonly placement?: "top" | "bottom" | "start" | "end";
  /** What it explains: one element that can have the focus. */
  readonly children: ReactElement;
}

/** A word about what is pointed at: after half a second of hovering, at once on focus, and by a tap on touch screens. */
export function Tip({ text, placement = "top", children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  // A tap anywhere else closes what a tap has opened; one on the same place does so by itself.
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: PointerEvent): void => {
      const isHere = event.target instanceof Node && place.current?.contains(event.target);
      if (event.pointerType === "touch" && !isHere) setOpen(false);
    };
    document.addEventListener("pointerdown", close);
    return () => document.removeEventListener("pointerdown", close);
  }, [isOpen]);
  return (
    <TooltipTrigger delay={TELLS_AFTER_MS} closeDelay={0} isOpen={isOpen} onOpenChange={setOpen}>
      <span
        ref={place}
        className={css.place}
        onPointerUp={(event) => {
          if (event.pointerType === "touch") setOpen(!isOpen);
        }}
      >
        <Focusable>{children as never}</Focusable>
      </span>
      <Tooltip className={css.tip ?? ""} placement={placement} offset={6}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
