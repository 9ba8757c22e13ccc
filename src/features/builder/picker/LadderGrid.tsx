import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { formatExpiry } from "#domain/format/date.ts";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";
import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import { addLot, heldLots } from "../../../strategy/add-lot.ts";
import { useAct } from "../../../strategy/use-act.ts";
import { useIsNarrow } from "../use-is-narrow.ts";
import css from "./LegPicker.module.css";
import { atmRow, type Ladder } from "./ladder.ts";
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

/** The row of a strike; of one that is gone the same row, or the last. */
function rowOf(strike: number | undefined, strikes: readonly number[], row: number): number {
  const at = strike === undefined ? -1 : strikes.indexOf(strike);
  return at >= 0 ? at : Math.min(row, strikes.length - 1);
}

/** Strikes of an expiry, those in sight in the document; it begins at the money. */
export function LadderGrid({ underlying, expiry, contracts, legs, priceDecimals }: Props) {
  const act = useAct();
  const isNarrow = useIsNarrow();
  const rowHeight = isNarrow ? TOUCH_ROW_HEIGHT : ROW_HEIGHT;
  const box = useRef<HTMLDivElement>(null);
  const { ladder, strikes, isStale, place } = useLadder(underlying, expiry, priceDecimals);
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

  /** What the list was last shown of. */
  const shown = useRef<{ readonly ladder: Ladder; readonly strikes: readonly number[] } | null>(null);
  const focusOn = ({ row, column }: PickerPlace): void =>
    void requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`)
        ?.focus({ preventScroll: true }),
    );
  const goTo = (to: PickerPlace): void => {
    setAt(to);
    list.scrollToIndex(to.row);
    focusOn(to);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: where another list of strikes begins
  useEffect(() => {
    if (ladder === null || strikes.length === 0) return;
    const before = shown.current;
    shown.current = { ladder, strikes };
    if (before?.ladder === ladder) {
      // Of the same expiry other strikes are listed: the keys stay at the one that they are at.
      const same = { row: rowOf(before.strikes[at.row], strikes, at.row), column: at.column };
      setAt(same);
      if (box.current?.contains(document.activeElement)) focusOn(same);
      return;
    }
    const atm = atmRow(ladder.grid);
    const middle = { row: atm >= 0 ? atm : strikes.length >> 1, column: 0 };
    // The list takes the focus when it is opened; another expiry leaves it where it is.
    if (before === null) goTo(middle);
    else setAt(middle);
    list.scrollToIndex(middle.row, { align: "center" });
  }, [ladder, strikes]);

  const press = useCallback(
    (side: "CE" | "PE", strike: number, action: TradeAction) => {
      const contract = contracts.option(side, expiry, strike);
      if (contract !== null) act(addLot(contract, action, legs));
    },
    [contracts, expiry, legs, act],
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
    <>
      <p className="visually-hidden" role="status">
        {isStale ? TEXTS.stale : ""}
      </p>
      <div
        ref={box}
        className={css.ladder}
        role="grid"
        aria-label={TEXTS.grid(formatExpiry(expiry))}
        aria-rowcount={strikes.length + 1}
        onKeyDown={onKeyDown}
        data-stale={isStale ? "" : undefined}
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
    </>
  );
}
