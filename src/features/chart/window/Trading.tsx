import { useCallback, useMemo, useState } from "react";
import { useSnapshot } from "valtio";
import { formatFixed } from "#domain/format/number.ts";
import type { ChartLevel } from "../../../components/chart/types.ts";
import { session } from "../../../session/session-state.ts";
import { drawnLegs, pageStrategy } from "../../../shared/chart-deals.ts";
import toolCss from "../../../shared/page-controls/Tools.module.css";
import { useHasPositions } from "../../../shared/positions/use-has-positions.ts";
import { useHeld } from "../../../shared/positions/use-held.ts";
import { widgetPlace } from "../../../shared/widget/widget-place.ts";
import { priceDecimals } from "../picture/picture.ts";
import type { Bars } from "../series/bars-series.ts";
import css from "./ChartWindow.module.css";
import { Crosshair, DealButtons } from "./Crosshair.tsx";
import { useListedContract } from "./listed-contract.ts";
import { priceLines } from "./price-lines.ts";
import { dealPrice, type PricePlace } from "./price-place.ts";
import { TEXTS } from "./texts.ts";
import { useDeal } from "./use-deal.ts";

/** Whether the account's broker takes orders; not inside another app. */
export function useMayTrade(): boolean {
  const { phase, profile } = useSnapshot(session);
  return phase === "signed_in" && profile?.broker_details.trade_supported === true && widgetPlace() === null;
}

type Lines = (told: Bars) => readonly ChartLevel[];

const NO_LINES: Lines = () => [];

/** Lines of what the account holds and has planned. */
export function useTradingLines(): Lines {
  const { phase } = useSnapshot(session);
  const ofPage = useSnapshot(pageStrategy);
  const held = useHeld(useHasPositions());
  const positions = held.data?.positions;
  const legs = useMemo(() => drawnLegs(ofPage), [ofPage]);
  const lines = useCallback<Lines>((told) => priceLines(told, positions ?? [], legs), [positions, legs]);
  return phase === "signed_in" ? lines : NO_LINES;
}

interface Props {
  readonly symbol: string;
  readonly told: Bars | null;
  readonly place: PricePlace;
}

/** Trading from the chart: B and S at the crosshair, and beside a price that is typed (rule CHART-18). */
export function Trading({ symbol, told, place }: Props) {
  const charted = useListedContract(symbol);
  const decimals = told === null ? 2 : priceDecimals(told);
  const deal = useDeal(charted, decimals);
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string } | null>(null);
  if (charted === null) return <span className={css.note}>{TEXTS.tradingOf}</span>;
  const { tickSize } = charted.contract;
  const last = told?.close.findLast((value) => value !== null) ?? null;
  const text = typed?.of === symbol ? typed.text : last === null ? "" : last.toFixed(decimals);
  const price = dealPrice(text.trim() === "" ? Number.NaN : Number(text), tickSize);
  return (
    <span className={css.trading}>
      <label className={toolCss.field}>
        {TEXTS.atPrice}
        <input
          className={css.price}
          type="number"
          inputMode="decimal"
          min={0}
          step={tickSize}
          value={text}
          onChange={({ target }) => setTyped({ of: symbol, text: target.value })}
          data-testid="chart-deal-price"
        />
      </label>
      {Number.isNaN(price) ? null : <DealButtons price={price} decimals={decimals} onDeal={deal} />}
      <Crosshair
        place={place}
        decimals={decimals}
        tickSize={tickSize}
        onDeal={deal}
        onPrice={(pointed) =>
          setTyped({ of: symbol, text: formatFixed(pointed, decimals).replaceAll(",", "") })
        }
      />
    </span>
  );
}
