import type { Charges } from "#domain/charges/charges.ts";
import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import { useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { legName } from "../../fields/leg-names.ts";
import css from "./Money.module.css";
import { TEXTS } from "./texts.ts";

const PARTS = Object.keys(TEXTS.parts) as (keyof typeof TEXTS.parts & keyof Charges)[];

interface Costs {
  readonly entry: Charges;
  readonly exit: Charges;
  readonly total: Charges;
}

function Cells({ entry, exit, total }: Costs) {
  return (
    <>
      <td>{formatFixed(entry.total, 2)}</td>
      <td>{formatFixed(exit.total, 2)}</td>
      <td data-testid="leg-charges">{formatFixed(total.total, 2)}</td>
      {PARTS.map((part) => (
        <td key={part}>{formatFixed(total[part], 2)}</td>
      ))}
    </>
  );
}

/** What each leg costs to enter and to leave, and its parts after the whole: these are what a narrow window scrolls to. */
export function ChargesTable() {
  const charges = useAnalyzerFact((view) => view.charges);
  const instance = useAnalyzerFact((view) => view.instance);
  if (charges === null) return <p className={css.note}>{TEXTS.noCharges}</p>;
  const legs = instance === null ? [] : strategyLegs(instance);
  const names = new Map(legs.map((leg) => [leg.id, legName(leg)]));
  return (
    <>
      <p className={css.note}>
        {[
          TEXTS.chargesOf(charges.plan, formatExpiry(charges.ratesFrom)),
          charges.assumed.length > 0 ? TEXTS.assumed : "",
        ].join(" ")}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={css.room} aria-label={TEXTS.charges} tabIndex={0}>
        <table className={`${css.table} ${css.charges}`} data-testid="charges-table">
          <caption className="visually-hidden">{TEXTS.charges}</caption>
          <thead>
            <tr>
              <th scope="col">{TEXTS.leg}</th>
              <th scope="col">{TEXTS.entry}</th>
              <th scope="col">{TEXTS.exit}</th>
              <th scope="col">{TEXTS.total}</th>
              {PARTS.map((part) => (
                <th key={part} scope="col">
                  {TEXTS.parts[part]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {charges.legs.map((leg) => (
              <tr key={leg.legId} data-testid="charges-leg">
                <th scope="row">{names.get(leg.legId) ?? ""}</th>
                <Cells {...leg} />
              </tr>
            ))}
            <tr data-whole="" data-testid="charges-all">
              <th scope="row">{TEXTS.all}</th>
              <Cells {...charges} />
            </tr>
          </tbody>
        </table>
      </section>
    </>
  );
}
