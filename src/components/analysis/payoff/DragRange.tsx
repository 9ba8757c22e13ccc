import { useEffect, useRef } from "react";
import css from "./DateSlider.module.css";
import type { DragSession } from "./drag-session.ts";
import { hearMoves } from "./early-moves.ts";

interface Props {
  readonly least: number;
  readonly most: number;
  readonly at: number;
  readonly label: string;
  /** The place in words. */
  readonly text: string;
  readonly isDisabled?: boolean;
  readonly session: DragSession;
  begin(): void;
  onMove(at: number): void;
  /** It goes on by itself: that the focus leaves it ends nothing. */
  readonly isRunning?: boolean;
}

const isMoving = (key: string): boolean => /^(Arrow|Page|Home|End)/.test(key);

/** CSS pixels of Chromium's thumb, whose middle follows the pointer. Only Chromium has raw moves, and its own value of the same frame comes after. */
const THUMB = 16;

/** Whole places of a slider by where a pointer is on it; `box` is asked once a drag, for each asking lays the page out. */
const placeIn = (box: DOMRect, x: number, least: number, most: number): number => {
  const share = (x - box.left - THUMB / 2) / (box.width - THUMB);
  return Math.round(least + Math.min(Math.max(share, 0), 1) * (most - least));
};

/** The pointer's moves before the slider's own event of them, which comes with the frame. */
function useEarlyPlaces(props: Props) {
  const input = useRef<HTMLInputElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const box = useRef<DOMRect | null>(null);
  useEffect(() => {
    const { current: element } = input;
    if (element === null) return;
    const end = new AbortController();
    const follow = (event: PointerEvent): void => {
      const { at, least, most, onMove } = latest.current;
      const place = placeIn(box.current!, event.clientX, least, most);
      if (place !== at) onMove(place);
    };
    const isHeld = (event: PointerEvent): boolean =>
      event.type === "pointerrawupdate" && box.current !== null && latest.current.session.isActive;
    hearMoves(element, isHeld, follow, end.signal);
    return () => end.abort();
  }, []);
  return { input, box };
}

/** A slider of whole places. Moved by hand or by held keys it is one drag. */
export function DragRange(props: Props) {
  const {
    least,
    most,
    at,
    label,
    text,
    isDisabled = false,
    session,
    begin,
    onMove,
    isRunning = false,
  } = props;
  const { input, box } = useEarlyPlaces(props);
  const letGo = (): void => {
    box.current = null;
    session.end();
  };
  return (
    <input
      ref={input}
      type="range"
      className={css.range}
      min={least}
      max={most}
      step={1}
      value={at}
      aria-label={label}
      aria-valuetext={text}
      disabled={isDisabled}
      onPointerDown={({ currentTarget }) => {
        session.end();
        begin();
        box.current = currentTarget.getBoundingClientRect();
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onKeyDown={({ key }) => {
        if (isMoving(key)) begin();
      }}
      onKeyUp={({ key }) => {
        if (isMoving(key)) session.end();
      }}
      onBlur={() => {
        if (!isRunning) session.end();
      }}
      onChange={({ target }) => {
        const isHeld = session.isActive;
        begin();
        onMove(Number(target.value));
        // Assistive technology sets a value without a key or a pointer.
        if (!isHeld) session.end();
      }}
    />
  );
}
