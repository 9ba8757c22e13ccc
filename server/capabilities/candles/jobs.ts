import { setTimeout as wait } from "node:timers/promises";
import { Type } from "typebox";
import { type Jobs, jobKind } from "../../platform/jobs/jobs.ts";
import type { JobRunner } from "../../platform/jobs/runner.ts";
import type { Log } from "../../platform/lib/log.ts";
import type { CandleSignalRepository } from "./repository.ts";
import type { CandleMarket, CandlesService } from "./service.ts";

const DAY_MS = 86_400_000;
/** As long as days are kept. */
const KEPT_MS = 550 * DAY_MS;
/** Least pause between two underlyings, so that questions about charts are answered first. */
const PAUSE_MS = 50;
/** And as many times what the last one took: nobody waits for this, so it may have a fifth of a thread. */
const RESTS = 4;
/** How often it is looked whether candles have ended. */
const LOOK_MS = 20_000;
/** After a start the returning pages go first; questions about patterns are answered without the job. */
const FIRST_LOOK_MS = 300_000;

export const KEEP_CANDLES = jobKind(
  "candles.keep",
  Type.Object({
    market: Type.String(),
    exchange: Type.String(),
    /** end of the candles that are to be looked at, epoch ms of market time */
    until: Type.Number(),
  }),
  { attempts: 3 },
);

interface KeepingNeeds {
  readonly service: Pick<CandlesService, "underlyings" | "keep">;
  /** of now */
  readonly market: CandleMarket;
  readonly kept: Pick<CandleSignalRepository, "sweep">;
  readonly log: Log;
  /** ms between two underlyings, at least */
  readonly pauseMs?: number;
}

/** Looks at the candles of an exchange's underlyings that have ended, and keeps what is found in them. */
export function addCandleJobs(
  runner: JobRunner,
  { service, market, kept, log, pauseMs = PAUSE_MS }: KeepingNeeds,
): void {
  runner.handle(KEEP_CANDLES, async ({ payload, signal, progress }) => {
    const underlyings = service.underlyings(payload.market, payload.exchange);
    const began = performance.now();
    let failed: unknown = null;
    for (const [n, underlying] of underlyings.entries()) {
      signal.throwIfAborted();
      const started = performance.now();
      try {
        await service.keep(market, underlying);
      } catch (error) {
        // The others' are looked at all the same, and this one's with the next attempt.
        log.debug({ err: error, underlying }, "candles: of an underlying");
        failed = error;
      }
      progress((n + 1) / underlyings.length);
      await wait(Math.max(pauseMs, RESTS * (performance.now() - started)));
    }
    await kept.sweep(payload.until - KEPT_MS);
    if (failed !== null) throw failed;
    const { exchange } = payload;
    const tookMs = Math.round(performance.now() - began);
    log.info({ exchange, underlyings: underlyings.length, tookMs }, "candles: looked at and kept");
  });
}

interface AskingNeeds {
  readonly service: Pick<CandlesService, "due">;
  readonly market: CandleMarket;
  readonly jobs: Pick<Jobs, "enqueue">;
  readonly log: Log;
}

/**
 * Has candles looked at whenever some have ended, once whatever many processes ask.
 * @returns ends it
 */
export function askForCandles({ service, market, jobs, log }: AskingNeeds): () => void {
  /** by exchange */
  const asked = new Map<string, string>();

  async function look(): Promise<void> {
    for (const due of service.due(market)) {
      const key = `${due.market} ${due.exchange} ${due.until}`;
      if (asked.get(due.exchange) === key) continue;
      await jobs.enqueue(KEEP_CANDLES, due, { key });
      asked.set(due.exchange, key);
    }
  }

  let timer = setTimeout(again, FIRST_LOOK_MS).unref();
  function again(): void {
    look()
      .catch((error: unknown) => log.debug({ err: error }, "candles: they are looked at later"))
      .finally(() => {
        timer = setTimeout(again, LOOK_MS).unref();
      });
  }
  return () => clearTimeout(timer);
}
