import type { PastClosesMessage, PastDaysMessage } from "../bus/bus-messages.ts";
import type { MarketSource } from "./market-source.ts";

const known = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A market without a past of its own goes by the name of its source: an exchange's is the same every day. */
export function marketName({ name, history }: Pick<MarketSource, "name" | "history">): string {
  return history?.market ?? name;
}

/** What a source knows of an underlying's closes, as the bus carries it. */
export async function pastCloses(
  source: Pick<MarketSource, "name" | "history">,
  underlying: number,
  days: number,
): Promise<PastClosesMessage> {
  const closes = (await source.history?.closes(underlying, days)) ?? null;
  return {
    market: marketName(source),
    closes: closes?.map(({ date, spot, iv30, origin }) => [date, known(spot), known(iv30), origin]) ?? null,
  };
}

/** What a source knows of an underlying's days, as the bus carries it. */
export async function pastDays(
  source: Pick<MarketSource, "name" | "history">,
  underlying: number,
  most: number,
): Promise<PastDaysMessage> {
  const days = (await source.history?.days?.(underlying, most)) ?? null;
  return {
    market: marketName(source),
    days:
      days?.map(({ date, open, high, low, close, volume, futuresOi, origin, expiries = [], ivs = [] }) => [
        date,
        known(open),
        known(high),
        known(low),
        close,
        known(volume),
        known(futuresOi),
        origin,
        expiries.map((each) => [each.expiry, each.callOi, each.putOi, each.callVolume, each.putVolume]),
        ivs.map(({ expiry, atmIv }) => [expiry, atmIv]),
      ]) ?? null,
  };
}
