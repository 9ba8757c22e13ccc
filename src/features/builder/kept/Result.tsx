import { useSnapshot } from "valtio";
import { ANONYMOUS, isBrokerId } from "#domain/access/brokers.ts";
import { istDate } from "#domain/calendar/ist.ts";
import type { ChargeSituation } from "#domain/charges/of-leg.ts";
import { formatFixed, formatRupees } from "#domain/format/number.ts";
import { resultOf, type SettledResult, type StrategyResult } from "#domain/strategy/kept/result.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { session } from "../../../session/session-state.ts";
import { legName } from "../../../strategy/fields/leg-names.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import css from "./Kept.module.css";
import { useKeeping } from "./keeping.ts";
import { marketNow } from "./market-now.ts";
import { TEXTS } from "./texts.ts";

const money = (rupees: number): string => formatRupees(rupees, 0);
const toneOf = (rupees: number) => (rupees > 0.5 ? "up" : rupees < -0.5 ? "down" : undefined);

function settlementsOf(stats: BuilderPayload["trade_stats"]) {
  return new Map(
    Object.entries(stats).flatMap(([token, { settlement }]) =>
      settlement === undefined
        ? []
        : [
            [
              Number(token),
              { price: settlement.price, origin: settlement.origin, isEstimated: settlement.is_estimated },
            ] as const,
          ],
    ),
  );
}

function pricesOf(stats: BuilderPayload["trade_stats"]) {
  return new Map(
    Object.entries(stats).map(
      ([token, { usable_price: usable, last_price: last }]) =>
        [Number(token), usable ?? last ?? Number.NaN] as const,
    ),
  );
}

function useResult(): StrategyResult | null {
  const analyzer = useAnalyzer();
  const { instance, payload, underlying } = useAnalyzerState();
  const { strategy, link } = useSnapshot(useKeeping());
  const { profile } = useSnapshot(session);
  if (instance === null || underlying === null || !instance.legs.some(({ isExpired }) => isExpired)) {
    return null;
  }
  const broker = profile?.broker_details.broker_id;
  const enteredOn = link?.strategy.keptOn ?? strategy?.keptOn ?? istDate(marketNow(analyzer));
  return resultOf(instance.legs, {
    settlements: settlementsOf(payload?.trade_stats ?? {}),
    prices: pricesOf(payload?.trade_stats ?? {}),
    market: {
      symbol: underlying.symbol,
      kind: underlying.kind,
      derivativeExchange: underlying.derivativeExchange as ChargeSituation["market"]["derivativeExchange"],
    },
    broker: broker !== undefined && isBrokerId(broker) ? broker : ANONYMOUS,
    enteredOn,
  });
}

function Settled({ result, decimals }: { readonly result: SettledResult; readonly decimals: number }) {
  const { result: texts } = TEXTS;
  const { leg, price, origin, isEstimated, gross, charges } = result;
  return (
    <li data-testid="settled-leg">
      <span>
        {texts.leg(legName(leg))} <strong>{formatFixed(price, decimals)}</strong>
      </span>
      <span>{origin === null ? texts.unknown : texts.origins[origin]}</span>
      {isEstimated && origin !== null ? <span className={css.estimated}>{texts.estimated}</span> : null}
      <span>
        {texts.gross} <strong>{money(gross)}</strong>
      </span>
      <span>
        {texts.charges} {money(charges)}
      </span>
    </li>
  );
}

function Sum({
  label,
  value,
  testId,
}: {
  readonly label: string;
  readonly value: number;
  readonly testId: string;
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-tone={toneOf(value)} data-testid={testId}>
        {money(value)}
      </dd>
    </div>
  );
}

/** What came of the legs that are over, beside what the others stand at. */
export function Result() {
  const { underlying } = useAnalyzerState();
  const result = useResult();
  if (result === null || result.settled.length === 0) return null;
  const { result: texts } = TEXTS;
  const { settled, realised, charges, open } = result;
  const decimals = priceDecimals(underlying?.kind);
  return (
    <section className={css.result} aria-label={texts.name} data-testid="settled-result">
      <ul className={css.settled}>
        {settled.map((each) => (
          <Settled key={each.leg.id} result={each} decimals={decimals} />
        ))}
      </ul>
      <dl className={css.sums}>
        <Sum label={texts.realised(settled.length)} value={realised} testId="realised" />
        <Sum label={texts.charges} value={charges} testId="realised-charges" />
        <Sum label={texts.net} value={realised - charges} testId="realised-net" />
        <Sum label={texts.open} value={open} testId="still-open" />
        <Sum label={texts.together} value={realised - charges + open} testId="together" />
      </dl>
    </section>
  );
}
