import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import { useAnalyzer } from "../../../analyzer/use-analyzer.tsx";
import { addLot, heldLots } from "../../../strategy/add-lot.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import css from "./LegPicker.module.css";
import { atmRow } from "./ladder.ts";
import { BUTTONS, type PickerPlace, PickerRow } from "./PickerRow.tsx";
import { TEXTS } from "./texts.ts";
import { useLadder } from "./use-ladder.ts";
import { usePickerKeys } from "./use-picker-keys.ts";

/** px */
const ROW_HEIGHT = 28;
const TOUCH_ROW_HEIGHT = 52;

interface Props {
  readonly underlying: number;
  readonly expiry: string;
  readonly contracts: ContractList;
  readonly legs: readonly AnalyzerLeg[];
  readonly priceDecimals: number;
}

function Heads() {
  const { heads } = TEXTS;
  return (
    <div className={css.heads} role="row" aria-rowindex={1}>
      <span role="columnheader" className={css.buttons}>
        {TEXTS.sides.call}
      </span>
      <span role="columnheader" className={css.callOi}>
        {heads.oi}
      </span>
      <span role="columnheader" className={css.callDelta}>
        {heads.delta}
      </span>
      <span role="columnheader" className={css.callLtp}>
        {heads.ltp}
      </span>
      <span role="columnheader" className={css.strike}>
        {heads.strike}
      </span>
      <span role="columnheader" className={css.iv}>
        {heads.iv}
      </span>
      <span role="columnheader" className={css.putLtp}>
        {heads.ltp}
      </span>
      <span role="columnheader" className={css.putDelta}>
        {heads.delta}
      </span>
      <span role="columnheader" className={css.putOi}>
        {heads.oi}
      </span>
      <span role="columnheader" className={css.buttons}>
        {TEXTS.sides.put}
      </span>
    </div>
  );
}

/** Strikes of an expiry, those in sight in the document; it begins at the money. */
export function LadderGrid({ underlying, expiry, contracts, legs, priceDecimals }: Props) {
  const { dispatch } = useAnalyzer();
  const isNarrow = useIsNarrow();
  const rowHeight = isNarrow ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
  const box = useRef<HTMLDivElement>(null);
  const { ladder, strikes, place } = useLadder(underlying, expiry, priceDecimals);
  const [at, setAt] = useState<PickerPlace>({ row: -1, column: 0 });
  const list = useVirtualizer({
    count: strikes.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return at.row < 0 || seen.includes(at.row) ? seen : [...seen, at.row].sort((a, b) => a - b);
    },
  });

  /** The list takes the focus when it is opened; another expiry leaves it where it is. */
  const isNew = useRef(true);
  const goTo = (to: PickerPlace): void => {
    setAt(to);
    list.scrollToIndex(to.row);
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-row="${to.row}"] [data-column="${to.column}"]`)
        ?.focus({ preventScroll: true }),
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: where another list of strikes begins
  useEffect(() => {
    if (ladder === null || strikes.length === 0) return;
    const atm = atmRow(ladder.grid);
    const middle = { row: atm >= 0 ? atm : strikes.length >> 1, column: 0 };
    if (isNew.current) goTo(middle);
    else setAt(middle);
    isNew.current = false;
    list.scrollToIndex(middle.row, { align: "center" });
  }, [ladder, strikes, rowHeight]);

  const press = useCallback(
    (side: "CE" | "PE", strike: number, action: TradeAction) => {
      const contract = contracts.option(side, expiry, strike);
      if (contract !== null) dispatch(addLot(contract, action, legs));
    },
    [contracts, expiry, legs, dispatch],
  );
  const onKeyDown = usePickerKeys({
    place: at,
    rows: strikes.length,
    goTo,
    press: (row, column) => {
      const [side, action] = BUTTONS[column]!;
      const strike = strikes[row];
      if (strike !== undefined) press(side, strike, action);
    },
  });
  const refs = useMemo(() => {
    const made = new Map<number, (line: HTMLDivElement | null) => void>();
    return (row: number) => {
      const ref = made.get(row) ?? ((line: HTMLDivElement | null) => place(row, line));
      made.set(row, ref);
      return ref;
    };
  }, [place]);

  return (
    <div
      ref={box}
      className={css.ladder}
      role="grid"
      aria-label={TEXTS.grid(formatExpiry(expiry))}
      aria-rowcount={strikes.length + 1}
      onKeyDown={onKeyDown}
      data-testid="picker-grid"
    >
      <Heads />
      {strikes.length === 0 ? <p className={css.waiting}>{TEXTS.waiting}</p> : null}
      <div role="presentation" className={css.rows} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const strike = strikes[index]!;
          return (
            <PickerRow
              key={index}
              ref={refs(index)}
              row={index}
              strike={strike}
              style={{ transform: `translateY(${start}px)`, height: rowHeight }}
              call={heldLots(contracts.option("CE", expiry, strike), legs)}
              put={heldLots(contracts.option("PE", expiry, strike), legs)}
              stop={at.row === index ? at.column : -1}
              onPress={press}
            />
          );
        })}
      </div>
    </div>
  );
}
