import { FORWARD_FUTURE } from "#domain/chain/flags.ts";
import { marginBook, marginOf } from "#domain/margin/margin.ts";
import { peakFunds } from "#domain/margin/questions.ts";
import type { StrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import type { Leg, LegType, StrategyMarket } from "#domain/strategy/model.ts";
import { vectorCheck } from "../vector-check.ts";

interface MarginInput {
  readonly kind: "index" | "stock" | "commodity";
  /** One for which no clearing corporation has published rates of its own where it is left out. */
  readonly symbol?: string;
  readonly now: string;
  readonly spot: number;
  readonly previousClose: number;
  readonly dailyVolatility: number;
  readonly expiries: readonly {
    readonly expiry: string;
    readonly expiryInstant: string;
    readonly forward: number;
  }[];
  readonly legs: readonly {
    readonly type: LegType;
    readonly strike: number;
    readonly expiry: string;
    readonly quantity: number;
    readonly sigma: number | null;
    readonly entry: number | null;
    readonly multiplier?: number;
    readonly product?: Leg["product"];
    readonly held?: boolean;
  }[];
}

const FIGURES = [
  "scanRisk",
  "calendarCharge",
  "netOptionValue",
  "span",
  "exposure",
  "deepOtm",
  "expiryDay",
  "marginRequired",
  "capitalRequired",
  "peakFunds",
] as const;
type MarginOutput = Readonly<Record<(typeof FIGURES)[number], number>>;

/** What the file says of a case without a multiplier. */
const UNIT = 1;

function marginOfInput(input: MarginInput, kernel: StrategyKernel) {
  const instants = new Map(
    input.expiries.map(({ expiry, expiryInstant }) => [expiry, Date.parse(expiryInstant)]),
  );
  const legs = input.legs.map(
    (leg, i): Leg => ({
      id: String(i),
      token: i + 1,
      tradingsymbol: `${leg.strike} ${leg.type}`,
      type: leg.type,
      strike: leg.strike,
      expiry: leg.expiry,
      expiryInstant: instants.get(leg.expiry)!,
      quantity: leg.quantity,
      // Quantities are units here: no figure depends on the lot.
      lotSize: 1,
      multiplier: leg.multiplier ?? UNIT,
      product: leg.product ?? null,
      entryPrice: leg.entry,
      customIv: leg.sigma,
      isSelected: true,
      kind: leg.held === true ? "position" : "trade",
      bookedPnl: 0,
      quote: {
        lastPrice: Number.NaN,
        usablePrice: Number.NaN,
        bid: Number.NaN,
        ask: Number.NaN,
        isLiquid: false,
        warnings: [],
      },
      settlement: null,
    }),
  );
  const market: StrategyMarket = {
    symbol: input.symbol ?? "EXAMPLE",
    token: 1,
    kind: input.kind,
    now: Date.parse(input.now),
    spot: input.spot,
    isSpotImplied: false,
    strikeStep: 50,
    spotTickSize: 0.05,
    tickSize: 0.05,
    derivativeExchange: input.kind === "commodity" ? "MCX" : "NFO",
    closestFutureExpiry: null,
    expiries: input.expiries.map(({ expiry, forward }) => ({
      expiry,
      expiryInstant: instants.get(expiry)!,
      forward,
      forwardSource: FORWARD_FUTURE,
      synthetic: forward,
      discount: 1,
      discountError: Number.NaN,
      discountSource: 0,
      discountLender: 0,
      atmIv: Number.NaN,
      // Without a smile of the market each leg is margined by its own volatility.
      strikes: new Float64Array(0),
      iv: new Float64Array(0),
      solved: new Uint8Array(0),
    })),
  };
  const { dailyVolatility, previousClose } = input;
  const book = marginBook({ legs, market, dailyVolatility, previousClose }, kernel);
  return { ...marginOf(book), peakFunds: peakFunds([book]) };
}

export const checkMargin = vectorCheck<MarginInput, MarginOutput>(
  (figures, { input, output }, { strategy }) => {
    const got = marginOfInput(input, strategy);
    for (const name of FIGURES) figures.number(name, got[name], output[name]);
  },
  true,
);
