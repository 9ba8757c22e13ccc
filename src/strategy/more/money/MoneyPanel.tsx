import { useRef } from "react";
import { ANONYMOUS } from "#domain/access/brokers.ts";
import { formatRupees } from "#domain/format/number.ts";
import { margin } from "#protocol/generated/http/calls/strategies/margin.ts";
import type { MarginPayload } from "#protocol/http/margin.ts";
import type { BuilderInstance } from "../../../analyzer/answers.ts";
import { marginQuestion } from "../../../analyzer/margin-request.ts";
import { selectedLegs } from "../../../analyzer/request-of.ts";
import { useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { Button } from "../../../components/button/Button.tsx";
import { useAnswer } from "../../../shared/answers/use-answer.ts";
import { legName } from "../../fields/leg-names.ts";
import { ChargesTable } from "./ChargesTable.tsx";
import { ExitsTable, PlacingTable, ScenariosTable, TimelineTable } from "./MarginTables.tsx";
import css from "./Money.module.css";
import { TEXTS } from "./texts.ts";
import { useBroker } from "./use-broker.ts";

const DETAILS = { scenarios: true, exits: true, placing: true, timeline: true } as const;
/** Margins move with the market, but not so that each tick asks for the whole array. */
const FRESH_MS = 60_000;

function whose({ source, margin_required, estimate }: MarginPayload): string {
  const own = formatRupees(estimate.margin_required, 0);
  return source === "broker"
    ? TEXTS.whose.broker(formatRupees(margin_required, 0), own)
    : TEXTS.whose.estimate(own);
}

function Details({
  payload,
  instance,
}: {
  readonly payload: MarginPayload;
  readonly instance: BuilderInstance;
}) {
  const names = new Map(selectedLegs(instance).map((leg) => [leg.tradingsymbol, legName(leg)]));
  const nameOf = (symbol: string): string => names.get(symbol) ?? symbol;
  const namesOf = (symbols: readonly string[]): string => [...new Set(symbols)].map(nameOf).join(", ");
  if (payload.not_valued.length > 0) {
    const symbols = payload.not_valued.map(({ tradingsymbol }) => tradingsymbol);
    return <p className={css.note}>{TEXTS.notValued(namesOf(symbols))}</p>;
  }
  return (
    <>
      <p className={css.note} data-testid="margin-whose">
        {whose(payload)}
      </p>
      {payload.closed.length > 0 ? (
        <p className={css.note} data-testid="margin-closed">
          {TEXTS.closed(namesOf(payload.closed.map(({ tradingsymbol }) => tradingsymbol)))}
        </p>
      ) : null}
      {payload.two_products.length > 0 ? (
        <p className={css.note} data-testid="margin-two-products">
          {TEXTS.twoProducts(namesOf(payload.two_products))}
        </p>
      ) : null}
      <div className={css.parts}>
        <div>
          <ExitsTable payload={payload} nameOf={nameOf} />
          <PlacingTable payload={payload} nameOf={nameOf} />
          <TimelineTable payload={payload} />
        </div>
        <ScenariosTable payload={payload} />
      </div>
    </>
  );
}

function Margins({ instance }: { readonly instance: BuilderInstance }) {
  const broker = useBroker();
  const question = marginQuestion(instance, broker ?? ANONYMOUS, null);
  const body =
    question === null
      ? { trades: [], consider_positions_for_funds: false, consider_positions_for_margin: false }
      : question.body;
  const { data, isError, refetch } = useAnswer(
    margin,
    { params: { brokerId: String(broker) }, body: { ...body, details: DETAILS } },
    { isAside: true, isWanted: question !== null && broker !== null, staleTime: FRESH_MS },
  );
  if (question === null) return <p className={css.note}>{TEXTS.noLegs}</p>;
  if (data !== undefined) return <Details payload={data.payload} instance={instance} />;
  if (!isError) {
    return (
      <p className={css.note} role="status">
        {TEXTS.loading}
      </p>
    );
  }
  return (
    <p className={css.note} role="alert">
      {TEXTS.failed}{" "}
      <Button size="small" onClick={() => void refetch()}>
        {TEXTS.retry}
      </Button>
    </p>
  );
}

/** What the strategy costs and blocks, leg by leg, day by day and scenario by scenario. */
export function MoneyPanel() {
  const instance = useAnalyzerFact((view) => view.instance);
  const mayAnalyse = useAnalyzerFact((view) => view.mayAnalyse);
  const isLeftOut = useAnalyzerFact((view) => view.excluded?.margin_and_charts === true);
  // What is dragged is asked about when it is let go.
  const settled = useRef(instance);
  if (instance === null || instance.dragFrom === null) settled.current = instance;
  if (settled.current === null || mayAnalyse !== true) return null;
  return (
    <div className={css.money} data-testid="money">
      <h2 className={css.head}>{TEXTS.charges}</h2>
      <ChargesTable />
      {isLeftOut ? null : (
        <>
          <h2 className={css.head}>{TEXTS.margin}</h2>
          <Margins instance={settled.current} />
        </>
      )}
    </div>
  );
}
