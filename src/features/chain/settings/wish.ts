import type { RowSize, StrikeCount } from "#domain/chain/view-choices.ts";

/** What the toolbar changes of the settings, by the names that the address has for it. */
export interface Wish {
  readonly above?: StrikeCount;
  readonly below?: StrikeCount;
  readonly hundreds?: boolean;
  readonly size?: RowSize;
}
