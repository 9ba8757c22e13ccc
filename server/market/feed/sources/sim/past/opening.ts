import type { IsoDate } from "#domain/units/iso-date.ts";
import { QUOTE_FULL_OI } from "#protocol/generated/layout.ts";
import { ROW_WORDS, type Universe } from "../../../market-table.ts";
import type { DayPlan } from "../day-plan.ts";
import type { MarketState } from "../state.ts";
import { WORD } from "../trading.ts";

const OI = QUOTE_FULL_OI / 4;

/** The market as it was when it was first watched, by row of its universe. */
export interface Opening {
  readonly universe: Universe;
  readonly at: number;
  readonly date: IsoDate;
  readonly oi: Float64Array;
  readonly volume: Float64Array;
}

export function takeOpening(state: MarketState, plan: DayPlan, at: number): Opening {
  const { words } = state.table;
  return {
    universe: state.universe,
    at,
    date: plan.date,
    oi: Float64Array.from({ length: state.rows }, (_, row) => words[row * ROW_WORDS + OI]! >>> 0),
    volume: Float64Array.from(
      { length: state.rows },
      (_, row) => words[row * ROW_WORDS + WORD.VOLUME]! >>> 0,
    ),
  };
}
