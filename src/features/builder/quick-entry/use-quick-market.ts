import { useEffect, useMemo, useReducer, useRef } from "react";
import { compactDate } from "#domain/calendar/ist.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { QuickEntryContext } from "#domain/strategy/quick-entry/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import { engine } from "../../../live/engine-client.ts";
import { live } from "../../../live/live-state.ts";
import { streamOf, useStream } from "../../../live/streams.ts";
import { runningExpiries } from "../../../shared/first-running.ts";
import { figureAt, type Ladder, type LadderField, openLadder } from "../picker/ladder.ts";

/** Expiries whose strikes are looked up at a time; a line of trades names no more. */
const MOST_LADDERS = 4;

/**
 * What words such as `20d` and `near 100` are looked up in. Strikes of an expiry are asked of the engine when a word first wants them,
 * and left again when nothing is typed any more.
 * @param isWanted something is being typed
 */
export function useQuickMarket(
  underlying: UnderlyingSummary,
  contracts: ContractList,
  isWanted: boolean,
): QuickEntryContext {
  const ladders = useRef(new Map<IsoDate, Ladder>());
  const [version, heard] = useReducer((n: number) => n + 1, 0);
  const stream = useMemo(() => streamOf({ kind: "stats", tokens: [underlying.token] }), [underlying.token]);
  const spot = useStream(stream, ({ data }) => data?.[0]?.spot ?? Number.NaN);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another underlying has other strikes
  useEffect(() => {
    if (!isWanted) return;
    const held = ladders.current;
    return () => {
      for (const ladder of held.values()) ladder.close();
      held.clear();
    };
  }, [isWanted, underlying.token]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: figures of strikes that have come are others
  return useMemo(() => {
    const { expiries } = contracts;
    const running = runningExpiries(expiries, underlying, live.health?.marketTime ?? Number.NaN);
    // Of what is over nothing can be placed; where all is, what was listed is all there is to name.
    const named = running.length > 0 ? running : expiries;
    const weeklies = new Set(
      underlying.expiries.flatMap((each) => (each.type === "weekly" ? each.expiry : [])),
    );
    const statsOf = (expiry: IsoDate) =>
      stream.read().data?.[0]?.expiries.find((each) => each.expiry === compactDate(expiry));
    const ladderOf = (expiry: IsoDate): Ladder | undefined => {
      const held = ladders.current;
      const known = held.get(expiry);
      if (known !== undefined || !isWanted || held.size >= MOST_LADDERS) return known;
      const ladder = openLadder(underlying.token, expiry, (...wanted) => engine().openChain(...wanted));
      held.set(expiry, ladder);
      ladder.onFrame((isOther) => {
        if (isOther) heard();
      });
      return ladder;
    };
    const figure = (name: "ltp" | "delta") => (side: OptionType, expiry: IsoDate, strike: number) => {
      const ladder = ladderOf(expiry);
      if (ladder === undefined) return Number.NaN;
      const field: LadderField = side === "CE" ? `call.${name}` : `put.${name}`;
      return figureAt(ladder.grid, ladder.grid.strikes.indexOf(strike), field);
    };
    return {
      contracts,
      symbol: underlying.symbol,
      expiries: named,
      monthlies: named.filter((expiry) => !weeklies.has(expiry)),
      spot,
      forwardOf: (expiry) => statsOf(expiry)?.forward ?? Number.NaN,
      atmStrikeOf: (expiry) => statsOf(expiry)?.atmStrike ?? Number.NaN,
      deltaOf: figure("delta"),
      priceOf: figure("ltp"),
      defaults: {
        expiry: named[0] ?? "",
        lots: 1,
      },
    };
  }, [contracts, underlying, stream, isWanted, spot, version]);
}
