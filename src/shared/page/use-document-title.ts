import { useEffect } from "react";

/**
 * The title of a page that shows one thing of many. What every page says of itself is said anew with each address, by another effect:
 * this one has the last word.
 * @param address another object with each address
 */
export function useDocumentTitle(title: string, address: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each address
  useEffect(() => {
    let isOver = false;
    queueMicrotask(() => {
      if (!isOver) document.title = title;
    });
    return () => {
      isOver = true;
    };
  }, [title, address]);
}
