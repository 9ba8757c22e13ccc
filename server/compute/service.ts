import { AppError } from "#domain/errors.ts";
import type { PricingKernel } from "#domain/pricing/kernel.ts";
import type { Bus } from "../bus/bus.ts";
import { type ComputeCall, decodeLivePricesQuestion, encodeLivePricesAnswer } from "../bus/compute.ts";
import { createLateBus } from "../bus/late.ts";
import { computeRequest } from "../bus/subjects.ts";
import { createMarketWatch } from "../lib/market-watch.ts";
import { createLivePricesMaker } from "./live-prices/live-prices.ts";
import { createInstrumentLists } from "./market/instruments.ts";
import { createSnapshots } from "./market/snapshots.ts";
import { createTurns, type Turns } from "./turns.ts";

/** What the role did since it started, and does now. */
export interface ComputeFigures {
  readonly requests: number;
  readonly failures: number;
  /** refused because too much was waiting */
  readonly refused: number;
  readonly waiting: number;
  /** times a market was asked of the feed */
  readonly snapshots: number;
}

export interface ComputeService {
  figures(): ComputeFigures;
  stop(): void;
}

export interface ServiceOptions {
  readonly bus: Bus;
  readonly kernel: PricingKernel;
  /** told of failures that are nobody's doing but ours */
  readonly onError?: (error: unknown, call: ComputeCall) => void;
}

type Answer = (payload: Uint8Array) => Promise<Uint8Array>;

/** The calls over one market: of now, or of a minute ago. */
function createCalls(bus: Bus, kernel: PricingKernel, turns: Turns) {
  const watch = createMarketWatch(bus);
  const lists = createInstrumentLists(bus, watch);
  const snapshots = createSnapshots(bus);
  const livePrices = createLivePricesMaker(kernel);

  async function snapshotOf(token: number) {
    const list = await lists.get();
    const listed = list.underlying(token);
    if (listed === null) {
      const text = `Could not find underlying with symbol ${token}`;
      throw new AppError("underlying.not_found", text, { symbol: token });
    }
    return snapshots.get(listed);
  }

  const calls: Readonly<Record<ComputeCall, Answer>> = {
    async live_prices(payload) {
      const { underlying, etag } = decodeLivePricesQuestion(payload);
      const snapshot = await snapshotOf(underlying);
      await turns.take();
      return encodeLivePricesAnswer(await livePrices.answer(snapshot, etag));
    },
  };
  return { calls, snapshots, stop: () => watch.stop() };
}

/** Answers the calls of the compute role on the bus, over both markets. */
export function createComputeService({ bus, kernel, onError }: ServiceOptions): ComputeService {
  const turns = createTurns();
  let requests = 0;
  let failures = 0;
  const doors = [bus, createLateBus(bus)].map((of) => ({ of, ...createCalls(of, kernel, turns) }));
  const stops = doors.flatMap(({ of, calls }) =>
    (Object.entries(calls) as [ComputeCall, Answer][]).map(([call, answer]) =>
      of.respond(computeRequest(call), async (payload) => {
        requests++;
        try {
          return await answer(payload);
        } catch (error) {
          failures++;
          if (!(error instanceof AppError)) onError?.(error, call);
          throw error;
        }
      }),
    ),
  );
  return {
    figures: () => ({
      requests,
      failures,
      refused: turns.refused,
      waiting: turns.waiting,
      snapshots: doors.reduce((sum, { snapshots }) => sum + snapshots.asked, 0),
    }),
    stop() {
      for (const stop of stops) stop();
      for (const door of doors) door.stop();
    },
  };
}
