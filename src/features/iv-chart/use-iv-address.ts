import { useRouter } from "@tanstack/react-router";
import { useCallback, useRef } from "react";
import { type IvSearch, writeIvSearch } from "./address.ts";

/** `replace` for what is moved: the way back leads to what was chosen, not through every place of a hand. */
export type SetIv = (change: Partial<IvSearch>, how?: "push" | "replace") => void;

/** Writes what is chosen into the address, which everything is read from. */
export function useIvAddress(search: IvSearch): SetIv {
  const router = useRouter();
  const latest = useRef(search);
  latest.current = search;
  return useCallback(
    (change, how = "push") => {
      const next = { ...latest.current, ...change };
      const query = writeIvSearch(next);
      if (query === writeIvSearch(latest.current)) return;
      // Two changes in one turn add up.
      latest.current = next;
      const { pathname } = router.history.location;
      void router.navigate({ href: pathname + query, replace: how === "replace", resetScroll: false });
    },
    [router],
  );
}
