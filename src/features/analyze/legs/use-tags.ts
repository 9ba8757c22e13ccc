import { useEffect, useRef } from "react";
import { useSnapshot } from "valtio";
import { formatFixed } from "#domain/format/number.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { ContractTag } from "#workers/painter/api.ts";
import { useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { loadPart } from "../../../components/load-part.ts";
import type { ChainDesk } from "../../../shared/beside-chain.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import { analyze } from "../analyze-state.ts";
import { markTrades } from "../ask-painter.ts";
import { TEXTS } from "../texts.ts";

/** A trade as the chain marks it; null for what has no row there. */
export function tagOf(leg: AnalyzerLeg, decimals: number, inUnits = false): ContractTag | null {
  const { token, type, strike, expiry, quantity, lotSize, multiplier } = leg;
  if (expiry === null || (type !== "CE" && type !== "PE")) return null;
  const side = quantity < 0 ? "SELL" : "BUY";
  const lots = Math.abs(quantity) / lotSize;
  return {
    token,
    expiry,
    strike,
    option: type === "CE" ? "call" : "put",
    kind: "leg",
    side,
    count: inUnits ? Math.abs(quantity) * multiplier : lots,
    price: leg.entryPrice ?? Number.NaN,
    spoken: TEXTS.tag(side, lots, leg.entryPrice === null ? null : formatFixed(leg.entryPrice, decimals)),
  };
}

/** Has the grid's painter mark the trades, and every painter that takes its place. */
export function useTags(
  desk: ChainDesk,
  { token, kind }: UnderlyingSummary,
  isReady: boolean,
  inUnits: boolean,
): void {
  const { instance } = useAnalyzerState();
  const painter = useSnapshot(desk).grid?.painter;
  const legs = isReady && instance !== null ? instance.legs : [];
  const tags = legs.map((leg) => tagOf(leg, priceDecimals(kind), inUnits)).filter((tag) => tag !== null);
  const latest = useRef(tags);
  latest.current = tags;
  // Prices tick; what is marked of a trade is another only when the trader does something.
  const said = JSON.stringify(tags);
  const { marksAsked } = useSnapshot(analyze);
  useEffect(() => {
    void said;
    void marksAsked;
    if (painter === undefined) return;
    let isOver = false;
    const mark = async (): Promise<void> => {
      if (isOver) return;
      const isDone = await markTrades(painter, { kind: "leg", underlying: token, tags: latest.current });
      if (!isDone) throw new Error("The code that marks trades could not be had.");
    };
    const tell = (isUnmarked: boolean): void => {
      if (!isOver) analyze.isUnmarked = isUnmarked;
    };
    loadPart(mark).then(
      () => tell(false),
      () => tell(latest.current.length > 0),
    );
    return () => {
      isOver = true;
    };
  }, [painter, token, said, marksAsked]);
  useEffect(() => () => painter?.post({ type: "tags", kind: "leg", underlying: 0, tags: [] }), [painter]);
}
