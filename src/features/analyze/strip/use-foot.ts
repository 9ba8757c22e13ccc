import { type RefObject, useEffect } from "react";
import { reserveFoot } from "../../../components/floating/windows.ts";

/**
 * What stands at the foot of the chain stays in sight: windows dock above it (rule SHELL-22). It is measured for as long as it is there, so
 * that no window stands where it then has to leave, under a hand that is about to press it.
 */
export function useFoot(strip: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const here = strip.current!;
    const measure = (): void =>
      reserveFoot(Math.max(0, document.documentElement.clientHeight - here.getBoundingClientRect().top));
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
