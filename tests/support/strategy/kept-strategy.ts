/** A strategy as it is kept, changed as a test needs it. */
import { DEFAULT_SETTINGS } from "#domain/strategy/analyzer/model.ts";
import type { KeptContent } from "#protocol/http/kept-content.ts";

type KeptLeg = KeptContent["legs"][number];

export function keptLeg(change: Partial<KeptLeg> = {}): KeptLeg {
  return {
    tradingsymbol: "NIFTY26N2424500CE",
    token: 10_245_122,
    type: "CE",
    strike: 24_500,
    expiry: "2026-11-24",
    expiryInstant: Date.parse("2026-11-24T10:00:00Z"),
    lotSize: 65,
    multiplier: 1,
    quantity: -65,
    entryPrice: 120.5,
    isSelected: true,
    iv: null,
    market: { price: 118.2, iv: 0.131 },
    ...change,
  };
}

export function keptStrategy(change: Partial<KeptContent> = {}): KeptContent {
  return {
    version: 1,
    underlying: "NIFTY",
    source: "UNSAVED_STRATEGY",
    meta: null,
    legs: [keptLeg()],
    figures: {
      targetPrice: 24_800,
      targetDateTime: null,
      payoffTableTargetInterval: null,
      ivOffset: 1.5,
      customStrikeWiseIvs: { "2026-11-24 24500": 0.14 },
      lotMultiplier: 1,
      manualPnl: { isChecked: false, pnl: 0 },
    },
    settings: DEFAULT_SETTINGS,
    tab: "payoffTable",
    keptOn: "2026-11-23",
    keptAt: Date.parse("2026-11-23T05:00:00Z"),
    spot: 24_611.4,
    ...change,
  };
}
