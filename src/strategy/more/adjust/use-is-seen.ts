import { type RefObject, useEffect, useState } from "react";

/** Whether some of an element is in the window, or just outside of it. */
export function useIsSeen(place: RefObject<Element | null>): boolean {
  const [isSeen, see] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    const observer = new IntersectionObserver((entries) => see(entries.at(-1)?.isIntersecting === true), {
      rootMargin: "120px",
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place]);
  return isSeen;
}
