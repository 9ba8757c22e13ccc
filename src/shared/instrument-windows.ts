import { proxy } from "valtio";
import type { OptionType } from "#domain/pricing/black76.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/**
 * Windows on one instrument, asked for from anywhere in the app. What asks knows nothing of the features that show them: the app listens
 * here and puts them over the page.
 */

/** An option as a row of a chain has it. */
export interface LadderContract {
  /** Symbol and token of its underlying. */
  readonly symbol: string;
  readonly underlying: number;
  readonly expiry: IsoDate;
  /** rupees */
  readonly strike: number;
  readonly option: OptionType;
}

/** A place for a ladder on the screen, and what stands in it. */
interface OpenLadder {
  /** 0 to MOST_LADDERS − 1: what its place is remembered by. */
  readonly slot: number;
  readonly contract: LadderContract;
  /** Counts how often it was asked for: it comes to the front with each. */
  readonly asked: number;
}

interface InstrumentWindows {
  /** One may be asked for in a moment: by then its code is there. */
  isLadderNear: boolean;
  ladders: readonly OpenLadder[];
  /** Counts how often one more was asked for than there may be. */
  refusedLadders: number;
  /** Symbol of the instrument that is told about; null none. */
  info: string | null;
  /** Counts how often the window on it was asked for. */
  infoAsked: number;
}

export const MOST_LADDERS = 4;

export const instrumentWindows = proxy<InstrumentWindows>({
  isLadderNear: false,
  ladders: [],
  refusedLadders: 0,
  info: null,
  infoAsked: 0,
});

export const nameOfContract = ({ underlying, expiry, strike, option }: LadderContract): string =>
  [underlying, expiry, strike, option].join(" ");

/** What opens one has come under the pointer or the keys. */
export function expectLadder(): void {
  instrumentWindows.isLadderNear = true;
}

/** Opens the book of an option, or brings it to the front. What is one too many is refused, and said. */
export function openLadder(contract: LadderContract): void {
  const { ladders } = instrumentWindows;
  const name = nameOfContract(contract);
  if (ladders.some((each) => nameOfContract(each.contract) === name)) {
    instrumentWindows.ladders = ladders.map((each) =>
      nameOfContract(each.contract) === name ? { ...each, asked: each.asked + 1 } : each,
    );
    return;
  }
  if (ladders.length >= MOST_LADDERS) {
    instrumentWindows.refusedLadders++;
    return;
  }
  const taken = new Set(ladders.map(({ slot }) => slot));
  let slot = 0;
  while (taken.has(slot)) slot++;
  instrumentWindows.ladders = [...ladders, { slot, contract, asked: 1 }];
}

export function closeLadder(contract: LadderContract): void {
  const name = nameOfContract(contract);
  instrumentWindows.ladders = instrumentWindows.ladders.filter(
    (each) => nameOfContract(each.contract) !== name,
  );
}

/** Opens the window on an instrument; one that is open goes over to it. */
export function openInfo(symbol: string): void {
  instrumentWindows.info = symbol;
  instrumentWindows.infoAsked++;
}

/** The same from a menu or the search: once that has gone and given back the focus, which the window gives back in turn. */
export function openInfoAfterwards(symbol: string): void {
  requestAnimationFrame(() => requestAnimationFrame(() => openInfo(symbol)));
}

export function closeInfo(): void {
  instrumentWindows.info = null;
}
