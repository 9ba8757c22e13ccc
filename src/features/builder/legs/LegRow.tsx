import { GripVertical } from "lucide-react";
import { type KeyboardEvent, memo, useId } from "react";
import { formatIv } from "#domain/format/number.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import { legName } from "../../../strategy/fields/leg-names.ts";
import { TEXTS as FIELDS } from "../../../strategy/fields/texts.ts";
import { PriceField, QuantityField } from "../../../strategy/legs/LegFigures.tsx";
import type { LegMarket } from "../../../strategy/legs/leg-prices.ts";
import { RemoveButton } from "../../../strategy/legs/RemoveButton.tsx";
import { SideButton } from "../../../strategy/legs/SideButton.tsx";
import { StrikeField } from "../../../strategy/legs/StrikeField.tsx";
import { TEXTS as LEG } from "../../../strategy/legs/texts.ts";
import { ExpiryChoice } from "./ExpiryChoice.tsx";
import { IvField } from "./IvField.tsx";
import css from "./LegRow.module.css";
import type { LegRowProps } from "./leg-row-props.ts";
import { TEXTS } from "./texts.ts";

function TypeCell({ leg, canSwap, dispatch }: LegRowProps) {
  const { type, expiry } = leg;
  if ((type !== "CE" && type !== "PE") || expiry === null)
    return <span className={css.type}>{FIELDS.types[type]}</span>;
  return (
    <button
      type="button"
      className={css.swap}
      data-type={type}
      disabled={!canSwap || leg.isExpired}
      title={TEXTS.fields.swap(legName(leg))}
      aria-label={TEXTS.fields.swap(legName(leg))}
      onClick={() => dispatch({ type: "swap-type", id: leg.id })}
      data-testid="leg-type"
    >
      {FIELDS.types[type]}
    </button>
  );
}

function Ends(props: LegRowProps) {
  const { leg, market, dispatch, onGrab } = props;
  const name = legName(leg);
  return (
    <>
      <span className={css.ltp} data-illiquid={market.isLiquid ? undefined : ""}>
        <span className="visually-hidden">{TEXTS.fields.ltp}</span>
        <span data-testid="leg-ltp" title={market.isLiquid ? undefined : TEXTS.illiquid}>
          {market.lastPrice}
        </span>
      </span>
      <span className={css.icon}>
        <RemoveButton leg={leg} dispatch={dispatch} />
      </span>
      <button
        type="button"
        className={css.grip}
        aria-label={TEXTS.fields.move(name)}
        onPointerDown={(event) => onGrab(event, leg.id)}
        data-testid="leg-grip"
      >
        <GripVertical size={14} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </>
  );
}

/** Alt with the arrows moves a leg up and down the list; what had the focus keeps it. */
function onMoveKey(event: KeyboardEvent<HTMLElement>, { leg, place, isLast, dispatch }: LegRowProps): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step === undefined || !event.altKey) return;
  event.preventDefault();
  const to = place + step;
  if (to < 0 || (step > 0 && isLast)) return;
  const focused = document.activeElement;
  dispatch({ type: "move-leg", id: leg.id, to });
  requestAnimationFrame(() => {
    if (focused instanceof HTMLElement) focused.focus();
  });
}

/** An IV moves with every tick by less than is written of it. */
function isSameMarket(a: LegMarket, b: LegMarket): boolean {
  return (Object.keys(a) as (keyof LegMarket)[]).every((key) =>
    key === "iv" ? formatIv(a.iv) === formatIv(b.iv) : Object.is(a[key], b[key]),
  );
}

/** What a tick writes into a leg; a row has it in `market`, as it is written. */
const TICKING: ReadonlySet<keyof AnalyzerLeg> = new Set(["quote", "marketIv", "quotedAt"]);

export function isSameLeg(a: AnalyzerLeg, b: AnalyzerLeg): boolean {
  if (a === b) return true;
  return (Object.keys(b) as (keyof AnalyzerLeg)[]).every(
    (key) => TICKING.has(key) || Object.is(a[key], b[key]),
  );
}

/** Most ticks change the figures of few legs, and a drag few legs: the other rows are left alone. */
function isSameRow(before: LegRowProps, after: LegRowProps): boolean {
  return isSameMarket(before.market, after.market) && isSameButMarket(before, after);
}

function isSameButMarket<P extends LegRowProps>(before: P, after: P): boolean {
  return (Object.keys(after) as (keyof P)[]).every((key) => {
    if (key === "market") return true;
    return key === "leg" ? isSameLeg(before.leg, after.leg) : Object.is(before[key], after[key]);
  });
}

/** What a leg is, which the market has no word in: a tick leaves these fields alone. */
const Terms = memo(function Terms(props: LegRowProps & { readonly rule: string }) {
  const { leg, lotRule, dispatch, rule } = props;
  return (
    <>
      <label className={css.check}>
        <input
          type="checkbox"
          checked={leg.isSelected}
          aria-label={LEG.of(TEXTS.fields.select, legName(leg))}
          onChange={() => dispatch({ type: "toggle-leg", id: leg.id })}
        />
      </label>
      <span className={css.side}>
        <SideButton leg={leg} dispatch={dispatch} />
      </span>
      <ExpiryChoice {...props} />
      <span className={css.strike}>
        <StrikeField {...props} />
      </span>
      <TypeCell {...props} />
      <span className={css.quantity} data-label={TEXTS.heads[props.settings.tradeView]}>
        <QuantityField {...props} warnedBy={lotRule === null ? undefined : rule} />
      </span>
    </>
  );
}, isSameButMarket);

/** One leg: a row of fields, or a card where there is no room for a row. */
export const LegRow = memo(function LegRow(props: LegRowProps) {
  const { leg, market, lotRule, drop, isDragged } = props;
  const rule = useId();
  const name = legName(leg);
  return (
    <li
      className={css.row}
      data-leg={leg.id}
      data-off={leg.isSelected ? undefined : ""}
      data-expired={leg.isExpired ? "" : undefined}
      data-drop={drop ?? undefined}
      data-dragged={isDragged ? "" : undefined}
      data-testid="leg"
      aria-label={name}
      onKeyDown={(event) => onMoveKey(event, props)}
    >
      <Terms {...props} rule={rule} />
      <span className={css.price} data-label={TEXTS.heads.price}>
        <PriceField {...props} />
      </span>
      <span className={css.iv} data-label={TEXTS.heads.iv}>
        <IvField {...props} />
      </span>
      <Ends {...props} />
      {lotRule === null && market.priceNote === "" ? null : (
        <div className={css.rule}>
          {lotRule === null ? null : (
            <p id={rule} data-testid="lot-rule">
              {lotRule}
            </p>
          )}
          {market.priceNote === "" ? null : <p data-testid="price-note">{market.priceNote}</p>}
        </div>
      )}
    </li>
  );
}, isSameRow);
