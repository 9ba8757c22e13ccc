import type { OptionType } from "#domain/pricing/black76.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** One option as an exchange's site publishes it. Prices in rupees; 0 = none. */
export interface PublishedOption {
  readonly type: OptionType;
  readonly expiry: IsoDate;
  readonly strike: number;
  readonly price: number;
  readonly bid: number;
  readonly ask: number;
  /** per cent; 0 = none */
  readonly iv: number;
  /** contracts, as are the next two */
  readonly oi: number;
  readonly oiChange: number;
  readonly volume: number;
  /** line of the file, or place in its list, counting from 1 */
  readonly line: number;
}

/** A chain as NSE's site gives it, by its API or as a download. */
export interface PublishedChain {
  readonly file: string;
  readonly symbol: string;
  /** day it is of; null where the file does not say */
  readonly date: IsoDate | null;
  /** rupees; NaN where the file does not say */
  readonly spot: number;
  readonly options: readonly PublishedOption[];
  /** of the nearest expiry, contracts, as the exchange adds them up; null where it does not */
  readonly totals: { readonly callOi: number; readonly putOi: number } | null;
}
