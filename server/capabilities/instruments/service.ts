import { ANONYMOUS, BROKERS, type BrokerId } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import type { InstrumentDetails } from "#protocol/http/instruments.ts";
import { encodeMiniQuestion } from "../../market/bus/compute-questions.ts";
import type { ComputeDoor } from "../../market/doors/compute-door.ts";
import type { MarketDoor } from "../../market/doors/market-doors.ts";
import type { MetacacheStore } from "../../market/doors/metacache-store.ts";
import { noInstrument, noUnderlying } from "../../market/instruments/not-listed.ts";
import { type CachedBody, createCachedBody } from "../../platform/http/cached-body.ts";

/** Encoded answers of `mini` kept at most; the oldest goes first. */
const MOST_MINI = 32;

/** Lookups in the instrument master of the market that the caller is given. */
export interface InstrumentService {
  /** @throws AppError instrument.not_found, derivative.not_found, metacache.failed */
  bySymbol(metacache: MetacacheStore, symbol: string): Promise<{ data: InstrumentDetails; etag: string }>;
  /**
   * Options and futures of one underlying, encoded. Written by the compute role: of an index they are megabytes.
   * @param who whose question it is
   * @throws AppError underlying.not_found, metacache.failed, server.unavailable, request.rate_limited
   */
  mini(market: Pick<MarketDoor, "bus" | "metacache">, symbol: string, who: string): Promise<CachedBody>;
  /**
   * The list of instruments as accounts of a broker can trade them, encoded (rule INST-9). Written by the compute role, but for a
   * broker that trades all there is.
   * @throws AppError metacache.failed, server.unavailable, request.rate_limited
   */
  insights(market: Pick<MarketDoor, "bus" | "metacache">, broker: BrokerId, who: string): Promise<CachedBody>;
}

/** Whether accounts of a broker can trade what is listed on an exchange (rule ACC-18); of no broker in particular, anything. */
function trades(broker: BrokerId, exchange: string): boolean {
  const { bse, mcx } = BROKERS[broker];
  if (broker === ANONYMOUS) return true;
  return exchange === "MCX" ? mcx : exchange === "BFO" || exchange === "BCD" ? bse : true;
}

export function createInstrumentService(compute: ComputeDoor): InstrumentService {
  const kept = new Map<string, Promise<CachedBody>>();

  async function write(
    { bus }: Pick<MarketDoor, "bus">,
    key: string,
    symbol: string,
    who: string,
  ): Promise<CachedBody> {
    const json = await compute.ask(bus, "mini", encodeMiniQuestion({ symbol }), who);
    return createCachedBody(key, json, 4);
  }

  /** Made once for all who ask, kept until others are asked for more lately. */
  function shared(key: string, make: () => Promise<CachedBody>): Promise<CachedBody> {
    const held = kept.get(key);
    if (held !== undefined) return held;
    const body = make();
    kept.set(key, body);
    body.catch(() => kept.delete(key));
    const oldest = kept.keys().next().value;
    if (kept.size > MOST_MINI && oldest !== undefined) kept.delete(oldest);
    return body;
  }

  return {
    async bySymbol(metacache, symbol) {
      const { directory } = await metacache.get();
      const data = directory.bySymbol(symbol);
      if (data === null) throw noInstrument(symbol);
      return { data, etag: directory.etag };
    },
    async mini(market, symbol, who) {
      const { directory } = await market.metacache.get().catch((error: unknown) => {
        const text = `Failed to get metacache for underlying with symbol ${symbol}`;
        throw new AppError("metacache.failed", text, { symbol }, { cause: error });
      });
      const u = directory.underlyer(symbol);
      if (u < 0) throw noUnderlying(symbol);
      // Once a future is over, the next one is the closest of the same list.
      const key = `${directory.etag}-${u}-${directory.spot(u).closest_future}`;
      return shared(key, () => write(market, key, symbol, who));
    },
    async insights(market, broker, who) {
      const { body, directory } = await market.metacache.get();
      const tokens = directory.derivativeExchanges.flatMap((exchange, u) =>
        trades(broker, exchange) ? [directory.spot(u).instrument_token] : [],
      );
      if (tokens.length === directory.derivativeExchanges.length) return body;
      const { bse, mcx } = BROKERS[broker];
      const key = `${directory.etag}-insights-${bse ? "b" : ""}${mcx ? "m" : ""}`;
      return shared(key, async () => {
        const question = Buffer.from(JSON.stringify({ underlyer_list: tokens }));
        return createCachedBody(key, await compute.ask(market.bus, "addon", question, who), 4);
      });
    },
  };
}
