import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { assignSlots } from "./slots.ts";
import type { StripRange } from "./use-strips.ts";

/** Width of an element inside its scrollbar, CSS pixels; 0 before it is known. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element === null) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Physical pixels a CSS pixel, through zoom and moves between screens. */
export function usePixelRatio(): number {
  const [ratio, setRatio] = useState(window.devicePixelRatio);
  useEffect(() => {
    const query = window.matchMedia(`(resolution: ${ratio}dppx)`);
    const change = (): void => setRatio(window.devicePixelRatio);
    query.addEventListener("change", change);
    window.addEventListener("resize", change);
    return () => {
      query.removeEventListener("change", change);
      window.removeEventListener("resize", change);
    };
  }, [ratio]);
  return ratio;
}

/** Turns true when `value` has been true for a while; turns false at once. */
export function useLasting(value: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(value);
  useEffect(() => {
    if (!value) return setLasts(false);
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return value && lasts;
}

/** Slot of every strip in the range; see `assignSlots`. */
export function useSlots({ first, last }: StripRange): readonly number[] {
  const held = useRef<readonly number[]>([]);
  return useMemo(() => {
    const strips = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    held.current = assignSlots(held.current, strips);
    return held.current;
  }, [first, last]);
}

/** Whether the element's content is wider than it is. */
export function useScrollsSideways(element: HTMLElement | null): boolean {
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const measure = (): void => setScrolls(element.scrollWidth > element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return scrolls;
}
