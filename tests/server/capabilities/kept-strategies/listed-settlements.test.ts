import { expect, it } from "vitest";
import { summaryText } from "#server/capabilities/kept-strategies/content.ts";
import type { KeptStrategyRepository } from "#server/capabilities/kept-strategies/repository.ts";
import { createKeptStrategyService } from "#server/capabilities/kept-strategies/service.ts";
import { keptLeg, keptStrategy } from "../../../support/strategy/kept-strategy.ts";

it("a list asks once for each underlying what its expiries settled at, however many strategies have legs that are over", async () => {
  const stored = (id: number, underlying: string) => ({
    ...{ id: String(id), name: `Strategy ${id}`, revision: 1, createdAt: 0, updatedAt: 0 },
    summary: summaryText(keptStrategy({ underlying, legs: [keptLeg({ expiry: "2026-11-17" })] })),
  });
  const kept = Array.from({ length: 200 }, (_, i) => stored(i, i % 3 === 0 ? "BANKNIFTY" : "NIFTY"));
  const asked: string[] = [];
  const service = createKeptStrategyService({
    strategies: { list: async () => kept } as unknown as KeptStrategyRepository,
    past: {
      today: () => "2026-11-23",
      settlementsOf: async (underlying) => {
        asked.push(underlying);
        const price = underlying === "NIFTY" ? 24_712.35 : 51_300;
        return [
          { expiry: "2026-11-10", price: 1, origin: "closing_value" },
          { expiry: "2026-11-17", price, origin: "closing_value" },
        ];
      },
    },
    clock: () => 0,
  });
  const { strategies } = await service.list("account");
  expect(asked.sort()).toEqual(["BANKNIFTY", "NIFTY"]);
  expect(strategies.map(({ underlying, settlements }) => [underlying, settlements])).toEqual(
    kept.map((_, i) => {
      const [underlying, price] = i % 3 === 0 ? ["BANKNIFTY", 51_300] : ["NIFTY", 24_712.35];
      return [underlying, [{ expiry: "2026-11-17", price, origin: "closing_value" }]];
    }),
  );
  // What is heard later is asked for by the next list.
  await service.list("account");
  expect(asked).toHaveLength(4);
});
