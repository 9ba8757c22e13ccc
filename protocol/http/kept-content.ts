/**
 * A kept strategy on its way and in storage (`domain/strategy/kept`). Prices are rupees, times epoch ms, volatilities fractions,
 * quantities units. Nothing that is not named here is taken, so nothing nests deeper than this.
 */

import { type Static, Type } from "typebox";
import { ANALYSIS_TABS, DATA_SOURCES, type DataSource } from "#domain/strategy/analyzer/model.ts";
import { MOST_SLIPPAGE_TICKS } from "#domain/strategy/entry.ts";
import { KEPT_VERSION } from "#domain/strategy/kept/content.ts";
import { MOST_SKETCH_POINTS } from "#domain/strategy/kept/sketch.ts";
import { ENTRY_MODES } from "#domain/strategy/model.ts";
import { MOST_TRADES } from "./builder-limits.ts";
import { BuilderSettings } from "./builder-settings.ts";
import { Nullable } from "./nullable.ts";

const strict = { additionalProperties: false } as const;
const Price = Type.Number({ minimum: 0, maximum: 1e12 });
const Iv = Type.Number({ minimum: 0, maximum: 1e6 });
const Instant = Type.Number({ minimum: 0, maximum: 4.2e12 });
const Units = Type.Integer({ minimum: -1e12, maximum: 1e12 });
const Name = Type.String({ minLength: 1, maxLength: 64 });
export const IsoDay = Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" });

const dealt = {
  tradingsymbol: Name,
  token: Type.Integer({ minimum: 0, maximum: 0xffff_ffff }),
  type: Type.Union([Type.Literal("CE"), Type.Literal("PE"), Type.Literal("FUT"), Type.Literal("EQ")]),
  strike: Price,
  expiry: Nullable(IsoDay),
  lotSize: Type.Number({ exclusiveMinimum: 0, maximum: 1e12 }),
  multiplier: Type.Number({ exclusiveMinimum: 0, maximum: 1e6 }),
  quantity: Units,
  entryPrice: Nullable(Price),
  isSelected: Type.Boolean(),
};

/** A leg as a list shows it and reckons its P&L. */
export const KeptLegSummary = Type.Object(dealt, strict);
export type KeptLegSummary = Static<typeof KeptLegSummary>;

export const KeptLeg = Type.Object(
  {
    ...dealt,
    expiryInstant: Nullable(Instant),
    iv: Nullable(Iv),
    /** what the market said when it was kept */
    market: Type.Object({ price: Nullable(Price), iv: Nullable(Iv) }, strict),
  },
  strict,
);

export const ManualPnl = Type.Object(
  { isChecked: Type.Boolean(), pnl: Type.Number({ minimum: -1e15, maximum: 1e15 }) },
  strict,
);

const KeptFigures = Type.Object(
  {
    targetPrice: Nullable(Price),
    targetDateTime: Nullable(Instant),
    payoffTableTargetInterval: Nullable(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    ivOffset: Type.Number({ minimum: -1e6, maximum: 1e6 }),
    customStrikeWiseIvs: Type.Record(
      Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2} \\d{1,13}(\\.\\d{1,6})?$" }),
      Iv,
      { maxProperties: 1_000, additionalProperties: false },
    ),
    entryPricing: Type.Optional(
      Type.Object(
        {
          mode: Type.Enum(ENTRY_MODES),
          slippageTicks: Type.Integer({ minimum: 0, maximum: MOST_SLIPPAGE_TICKS }),
        },
        strict,
      ),
    ),
    lotMultiplier: Type.Integer({ minimum: 1, maximum: 1e12 }),
    manualPnl: ManualPnl,
  },
  strict,
);

const SOURCES = Object.keys(DATA_SOURCES) as [DataSource, ...DataSource[]];

export const KeptContent = Type.Object(
  {
    version: Type.Literal(KEPT_VERSION),
    underlying: Name,
    source: Type.Enum(SOURCES),
    meta: Nullable(
      Type.Object({ id: Type.String({ maxLength: 128 }), name: Type.String({ maxLength: 128 }) }, strict),
    ),
    legs: Type.Array(KeptLeg, { minItems: 1, maxItems: MOST_TRADES }),
    figures: KeptFigures,
    settings: Type.Partial(BuilderSettings, strict),
    tab: Type.Enum([...ANALYSIS_TABS]),
    keptOn: IsoDay,
    keptAt: Instant,
    spot: Nullable(Price),
  },
  strict,
);
export type KeptContent = Static<typeof KeptContent>;

/** A payoff without figures: x from 0 to 1, y from -1 to 1. */
export const Sketch = Type.Array(
  Type.Tuple([Type.Number({ minimum: 0, maximum: 1 }), Type.Number({ minimum: -1, maximum: 1 })]),
  { minItems: 2, maxItems: MOST_SKETCH_POINTS },
);
