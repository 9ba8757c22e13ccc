import { proxy } from "valtio";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { TradeAction } from "#domain/strategy/model.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { restore } from "./modal/modal-state.ts";

/** A contract of the chain as it stood when B or S was pressed. */
export interface PressedContract {
  /** token */
  readonly underlying: number;
  readonly expiry: IsoDate;
  readonly strike: number;
  readonly option: OptionType;
  /** Last price in its row, rupees; NaN where there is none. */
  readonly price: number;
  /** In the grid. */
  readonly row: number;
}

export interface Press extends PressedContract {
  readonly action: TradeAction;
}

/** What came of a press, said at its row. */
export interface Feedback {
  readonly row: number;
  readonly option: OptionType;
  readonly action: TradeAction;
  readonly text: string;
}

/** What the trader builds on the chain: there is one page of it at a time. Trades themselves are the analyzer's. */
interface AnalyzeState {
  /** Something is about to be pressed, or the address names trades: the analyzer is wanted from then on. */
  isBegun: boolean;
  /** In the order they came; taken off when they are done. */
  presses: readonly Press[];
  feedback: Feedback | null;
  isModalOpen: boolean;
  /** The chain could not mark the trades: the code that does could not be had. */
  isUnmarked: boolean;
  /** How often it was asked to try again. */
  marksAsked: number;
}

const begin = (): AnalyzeState => ({
  isBegun: false,
  presses: [],
  feedback: null,
  isModalOpen: false,
  isUnmarked: false,
  marksAsked: 0,
});

export const analyze = proxy<AnalyzeState>(begin());

/** A pointer has come to the buttons, or the focus to a cell: by the time of the press contracts and analyzer are there. */
export function makeReady(): void {
  analyze.isBegun = true;
}

export function press(pressed: Press): void {
  analyze.isBegun = true;
  analyze.presses = [...analyze.presses, pressed];
}

/** The window of the analysis opens over the chain; the strip stays what it is. */
export function openModal(): void {
  analyze.isModalOpen = true;
  restore();
}

export function closeModal(): void {
  analyze.isModalOpen = false;
}

export function markAgain(): void {
  analyze.isUnmarked = false;
  analyze.marksAsked++;
}

/** Another page of the chain begins with nothing. */
export function forget(): void {
  Object.assign(analyze, begin());
}
