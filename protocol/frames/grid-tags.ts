/** What a trader plans or holds of the contracts in a grid: found by cell, the same for every renderer and the mirror. */
import { compactDate } from "#domain/calendar/ist.ts";
import type { ChainColumn, ChainViewLayout } from "#domain/format/chain-columns.ts";
import { formatFixed, formatSigned } from "#domain/format/number.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { HEAD_INDEX } from "./chain-frame.ts";
import type { GridState } from "./grid-state.ts";

/** What is marked: trades that are planned, and what an account holds. Each has tags of its own. */
export type TagKind = "leg" | "position";

/** A contract that the trader plans to deal in or holds, marked in its row (rules CHAIN-18, CHAIN-19 and POS-6). */
export interface ContractTag {
  readonly token: number;
  /** Where it stands: a chain shows the tags of its own expiry. */
  readonly expiry: IsoDate;
  readonly strike: number;
  readonly option: "call" | "put";
  readonly kind: TagKind;
  readonly side: "BUY" | "SELL";
  /** Above 0: lots, or units where the trader counts in these. */
  readonly count: number;
  /** What it says is older than it should be. */
  readonly isOld?: boolean;
  /** Rupees; NaN unknown. */
  readonly price: number;
  /** What it is to who cannot see it, in the page's language. */
  readonly spoken: string;
}

/** "+2" or "−1" of what is planned, sold below zero; "B 2" or "S 1" of what is held. */
export function tagText({ kind, side, count }: Pick<ContractTag, "kind" | "side" | "count">): string {
  const decimals = Number.isInteger(count) ? 0 : 2;
  if (kind === "position") return `${side === "BUY" ? "B" : "S"} ${formatFixed(count, decimals)}`;
  return formatSigned(side === "BUY" ? count : -count, decimals);
}

export interface GridTags {
  /** All of a kind that there are of an underlying (its token); those of before are gone. */
  set(kind: TagKind, underlying: number, tags: readonly ContractTag[]): void;
  place(layout: ChainViewLayout): void;
  /** Those of a cell: a row's stand in the column of each side that is next to the strike. */
  of(row: number, column: ChainColumn): readonly ContractTag[];
  /** Calls back for every cell that has some. */
  each(visit: (row: number, column: number) => void): void;
}

interface Source {
  /** token */
  readonly underlying: number;
  readonly tags: readonly ContractTag[];
}

const NOTHING: Source = { underlying: 0, tags: [] };

interface PlacedTag {
  readonly tag: ContractTag;
  /** token */
  readonly underlying: number;
  /** YYYYMMDD */
  readonly expiry: number;
}

const NONE: readonly ContractTag[] = [];
const tagOf = ({ tag }: PlacedTag): ContractTag => tag;

export function createGridTags(grid: GridState): GridTags {
  const sources: Record<TagKind, Source> = { leg: NOTHING, position: NOTHING };
  /** By strike, what is planned before what is held: most rows that are painted have none. */
  const byStrike = new Map<number, PlacedTag[]>();
  let columns: readonly ChainColumn[] = [];
  let inner: readonly (ChainColumn | undefined)[] = [];

  function of(row: number, column: ChainColumn): readonly ContractTag[] {
    const here = byStrike.get(grid.strikes[row] ?? Number.NaN);
    if (here === undefined || !inner.includes(column)) return NONE;
    const { [HEAD_INDEX.underlying]: token, [HEAD_INDEX.expiry]: shown } = grid.head;
    return here
      .filter(({ tag, underlying, expiry }) => {
        return underlying === token && tag.option === column.side && expiry === shown;
      })
      .map(tagOf);
  }

  return {
    set(kind, underlying, tags) {
      sources[kind] = { underlying, tags };
      byStrike.clear();
      for (const source of [sources.leg, sources.position]) {
        for (const tag of source.tags) {
          const placed = { tag, underlying: source.underlying, expiry: compactDate(tag.expiry) };
          const here = byStrike.get(tag.strike);
          if (here === undefined) byStrike.set(tag.strike, [placed]);
          else here.push(placed);
        }
      }
    },
    place(layout) {
      columns = layout.columns;
      inner = [columns.findLast(({ side }) => side === "call"), columns.find(({ side }) => side === "put")];
    },
    of,
    each(visit) {
      for (const column of inner) {
        for (let row = 0; column !== undefined && byStrike.size > 0 && row < grid.rows; row++)
          if (of(row, column).length > 0) visit(row, columns.indexOf(column));
      }
    },
  };
}
