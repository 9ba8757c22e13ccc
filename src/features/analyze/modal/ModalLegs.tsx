import { useId } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import { formatExpiry } from "#domain/format/date.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { legName } from "../../../strategy/fields/leg-names.ts";
import { TEXTS as FIELDS } from "../../../strategy/fields/texts.ts";
import { LotsField, PriceField } from "../../../strategy/legs/LegFigures.tsx";
import { type LegFields, lotRuleOf } from "../../../strategy/legs/leg-fields.ts";
import { marketOf } from "../../../strategy/legs/leg-prices.ts";
import { RemoveButton } from "../../../strategy/legs/RemoveButton.tsx";
import { SideButton } from "../../../strategy/legs/SideButton.tsx";
import { StrikeField } from "../../../strategy/legs/StrikeField.tsx";
import { useIsTaken } from "../../../strategy/legs/use-is-taken.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import css from "./ModalLegs.module.css";
import { TEXTS } from "./texts.ts";

interface RowProps extends LegFields {
  readonly today: IsoDate | undefined;
}

function Row({ today, ...fields }: RowProps) {
  const { leg } = fields;
  const rule = useId();
  const lotRule = lotRuleOf(leg);
  return (
    <li
      className={css.row}
      aria-label={legName(leg)}
      data-off={leg.isSelected ? undefined : ""}
      data-testid="leg"
    >
      <span className={css.side}>
        <SideButton {...fields} />
      </span>
      <span className={css.lots}>
        <LotsField {...fields} warnedBy={lotRule === null ? undefined : rule} />
      </span>
      <span className={css.strike}>
        <StrikeField {...fields} />
      </span>
      <span className={css.contract}>
        <span className={css.type}>{FIELDS.types[leg.type]}</span>{" "}
        <span>{leg.expiry === null ? leg.tradingsymbol : formatExpiry(leg.expiry, today)}</span>
      </span>
      <span className={css.price}>
        <PriceField {...fields} />
      </span>
      <span className={css.remove}>
        <RemoveButton {...fields} />
      </span>
      {lotRule === null ? null : (
        <p id={rule} className={css.rule}>
          {lotRule}
        </p>
      )}
    </li>
  );
}

/** The trades in as little room as they can be changed in. */
export function ModalLegs() {
  const { dispatch } = useAnalyzer();
  const { instance, payload, contracts, underlying, market } = useAnalyzerState();
  const isTaken = useIsTaken();
  if (!instance?.legs.length || contracts === null) return null;
  const { settings, ivOffset, legs } = instance;
  const decimals = priceDecimals(underlying?.kind);
  const now = market?.now ?? payload?.as_of;
  const today = now === undefined || !(now > 0) ? undefined : istDate(now);
  return (
    <ol className={css.legs} aria-label={TEXTS.list}>
      {legs.map((leg) => (
        <Row
          key={leg.id}
          leg={leg}
          isTaken={isTaken}
          market={marketOf(leg, payload ?? null, { ivOffset, decimals, settings })}
          settings={settings}
          contracts={contracts}
          priceDecimals={decimals}
          dispatch={dispatch}
          today={today}
        />
      ))}
    </ol>
  );
}
