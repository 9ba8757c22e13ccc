import { AppError } from "#domain/errors.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { type CachedBody, createCachedBody } from "../../platform/http/cached-body.ts";
import {
  decodeLivePricesAnswer,
  encodeComputeQuestion,
  encodeLivePricesQuestion,
  FOR_EVERYBODY,
} from "../bus/compute-questions.ts";
import { computeRequest } from "../bus/market-subjects.ts";

export interface LivePricesStore {
  /**
   * Encoded answer for an underlying that exists; null when it has no option chain.
   * @throws AppError `prices.failed` when it cannot be had
   */
  get(underlyingToken: number): Promise<CachedBody | null>;
}

/** All who ask within a second share one answer. */
const FRESH_MS = 1_000;
/** What the feed may take, and putting a large chain together after it. */
const TIMEOUT_MS = 4_000;
/** Underlyings kept; the one that was asked for longest ago goes first. */
const MOST_KEPT = 64;

interface Kept {
  readonly body: CachedBody | null;
  readonly madeAt: number;
}

/** Answers that the compute role made, as bytes: this thread, which the relay runs on too, neither reads nor writes them. */
export function createLivePricesStore(bus: Bus, now: () => number = Date.now): LivePricesStore {
  const kept = new Map<number, Kept>();
  const loading = new Map<number, Promise<CachedBody | null>>();

  async function fetchBody(underlying: number, before: CachedBody | null): Promise<CachedBody | null> {
    const body = encodeLivePricesQuestion({ underlying, etag: before?.etag ?? null });
    const question = encodeComputeQuestion({ who: FOR_EVERYBODY, body });
    const answer = decodeLivePricesAnswer(
      await bus.request(computeRequest("live_prices"), question, TIMEOUT_MS),
    );
    if (answer === null) return null;
    // Nothing moved: the encoded answer of before still says it all.
    return answer.json === null ? before : createCachedBody(answer.etag, answer.json, 4);
  }

  async function load(token: number): Promise<CachedBody | null> {
    try {
      const body = await fetchBody(token, kept.get(token)?.body ?? null);
      kept.delete(token);
      kept.set(token, { body, madeAt: now() });
      const oldest = kept.keys().next().value;
      if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
      return body;
    } catch (error) {
      const text = `Failed to fetch derivative prices for underlying ${token}`;
      throw new AppError("prices.failed", text, { underlying: token }, { cause: error });
    } finally {
      loading.delete(token);
    }
  }

  return {
    async get(token) {
      const held = kept.get(token);
      if (held !== undefined && now() - held.madeAt < FRESH_MS) return held.body;
      let promise = loading.get(token);
      if (promise === undefined) {
        promise = load(token);
        loading.set(token, promise);
      }
      return promise;
    },
  };
}
