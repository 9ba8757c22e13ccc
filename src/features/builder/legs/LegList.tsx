import { useCallback, useState } from "react";
import { istDate } from "#domain/calendar/ist.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import { useAnalyzer, useAnalyzerState } from "../../../analyzer/use-analyzer.tsx";
import { isHeld, lotRuleOf } from "../../../strategy/legs/leg-fields.ts";
import { marketOf } from "../../../strategy/legs/leg-prices.ts";
import { useIsTaken } from "../../../strategy/legs/use-is-taken.ts";
import { priceDecimals } from "../../../strategy/price-decimals.ts";
import { useAct } from "../../../strategy/use-act.ts";
import { LegRow } from "./LegRow.tsx";
import css from "./Legs.module.css";
import { LegsFoot } from "./LegsFoot.tsx";
import { TEXTS } from "./texts.ts";
import { useDragOrder } from "./use-drag-order.ts";

function canSwap(
  { type, expiry, strike }: AnalyzerLeg,
  legs: readonly AnalyzerLeg[],
  contracts: ContractList,
): boolean {
  if ((type !== "CE" && type !== "PE") || expiry === null) return false;
  const other = contracts.option(type === "CE" ? "PE" : "CE", expiry, strike);
  return other !== null && !legs.some((each) => isHeld(each, other.token));
}

function Heads({ tradeView }: { readonly tradeView: "lots" | "units" }) {
  const { heads } = TEXTS;
  return (
    <div className={css.heads} aria-hidden="true">
      <span />
      <span className={css.middle}>{heads.side}</span>
      <span>{heads.expiry}</span>
      <span className={css.middle}>{heads.strike}</span>
      <span className={css.middle}>{heads.type}</span>
      <span className={css.end}>{heads[tradeView]}</span>
      <span className={css.end}>{heads.price}</span>
      <span className={css.end}>{heads.iv}</span>
      <span className={css.end}>{heads.ltp}</span>
      <span />
      <span />
    </div>
  );
}

/** The legs one under the other, to be changed, ordered and scaled. */
export function LegList({ legs }: { readonly legs: readonly AnalyzerLeg[] }) {
  const { dispatch } = useAnalyzer();
  const { instance, payload, contracts, underlying, market } = useAnalyzerState();
  const [list, setList] = useState<HTMLElement | null>(null);
  const act = useAct();
  const onMove = useCallback((id: string, to: number) => dispatch({ type: "move-leg", id, to }), [dispatch]);
  const isTaken = useIsTaken();
  const { dragging, grab } = useDragOrder(list, onMove);
  if (instance === null || contracts === null) return null;

  const { settings, ivOffset } = instance;
  const decimals = priceDecimals(underlying?.kind);
  const now = market?.now ?? payload?.as_of;
  const today = now === undefined || !(now > 0) ? undefined : istDate(now);
  const dropAt = (place: number) => {
    if (dragging === null || dragging.to === dragging.from || dragging.to === dragging.from + 1) return null;
    if (dragging.to === place) return "before";
    return dragging.to === legs.length && place === legs.length - 1 ? "after" : null;
  };
  return (
    <>
      <Heads tradeView={settings.tradeView} />
      <ol className={css.list} ref={setList} aria-label={TEXTS.name}>
        {legs.map((leg, place) => (
          <LegRow
            key={leg.id}
            leg={leg}
            place={place}
            isLast={place === legs.length - 1}
            canSwap={canSwap(leg, legs, contracts)}
            isTaken={isTaken}
            market={marketOf(leg, payload, { ivOffset, decimals, settings })}
            settings={settings}
            contracts={contracts}
            today={today}
            lotRule={lotRuleOf(leg)}
            priceDecimals={decimals}
            dispatch={dispatch}
            act={act}
            drop={dropAt(place)}
            isDragged={dragging?.id === leg.id}
            onGrab={grab}
          />
        ))}
      </ol>
      <LegsFoot />
    </>
  );
}
