import type { ChainViewLayout } from "#domain/format/chain-columns.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { Painter } from "#workers/painter/api.ts";

/** Where a chain's grid lies on the page, and who paints it: for what stands over and beside it. */
export interface GridPlace {
  /** Holds the grid and what stands over it; scrolls with it. */
  readonly content: HTMLElement;
  /** Around what scrolls, and does not. */
  readonly frame: HTMLElement;
  readonly scroller: HTMLElement;
  /** The rows. */
  readonly body: HTMLElement;
  readonly rowHeight: number;
  readonly layout: ChainViewLayout;
  readonly painter: Painter;
  /** Of the cell that keys are in, -1 none. */
  readonly row: number;
  readonly column: number;
  /** Puts keys into a cell, and brings it into sight. */
  goTo(row: number, column: number): void;
}

/** A valtio proxy, whose grid is a ref. */
export interface ChainDesk {
  /** null while nothing is painted */
  grid: GridPlace | null;
  /** Of the chain on screen, rupees ascending, one a row. */
  strikes: Float64Array | null;
}

/** What is marked in the rows of a chain, and how. */
export interface ChainMarks {
  /** What the account holds, beside the trades. */
  readonly positions: boolean;
  /** In units instead of lots. */
  readonly inUnits: boolean;
}

/** Another chain on the page. */
export type OtherChain = Pick<BesideChain, "id" | "desk" | "underlying" | "expiry">;

/** Given to what is composed beside the chain; of several, beside the one that is worked with. */
export interface BesideChain {
  /** Of several the one it is, whichever is worked with. */
  readonly id?: number;
  readonly desk: ChainDesk;
  readonly underlying: UnderlyingSummary;
  /** The expiry on screen, YYYY-MM-DD. */
  readonly expiry: string;
  /** What the address says of the trades; undefined nothing. */
  readonly legs: string | undefined;
  /** Absent: positions as well, in lots. */
  readonly marks?: ChainMarks;
  /** On the same page. */
  readonly others?: readonly OtherChain[];
  readonly onLegs: (legs: string | undefined) => void;
  /** Shows another underlying's chain, of its nearest expiry. */
  readonly onSymbol: (symbol: string) => void;
}
