import type { IsoDate } from "#domain/units/iso-date.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { SetSearch } from "../../shared/page/use-written-address.ts";
import type { LiveSearch } from "./address.ts";

/** What the charts and their controls are given. */
export interface LivePage {
  readonly search: LiveSearch;
  readonly set: SetSearch<LiveSearch>;
  readonly underlying: UnderlyingSummary;
  /** that of the address where it is listed; null the nearest of each day */
  readonly expiry: IsoDate | null;
  /** The feed is late or lost: what is shown is older than it should be. */
  readonly isStale: boolean;
}
