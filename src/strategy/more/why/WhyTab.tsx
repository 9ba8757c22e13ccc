import { type CSSProperties, memo } from "react";
import { formatFixed, formatSigned } from "#domain/format/number.ts";
import { strategyLegs } from "#domain/strategy/analyzer/figures.ts";
import type { Attribution, LegAttribution } from "#domain/strategy/attribution/attribution.ts";
import { writtenTerms } from "#domain/strategy/attribution/written.ts";
import { useLook } from "../../../analyzer/looks/use-look.ts";
import { useAnalyzerFact } from "../../../analyzer/use-analyzer.tsx";
import { moneyDecimals, shortTime, toneOf } from "../../../components/analysis/figures.ts";
import { legName } from "../../fields/leg-names.ts";
import { NetTag } from "../../net/NetTag.tsx";
import { spotDecimals } from "../../summary/figures.ts";
import { hasMoved, type Step, type Steps, stepsOf, TERMS } from "./steps.ts";
import { TEXTS } from "./texts.ts";
import css from "./WhyTab.module.css";

function Bar({ step, zero }: { readonly step: Step; readonly zero: number }) {
  const { from, to, value } = step;
  if (Number.isNaN(from) || Number.isNaN(to)) return null;
  const style = {
    "--from": `${Math.min(from, to)}%`,
    "--width": `${Math.abs(to - from)}%`,
    "--zero": `${zero}%`,
  } as CSSProperties;
  return (
    <span className={css.bar} style={style} aria-hidden="true">
      <i className={css.zero} />
      <i className={css.fill} data-tone={toneOf(value)} data-whole={step.name === "atTarget" || undefined} />
    </span>
  );
}

function Terms({ steps, zero, decimals }: Steps) {
  return (
    <table className={css.terms} data-testid="why-terms">
      <caption className="visually-hidden">{TEXTS.name}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{TEXTS.cause}</th>
          <th scope="col">{TEXTS.rupees}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step) => (
          <tr key={step.name} data-whole={step.name === "atTarget" || undefined}>
            <th scope="row">
              {TEXTS.terms[step.name]}
              <span className={css.hint}>{TEXTS.hints[step.name]}</span>
            </th>
            <td className={css.figure} data-tone={toneOf(step.value)} data-testid={`why-${step.name}`}>
              {formatSigned(step.value, decimals)}
            </td>
            <td className={css.picture}>
              <Bar step={step} zero={zero} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A leg with no more to say of it than nothing at all has a row too: what is held is accounted for. */
function Legs({ told, decimals }: { readonly told: Attribution; readonly decimals: number }) {
  const instance = useAnalyzerFact((view) => view.instance);
  const names = new Map(
    (instance === null ? [] : strategyLegs(instance)).map((leg) => [leg.id, legName(leg)]),
  );
  const row = (leg: LegAttribution) => {
    const written = writtenTerms(leg, decimals);
    const name = names.get(leg.legId);
    if (name === undefined) return null;
    return (
      <tr key={leg.legId}>
        <th scope="row">{name}</th>
        {TERMS.map((term) => (
          <td key={term} className={css.figure} data-tone={toneOf(written[term])}>
            {formatSigned(written[term], decimals)}
          </td>
        ))}
        <td className={css.figure} data-tone={toneOf(written.total)}>
          {formatSigned(written.total, decimals)}
        </td>
      </tr>
    );
  };
  const title = told.charges === null ? TEXTS.byLeg : TEXTS.byLegGross;
  return (
    <details className={css.legs}>
      <summary>{title}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <section className={css.room} aria-label={title} tabIndex={0}>
        <table className={css.table} data-testid="why-legs">
          <thead>
            <tr>
              <th scope="col">{TEXTS.leg}</th>
              {TERMS.map((term) => (
                <th key={term} scope="col">
                  {TEXTS.terms[term]}
                </th>
              ))}
              <th scope="col">{TEXTS.total}</th>
            </tr>
          </thead>
          <tbody>{told.legs.map(row)}</tbody>
        </table>
      </section>
    </details>
  );
}

function Told({ told, isStale }: { readonly told: Attribution; readonly isStale: boolean }) {
  const ivOffset = useAnalyzerFact(({ instance }) => instance?.ivOffset ?? 0);
  const decimals = useAnalyzerFact(({ underlying }) => spotDecimals(underlying?.spotTickSize ?? 0.05));
  const { from, to, move } = told;
  const steps = stepsOf(told);
  const isStill = !hasMoved(told, ivOffset, move.vega);
  const offset = ivOffset === 0 ? null : formatSigned(ivOffset, Number.isInteger(ivOffset) ? 0 : 1);
  return (
    <div className={css.why} data-stale={isStale || undefined}>
      <p className={css.path}>
        {TEXTS.from(formatFixed(from.price, decimals), shortTime(from.time))}{" "}
        {TEXTS.to(formatFixed(to.price, decimals), shortTime(to.time), offset)}
        {" · "}
        <NetTag isNet={told.charges !== null} />
      </p>
      {isStill ? <p className={css.still}>{TEXTS.still}</p> : null}
      <Terms {...steps} />
      <Legs
        told={told}
        decimals={moneyDecimals(told.legs.flatMap((leg) => TERMS.map((term) => leg[term])))}
      />
      <p className={css.method}>{TEXTS.method}</p>
    </div>
  );
}

/** What makes the P&L from now to the target (rules STRAT-52 to STRAT-55). */
export const WhyTab = memo(function WhyTab() {
  const { look, isStale, isMissing } = useLook({ why: true });
  const told = look?.why ?? null;
  if (told === null) return <p className={css.still}>{isMissing ? TEXTS.missing : TEXTS.coming}</p>;
  return <Told told={told} isStale={isStale} />;
});
