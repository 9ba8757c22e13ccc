import type { Exchange } from "#domain/calendar/exchange.ts";
import { lastTradeInstant } from "#domain/calendar/expiries.ts";
import { fromCompactDate } from "#domain/calendar/ist.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";

/** The list of an older program, which does not say when its chains trade last, with that put in. */
export function withLastTrades(body: MetacacheBody): MetacacheBody {
  const { underlyers, chains } = body;
  const lastTrade = chains.expiry.map((expiry, c) =>
    lastTradeInstant(
      underlyers.derivativeExchange[chains.underlyer[c]!] as Exchange,
      fromCompactDate(expiry),
    ),
  );
  return { ...body, chains: { ...chains, lastTrade } };
}
