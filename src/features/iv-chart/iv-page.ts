import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { SetSearch } from "../../shared/page/use-written-address.ts";
import type { IvSearch } from "./address.ts";

/** What every tab is given. */
export interface IvPage {
  readonly search: IvSearch;
  readonly set: SetSearch<IvSearch>;
  readonly underlying: UnderlyingSummary;
  /** The feed is late or lost: what is shown is older than it should be. */
  readonly isStale: boolean;
}
