import { AppError } from "#domain/errors.ts";
import { parseMetacache } from "#protocol/http/metacache.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { type CachedBody, createCachedBody } from "../../platform/http/cached-body.ts";
import { mustRead } from "../../platform/lib/read-json.ts";
import { readMetacacheAnswer } from "../bus/bus-messages.ts";
import { metacacheRequest } from "../bus/market-subjects.ts";
import type { MarketWatch } from "../bus/market-watch.ts";
import { createInstrumentDirectory, type InstrumentDirectory } from "../instruments/directory.ts";
import { withLastTrades } from "../instruments/last-trades.ts";

/** The instrument master as the API serves it: the encoded answer and lookups over it. */
export interface Metacache {
  readonly body: CachedBody;
  readonly directory: InstrumentDirectory;
}

export interface MetacacheStore {
  /** @throws AppError `metacache.failed` when the feed has none and none is kept */
  get(): Promise<Metacache>;
}

/** How long a metacache is served without asking the feed whether it is still the one; a new epoch asks at once. */
const FRESH_MS = 5_000;
/** A metacache lives for a day, so it is worth squeezing; the thread pool does it. */
const BROTLI_QUALITY = 7;

export function createMetacacheStore(
  bus: Bus,
  watch: MarketWatch,
  now: () => number = Date.now,
): MetacacheStore {
  let held: Metacache | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<Metacache> | null = null;
  watch.onEpoch(() => {
    checkedAt = Number.NEGATIVE_INFINITY;
  });

  async function load(): Promise<Metacache> {
    const request = Buffer.from(JSON.stringify(held === null ? {} : { etag: held.body.etag }));
    const payload = await bus.request(metacacheRequest(), request);
    const answer = mustRead(readMetacacheAnswer, payload, "The feed's metacache");
    if (answer.body !== undefined || held === null) {
      const body = parseMetacache(answer.body, withLastTrades);
      if (body === null) throw new Error("The feed's metacache is malformed");
      held = {
        body: createCachedBody(body.etag, JSON.stringify(body), BROTLI_QUALITY),
        directory: createInstrumentDirectory(body, watch.marketTime),
      };
    }
    checkedAt = now();
    return held;
  }

  return {
    async get() {
      if (held !== null && now() - checkedAt < FRESH_MS) return held;
      loading ??= load().finally(() => {
        loading = null;
      });
      try {
        return await loading;
      } catch (error) {
        // A feed that restarts is away for a moment; instruments of a minute ago are better than none.
        if (held !== null) return held;
        throw new AppError("metacache.failed", "Instrument metacache failed", {}, { cause: error });
      }
    },
  };
}
