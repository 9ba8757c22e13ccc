import { formatExpiry } from "#domain/format/date.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { legName } from "../../../strategy/fields/leg-names.ts";
import { TEXTS as LEG } from "../../../strategy/legs/texts.ts";
import css from "./LegRow.module.css";
import type { LegRowProps } from "./leg-row-props.ts";
import { TEXTS } from "./texts.ts";

/** Expiries that a leg can be on: those of options, or of futures. */
function expiriesFor({ type }: AnalyzerLeg, { expiries, futures }: ContractList): readonly string[] {
  return type === "FUT" ? futures.map(({ expiry }) => expiry!) : expiries;
}

export function ExpiryChoice({ leg, contracts, today, act }: LegRowProps) {
  const { expiry } = leg;
  if (expiry === null) return <span className={css.expiry}>{leg.tradingsymbol}</span>;
  if (leg.isExpired) {
    return (
      <span className={css.expiry}>
        {formatExpiry(expiry, today)} <span className={css.tag}>{TEXTS.expired}</span>
      </span>
    );
  }
  const all = expiriesFor(leg, contracts);
  return (
    <select
      className={css.expiry}
      aria-label={LEG.of(TEXTS.fields.expiry, legName(leg))}
      value={expiry}
      onChange={(event) => act({ type: "set-expiry", id: leg.id, expiry: event.target.value })}
      data-testid="leg-expiry"
    >
      {(all.includes(expiry) ? all : [expiry, ...all]).map((each) => (
        <option key={each} value={each}>
          {formatExpiry(each, today)}
        </option>
      ))}
    </select>
  );
}
