/** What a trader should know before believing the figures (rules STRAT-11 and STRAT-12). */

import { istDate } from "../calendar/ist.ts";
import { isWholeLots, lotRuleMessage } from "./legs/lots.ts";
import type { StrategyMarket } from "./model.ts";
import type { StandingLeg } from "./standing.ts";
import type { StrategyWarning, StrategyWarningCode } from "./summary-types.ts";

interface Situation {
  /** Those that count. */
  readonly legs: readonly StandingLeg[];
  readonly market: StrategyMarket;
  readonly targetTime: number;
  /** Date of the expiry curve, epoch ms. */
  readonly expiryTime: number;
}

type Rule = (
  situation: Situation,
) => { readonly message: string; readonly legs: readonly StandingLeg[] } | null;

const about = (legs: readonly StandingLeg[], message: string): ReturnType<Rule> =>
  legs.length === 0 ? null : { message, legs };

const live = ({ legs }: Situation) => legs.filter((each) => !each.isExpired);

const RULES: readonly (readonly [StrategyWarningCode, Rule])[] = [
  [
    "NO_UNDERLYING",
    ({ market }) =>
      market.spot > 0 ? null : { message: `There is no price of ${market.symbol} now.`, legs: [] },
  ],
  [
    "SPOT_AUCTION",
    ({ market }) =>
      market.isSpotImplied && market.spot > 0
        ? {
            message: `${market.symbol} is in its closing auction: its price is implied from the nearest forward.`,
            legs: [],
          }
        : null,
  ],
  [
    "EXPIRED_STRATEGY",
    ({ legs }) =>
      about(
        legs.filter((each) => each.isExpired),
        "You Are viewing an expired strategy.",
      ),
  ],
  [
    "ESTIMATED_SETTLEMENT",
    ({ legs }) =>
      about(
        legs.filter((each) => each.isExpired && each.isEstimated),
        "The settlement price is not known: it is estimated from the close of the underlying.",
      ),
  ],
  [
    "EXECUTION_RISK",
    (situation) => {
      const trades = live(situation).filter(({ leg }) => leg.kind === "trade");
      return about(
        trades.length > 1 ? trades : [],
        "Not all orders of a basket may be traded. Check the execution of every leg.",
      );
    },
  ],
  [
    "FUTURE_IV",
    (situation) => {
      const { market, targetTime, expiryTime } = situation;
      const isLater = istDate(targetTime) > istDate(market.now);
      return about(
        live(situation).filter(
          ({ leg, isOption }) =>
            isOption && (leg.expiryInstant > expiryTime || (isLater && istDate(targetTime) !== leg.expiry)),
        ),
        "The P&L depends on the IV of that day. The default IVs may be inaccurate when it is not the expiry day.",
      );
    },
  ],
  [
    "NO_IV",
    (situation) =>
      about(
        live(situation).filter(({ isOption, sigma }) => isOption && Number.isNaN(sigma)),
        "The market has no implied volatility for some legs. Set one to see their value before expiry.",
      ),
  ],
  ["LIQUIDITY_RISK", liquidityRisk],
];

function liquidityRisk(situation: Situation): ReturnType<Rule> {
  const illiquid = live(situation).filter(
    ({ leg, isOption }) => isOption && (!leg.quote.isLiquid || leg.quote.warnings.includes("ODD_STRIKE")),
  );
  const isOdd = illiquid.some(({ leg }) => leg.quote.warnings.includes("ODD_STRIKE"));
  return about(
    illiquid,
    isOdd
      ? `Strikes at odd multiples of ${situation.market.strikeStep} may be illiquid. Check their prices.`
      : "Some legs may be illiquid. Check their prices.",
  );
}

function lotRule({ legs }: Situation): StrategyWarning[] {
  const broken = legs.filter(
    ({ leg, isExpired }) =>
      !isExpired && leg.kind === "trade" && leg.type !== "EQ" && !isWholeLots(leg.quantity, leg.lotSize),
  );
  return broken.map(({ leg }) => ({
    code: "LOT_RULE",
    message: lotRuleMessage(leg.tradingsymbol, leg.lotSize),
    legIds: [leg.id],
  }));
}

export function strategyWarnings(situation: Situation): StrategyWarning[] {
  const warnings: StrategyWarning[] = [];
  for (const [code, rule] of RULES) {
    const found = rule(situation);
    if (found === null) continue;
    warnings.push({ code, message: found.message, legIds: found.legs.map(({ leg }) => leg.id) });
  }
  return [...warnings, ...lotRule(situation)];
}
