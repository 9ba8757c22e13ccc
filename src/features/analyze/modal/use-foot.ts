import { useEffect } from "react";
import { reserveFoot } from "../../../components/floating/windows.ts";

/** What stands at the foot of the chain stays in sight: windows dock above it (rule SHELL-22). */
export function useFoot(): void {
  useEffect(() => {
    const strip = document.querySelector<HTMLElement>("[data-foot]");
    if (strip === null) return;
    const measure = (): void =>
      reserveFoot(Math.max(0, document.documentElement.clientHeight - strip.getBoundingClientRect().top));
    const watch = new ResizeObserver(measure);
    watch.observe(strip);
    window.addEventListener("resize", measure);
    return () => {
      watch.disconnect();
      window.removeEventListener("resize", measure);
      reserveFoot(0);
    };
  });
}
