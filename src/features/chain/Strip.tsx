import { useEffect, useRef } from "react";
import css from "./ChainGrid.module.css";

interface StripProps {
  readonly slot: number;
  /** null: not on screen */
  readonly top: number | null;
  readonly width: number;
  readonly height: number;
  readonly onCanvas: (canvas: HTMLCanvasElement) => void;
  /** The canvas has left the page. */
  readonly onGone?: () => void;
}

/** The place of one canvas of the grid. */
export function Strip({ slot, top, width, height, onCanvas, onGone }: StripProps) {
  const host = useRef<HTMLDivElement>(null);
  const give = useRef(onCanvas);
  give.current = onCanvas;
  const gone = useRef(onGone);
  gone.current = onGone;
  // A canvas can be handed over once; it is made here, not by React, so that a re-run of the effect gets a fresh one.
  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const canvas = document.createElement("canvas");
    canvas.className = css.canvas ?? "";
    canvas.setAttribute("aria-hidden", "true");
    element.replaceChildren(canvas);
    give.current(canvas);
    return () => {
      canvas.remove();
      gone.current?.();
    };
  }, []);
  return (
    <div
      ref={host}
      data-slot={slot}
      className={css.strip}
      style={top === null ? { display: "none" } : { transform: `translateY(${top}px)`, width, height }}
    />
  );
}
