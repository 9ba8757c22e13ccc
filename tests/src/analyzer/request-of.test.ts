import { expect, test } from "vitest";
import { builderOptions } from "#analysis/builder-request.ts";
import type { AnalyzerSettings } from "#domain/strategy/analyzer/model.ts";
import { builderRequest } from "#src/analyzer/request-of.ts";
import { createWorld, NEAR, NOW, payloadOf } from "./world.ts";

const DAY = 86_400_000;

test.each([
  ["expiry", "expiry", 7],
  ["fixed", "fixed", 30],
  ["targetDate", "target", 3],
] as const)(
  "[STRAT-4] a standard deviation by %s is asked for as %s and answered over %d days",
  async (sdMode, asked, days) => {
    const { analyzer, buy } = await createWorld();
    buy(24_000);
    const settings: Partial<AnalyzerSettings> = { sdMode, sdFixedDays: 30 };
    analyzer.dispatch({ type: "set-settings", settings });
    analyzer.dispatch({ type: "set-target-time", time: NOW + 3 * DAY });
    const request = builderRequest(analyzer.instance()!, 256_265);
    expect(request.sd_mode).toBe(asked);
    expect(builderOptions(request)).toMatchObject({ sdMode, fixedSdDays: 30, targetTime: NOW + 3 * DAY });
    const { standard_deviation: deviation, expiry } = payloadOf(request);
    expect(expiry).toBe(NEAR);
    expect(deviation.days).toBeCloseTo(days, 9);
    expect(deviation.sd).toBeGreaterThan(0);
  },
);
