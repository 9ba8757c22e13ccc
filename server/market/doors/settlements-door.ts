import { istDate } from "#domain/calendar/ist.ts";
import type { Settlement } from "#domain/settlement/settlement.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { knownMarketTime } from "../bus/market-watch.ts";
import { createSettlements } from "../bus/settlements.ts";
import type { MarketDoor } from "./market-doors.ts";

/** What expiries settled at, and what day it is. */
export interface SettlementsDoor {
  /** market day. @throws AppError server.unavailable before it is known */
  today(): IsoDate;
  /** By symbol; nothing for an underlying that is not listed, and while the market cannot say. */
  settlementsOf(underlying: string): Promise<readonly (Settlement & { readonly expiry: IsoDate })[]>;
}

const isoDate = (compact: number): IsoDate => String(compact).replace(/^(\d{4})(\d{2})(\d{2})$/, "$1-$2-$3");

export function createSettlementsDoor({
  bus,
  watch,
  metacache,
}: Pick<MarketDoor, "bus" | "watch" | "metacache">): SettlementsDoor {
  const settlements = createSettlements(bus);
  return {
    today: () => istDate(knownMarketTime(watch)),
    async settlementsOf(underlying) {
      const directory = await metacache.get().then(
        (kept) => kept.directory,
        () => null,
      );
      const u = directory?.underlyer(underlying) ?? -1;
      if (directory === null || u < 0) return [];
      const known = await settlements.of(directory.spot(u).instrument_token, knownMarketTime(watch));
      return [...known].map(([expiry, settlement]) => ({ ...settlement, expiry: isoDate(expiry) }));
    },
  };
}
