import { useRouter, useRouterState } from "@tanstack/react-router";
import { useMemo } from "react";

/**
 * What a page makes of the query in its address. Long numbers, such as tokens, are still text there.
 * @param read any site may have written the address: what is not understood is left out rather than believed
 */
export function useAddress<Search>(read: (params: URLSearchParams) => Search): Search {
  const { history } = useRouter();
  useRouterState({ select: ({ location }) => location.searchStr });
  const { search } = history.location;
  return useMemo(() => read(new URLSearchParams(search)), [read, search]);
}
