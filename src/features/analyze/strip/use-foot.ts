import { type RefObject, useLayoutEffect } from "react";
import { reserveFoot } from "../../../components/floating/windows.ts";

/**
 * What stands at the foot of the chain stays in sight: windows dock above it (rule SHELL-22). It is measured before it is painted, so
 * that a window never stands where it then has to leave, under a hand that is about to press it.
 */
export function useFoot(strip: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const here = strip.current!;
    const measure = (): void =>
      reserveFoot(Math.max(0, document.documentElement.clientHeight - here.getBoundingClientRect().top));
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(here);
    window.addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", measure);
      reserveFoot(0);
    };
  }, [strip]);
}
