import type { PastClosesMessage } from "../bus/bus-messages.ts";
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
