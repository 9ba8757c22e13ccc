import { proxy } from "valtio";
import type { RowSizeSetting } from "#domain/chain/settings.ts";
import type { StrikeCount } from "#domain/chain/view-choices.ts";
import type { GridLook } from "#domain/format/own-columns.ts";
import type { ChainMarks } from "../../../shared/beside-chain.ts";

/** What a trader's settings make of the page where the address says nothing. */
export interface Chosen {
  /** the view to begin with */
  readonly view: string;
  readonly size: RowSizeSetting;
  readonly above: StrikeCount;
  readonly below: StrikeCount;
  readonly hundreds: boolean;
  readonly marks: ChainMarks;
  /** the trader's own views, in their order */
  readonly named: readonly { readonly id: string; readonly name: string }[];
  /** how the grid shows a view; null: as it is built in */
  lookOf(view: string): GridLook | null;
}

/** What the page, the toolbar and the grid know of the settings. */
export const chosen = proxy<{
  /** a ref; null until the settings are here: everything has its default */
  now: Chosen | null;
}>({ now: null });

/** Name under which this device keeps settings. */
export const KEPT_AS = "chain-settings";
