/** An iron condor as the builder keeps it. */
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import type { KeptContent } from "#protocol/http/kept-content.ts";

const EXPIRY = "2026-11-24";
const LEGS = [
  ["PE", 23_800, 65],
  ["PE", 24_000, -65],
  ["CE", 25_000, -65],
  ["CE", 25_200, 65],
] as const;

export const CONDOR: KeptContent = {
  version: 1,
  underlying: "NIFTY",
  source: "PRESET_STRATEGY",
  meta: { id: "IRON_CONDOR", name: "Iron Condor" },
  legs: LEGS.map(([type, strike, quantity], i) => ({
    tradingsymbol: `NIFTY26N24${strike}${type}`,
    token: 10_245_122 + i * 256,
    type,
    strike,
    expiry: EXPIRY,
    expiryInstant: Date.parse("2026-11-24T10:00:00Z"),
    lotSize: 65,
    multiplier: 1,
    quantity,
    entryPrice: null,
    isSelected: true,
    iv: null,
    market: { price: 42.35 + i, iv: 0.1234 + i / 100 },
  })),
  figures: {
    targetPrice: null,
    targetDateTime: null,
    payoffTableTargetInterval: null,
    ivOffset: 0,
    customStrikeWiseIvs: {},
    lotMultiplier: 1,
    manualPnl: { isChecked: false, pnl: 0 },
  },
  settings: DEFAULT_SETTINGS,
  tab: "payoffChart",
  keptOn: "2026-11-23",
  keptAt: Date.parse("2026-11-23T05:00:00Z"),
  spot: 24_512.35,
};
