import type { IsoDate } from "#domain/units/iso-date.ts";
import type { UnderlyingSummary } from "#workers/engine/api.ts";
import type { SetSearch } from "../../shared/page/use-written-address.ts";
import type { OiSearch } from "./address.ts";
import type { Variant } from "./variants.ts";

/** What every tab is given. */
export interface OiPage {
  readonly search: OiSearch;
  readonly set: SetSearch<OiSearch>;
  readonly variant: Variant;
  readonly underlying: UnderlyingSummary;
  /** that are added up, near to far: those of the address that are listed, else the nearest; none where none is listed */
  readonly expiries: readonly IsoDate[];
  /** The feed is late or lost: what is shown is older than it should be. */
  readonly isStale: boolean;
}
