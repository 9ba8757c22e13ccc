import { useRouter } from "@tanstack/react-router";
import { useCallback, useRef } from "react";

/** `replace` for what is moved: the way back leads to what was chosen, not through every place of a handle. */
export type SetSearch<Search> = (change: Partial<Search>, how?: "push" | "replace") => void;

/**
 * Writes what is chosen into the address, which everything is read from.
 * @param write the query of a page's state; a constant of its module
 */
export function useWrittenAddress<Search>(
  search: Search,
  write: (search: Search) => string,
): SetSearch<Search> {
  const router = useRouter();
  const latest = useRef(search);
  latest.current = search;
  return useCallback(
    (change, how = "push") => {
      const next = { ...latest.current, ...change };
      const query = write(next);
      if (query === write(latest.current)) return;
      // Two changes in one turn add up.
      latest.current = next;
      const { pathname } = router.history.location;
      void router.navigate({ href: pathname + query, replace: how === "replace", resetScroll: false });
    },
    [router, write],
  );
}
