import type { ContractList } from "#domain/strategy/contract-list.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { SetSearch } from "../../shared/page/use-written-address.ts";
import type { StraddleSearch } from "./address/address.ts";
import type { Wish } from "./address/wishes.ts";
import type { Line } from "./strategies/lines.ts";

/** A strategy as it is shown. */
export interface ShownLine extends Line {
  /** among the strategies that are shown, which says how it looks */
  readonly place: number;
  readonly name: string;
  /** as an address has it: no two of a page are the same */
  readonly text: string;
  readonly isHidden: boolean;
}

/** What every part of the page is given. */
export interface StraddlePage {
  readonly search: StraddleSearch;
  readonly set: SetSearch<StraddleSearch>;
  readonly underlying: UnderlyingSummary;
  readonly listed: ContractList;
  /** the expiry that is offered and that rolling lines have; null where nothing is listed */
  readonly nearest: IsoDate | null;
  readonly lines: readonly ShownLine[];
  /** Draws other strategies. @param what is hidden of them, by place */
  draw(wishes: readonly Wish[], hidden?: readonly number[]): void;
  /** The feed is late or lost: what is shown is older than it should be. */
  readonly isStale: boolean;
}
