import { memo, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useSnapshot } from "valtio";
import { compactDate } from "#domain/calendar/ist.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { RowPrices } from "#workers/painter/api.ts";
import { lazily } from "../../../components/lazily.tsx";
import { live } from "../../../live/live-state.ts";
import { useTaken } from "../../../live/use-taken.ts";
import type { ChainDesk, GridPlace } from "../../../shared/beside-chain.ts";
import { PartBoundary } from "../../../strategy/PartBoundary.tsx";
import { makeReady, press } from "../analyze-state.ts";
import { readRow } from "../ask-painter.ts";
import { FootNotice } from "../FootNotice.tsx";
import { loadDesk } from "../load-desk.ts";
import { TEXTS } from "../texts.ts";
import { Feedback } from "./Feedback.tsx";
import css from "./GridActions.module.css";
import { optionOf } from "./places.ts";
import { RowButtons } from "./RowButtons.tsx";
import { useHoveredRow } from "./use-hovered-row.ts";
import { usePressAndHold } from "./use-press-and-hold.ts";
import { useTradeKeys } from "./use-trade-keys.ts";

const Choice = lazily(() => import("./Choice.tsx").then((m) => m.Choice));

interface Props {
  readonly desk: ChainDesk;
  readonly underlying: UnderlyingSummary;
  /** YYYY-MM-DD */
  readonly expiry: string;
  /** Of several chains on the page, the one that was pressed last. */
  readonly isWorkedWith: boolean;
}

/** Buying and selling on the rows of the grid: by pointer, by key, by a finger that is held (rules CHAIN-14 to CHAIN-17). */
export const GridActions = memo(function GridActions({ desk, underlying, expiry, isWorkedWith }: Props) {
  const grid = useSnapshot(desk).grid as GridPlace | null;
  const [asked, setAsked] = useState<RowPrices | null>(null);
  const { token, kind } = underlying;
  // Once the last trade is over nothing can be dealt in.
  const lastTrade = underlying.expiries.find((each) => each.expiry === expiry)?.lastTrade ?? Number.NaN;
  const isOver = useTaken(live, ({ health }) => (health?.marketTime ?? Number.NaN) >= lastTrade);
  const hovered = useHoveredRow(grid);
  const isNear = hovered >= 0;
  const isFocused = grid !== null && grid.row >= 0;
  const isAsked = asked !== null;
  useEffect(() => {
    if (isNear)
      loadDesk().then(
        ({ prepare }) => prepare(token),
        () => {},
      );
  }, [isNear, token]);
  useEffect(() => {
    if (isFocused || isAsked) makeReady();
  }, [isFocused, isAsked]);

  const deal = useCallback(
    ({ row, strike, call, put }: RowPrices, option: OptionType, action: TradeAction): void => {
      const price = option === "CE" ? call : put;
      press({ underlying: token, expiry, strike, option, price, row, action });
    },
    [token, expiry],
  );

  /** At its price of now, when the row is this chain's: the one before may be on screen for a moment more. */
  const withRow = useCallback(
    async (row: number, take: (prices: RowPrices) => void): Promise<void> => {
      const prices = grid === null ? null : await readRow(grid.painter, row);
      if (prices?.underlying === token && prices.expiry === compactDate(expiry)) take(prices);
    },
    [grid, token, expiry],
  );
  const dealAt = useCallback(
    (row: number, option: OptionType, action: TradeAction): void =>
      void withRow(row, (prices) => deal(prices, option, action)),
    [withRow, deal],
  );
  const ask = useCallback((row: number): void => void withRow(row, setAsked), [withRow]);
  const onKey = useCallback(
    (row: number, column: number, action: TradeAction): void => {
      const option = grid === null ? null : optionOf(grid.layout, column);
      if (option === null) ask(row);
      else dealAt(row, option, action);
    },
    [grid, ask, dealAt],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read where the layout stands, and what moves it is another grid or long over by the next row
  const top = useMemo(() => grid?.body.offsetTop, [grid, hovered]);
  const open = isOver ? null : grid;
  useTradeKeys(open, onKey);
  usePressAndHold(open, ask);

  if (grid === null) return null;
  return (
    <>
      {createPortal(
        <div className={css.over} style={{ top }}>
          {hovered < 0 || isOver ? null : <RowButtons grid={grid} row={hovered} onPress={dealAt} />}
          {isWorkedWith ? <Feedback grid={grid} /> : null}
        </div>,
        grid.content,
      )}
      {asked === null ? null : (
        <PartBoundary notice={(again) => <FootNotice text={TEXTS.missing.choice} onAgain={again} />}>
          <Suspense fallback={null}>
            <Choice
              prices={asked}
              expiry={expiry}
              kind={kind}
              onDeal={(option, action) => {
                deal(asked, option, action);
                setAsked(null);
              }}
              onClose={() => setAsked(null)}
            />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
});
