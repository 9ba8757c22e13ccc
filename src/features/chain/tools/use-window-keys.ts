import { useEffect } from "react";
import { isPagesKey } from "../../../shared/pages-key.ts";

/** Plain keys that are the page's. @returns whether the key was for this */
export function useWindowKeys(heard: (key: string) => boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = event.ctrlKey || event.metaKey || event.altKey;
      if (!isCommand && isPagesKey(event) && heard(event.key)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [heard]);
}
