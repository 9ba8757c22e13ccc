import { useEffect, useMemo } from "react";
import { useSnapshot } from "valtio";
import { formatFixed, formatSigned } from "#domain/format/number.ts";
import type { StatsSnapshot } from "#workers/engine/api.ts";
import { streamOf } from "../../../live/streams.ts";
import { tabTitle } from "./tab-title.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  /** token */
  readonly underlying: number;
  readonly symbol: string;
  /** What stands there without a price. */
  readonly usual: string;
}

const DECIMALS = 2;

/** @returns null without a price: then the tab has its usual title */
export function titleOf(
  symbol: string,
  stats: Pick<StatsSnapshot, "spot" | "spotPreviousClose"> | undefined,
): string | null {
  if (stats === undefined || !(stats.spot > 0)) return null;
  const change = (stats.spot / stats.spotPreviousClose - 1) * 100;
  return TEXTS.tabTitle(formatFixed(stats.spot, DECIMALS), formatSigned(change, DECIMALS), symbol);
}

/** Price and change in the tab's title, once a second, also while another tab is looked at. */
export function TabTitle({ underlying, symbol, usual }: Props) {
  const { isPriced } = useSnapshot(tabTitle);
  const stream = useMemo(
    () => streamOf({ kind: "stats", tokens: [underlying], isHiddenToo: true }),
    [underlying],
  );
  useEffect(() => {
    if (!isPriced) return;
    const show = (): void => {
      const { data, isOld } = stream.read();
      const title = isOld || data?.[0]?.stale === true ? null : titleOf(symbol, data?.[0]);
      document.title = title ?? usual;
    };
    const stop = stream.subscribe(show);
    return () => {
      stop();
      document.title = usual;
    };
  }, [isPriced, stream, symbol, usual]);
  return null;
}
