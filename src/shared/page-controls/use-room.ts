import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** CSS pixels that are left free at the foot of the screen. */
const FREE = 16;

interface Room {
  /** CSS pixels that it takes at least */
  readonly needs: number;
  readonly isNarrow: boolean;
  /** what stands under it is there */
  readonly isWhole: boolean;
}

/** Height of a chart with which its page ends where a wide screen does, with what stands under the chart in its parent. */
export function useRoom(box: RefObject<HTMLElement | null>, { needs, isNarrow, isWhole }: Room): number {
  const [room, setRoom] = useState(0);
  const height = isNarrow ? needs : Math.max(needs, room);
  const drawn = useRef(height);
  useLayoutEffect(() => {
    drawn.current = height;
  }, [height]);
  useLayoutEffect(() => {
    void isWhole;
    const measure = (): void => {
      const { current } = box;
      // Its parent itself may be as high as the screen.
      const last = current?.parentElement?.lastElementChild;
      if (current === null || last === null || last === undefined) return;
      // Around the chart: its readout, and what follows it.
      const around =
        last.getBoundingClientRect().bottom - current.getBoundingClientRect().top - drawn.current;
      const top = current.getBoundingClientRect().top + window.scrollY;
      setRoom(Math.floor(window.innerHeight - top - around - FREE));
    };
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [box, isWhole]);
  return height;
}
