import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { type SetSearch, useWrittenAddress } from "../../shared/page/use-written-address.ts";
import { type ChartSearch, writeChartSearch } from "./address/address.ts";

export type SetChart = SetSearch<ChartSearch>;

/** Writes what is chosen into the address; another spelling of it becomes the one it has (rule CHART-2). */
export function useChartAddress(search: ChartSearch): SetChart {
  const router = useRouter();
  const query = writeChartSearch(search);
  useEffect(() => {
    const { pathname, search: written } = router.history.location;
    if (written !== query)
      void router.navigate({ href: pathname + query, replace: true, resetScroll: false });
  }, [router, query]);
  return useWrittenAddress(search, writeChartSearch);
}
