import { AppError } from "#domain/errors.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { type ComputeCall, decodeComputeQuestion } from "../bus/compute-questions.ts";
import { createLateBus } from "../bus/late.ts";
import { computeRequest } from "../bus/market-subjects.ts";
import { type ComputeKernels, createCalls } from "./calls.ts";
import type { ComputeAnswer } from "./compute-answer.ts";
import { createTurns } from "./compute-turns.ts";
import { createComputeMarket } from "./snapshot/compute-market.ts";
import { createDailyVolatilities } from "./snapshot/daily-volatility.ts";

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
  readonly kernels: ComputeKernels;
  /** told of failures that are our own doing */
  readonly onError?: (error: unknown, call: ComputeCall) => void;
}

/** Answers the calls of the compute role on the bus, over both markets. */
export function createComputeService({ bus, kernels, onError }: ServiceOptions): ComputeService {
  const turns = createTurns();
  const volatilities = createDailyVolatilities(bus);
  let requests = 0;
  let failures = 0;

  function respond(on: Bus, call: ComputeCall, answer: ComputeAnswer): () => void {
    return on.respond(computeRequest(call), async (payload) => {
      requests++;
      try {
        const { who, body } = decodeComputeQuestion(payload);
        await turns.take(who);
        return await answer(body, who);
      } catch (error) {
        failures++;
        if (!(error instanceof AppError)) onError?.(error, call);
        throw error;
      }
    });
  }

  const doors = [bus, createLateBus(bus)].map((on) => {
    const market = createComputeMarket(on, bus);
    const calls = Object.entries(createCalls({ bus: on, market, volatilities, kernels, turns })) as [
      ComputeCall,
      ComputeAnswer,
    ][];
    const stops = calls.map(([call, answer]) => respond(on, call, answer));
    return { market, stops };
  });
  return {
    figures: () => ({
      requests,
      failures,
      refused: turns.refused,
      waiting: turns.waiting,
      snapshots: doors.reduce((sum, { market }) => sum + market.asked, 0),
    }),
    stop() {
      for (const { market, stops } of doors) {
        for (const stop of stops) stop();
        market.stop();
      }
    },
  };
}
