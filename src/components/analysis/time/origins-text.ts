import { TEXTS } from "../texts.ts";
import type { StrategyBar } from "../types.ts";

type Origin = StrategyBar["origin"];

/** Where bars come from, each way once: "heard here, simulated". */
export const originsText = (origins: readonly Origin[]): string =>
  [...new Set(origins)].map((origin) => TEXTS.strategyChart.origins[origin]).join(", ");
