import type { ChainState, ForwardSource } from "#domain/chain/flags.ts";
import type { PriceKind } from "#domain/pricing/usable-price.ts";
import type { ChainField, FeedState } from "./chain-frame.ts";

/** The cell of a chain that is asked how it came to be. */
export interface CellQuestion {
  /** token */
  readonly underlying: number;
  /** YYYY-MM-DD */
  readonly expiry: string;
  /** rupees */
  readonly strike: number;
  /** null: the strike itself. */
  readonly field: ChainField | null;
}

/** What a contract's figures are made of; prices in rupees, OI and volume in units, unknown is NaN. */
export interface ContractStory {
  readonly token: number;
  readonly bid: number;
  readonly ask: number;
  readonly ltp: number;
  readonly previousClose: number;
  readonly oi: number;
  readonly previousOi: number;
  readonly volume: number;
  /** The price that figures are made of, and which of the others it is. */
  readonly price: number;
  readonly priceKind: PriceKind;
  /** Of the frame: domain/chain/flags.ts. */
  readonly flags: number;
  /** Since its newest quote came and since its last trade, ms. */
  readonly quoteAge: number;
  readonly tradeAge: number;
}

/**
 * own: of an out-of-the-money price of its strike. neighbours: between those of other strikes. feed: as the server says it, for no price
 * here tells one.
 */
export type IvSource = "own" | "neighbours" | "feed" | "none";

/** How a cell came to be, of the same tables and the same solution as the frames of its view. */
export interface CellStory {
  /** The figure as the view's newest frame holds it, in the unit of its field. */
  readonly value: number;
  /** null where the strike has no contract on that side. */
  readonly call: ContractStory | null;
  readonly put: ContractStory | null;
  /** rupees */
  readonly forward: number;
  readonly forwardSource: ForwardSource;
  readonly spot: number;
  readonly atmStrike: number;
  /** To the instant that fixes the payoff. */
  readonly years: number;
  /** Annual, continuous. */
  readonly rate: number;
  /** Fractions. */
  readonly iv: number;
  readonly previousIv: number;
  readonly ivSource: IvSource;
  /** The out-of-the-money side, whose price is asked first. */
  readonly ivSide: "call" | "put";
  /** Why the strike has no IV of its own: an IV_REASON_… of domain/chain/flags.ts. */
  readonly ivReason: number;
  readonly marketState: ChainState;
  readonly state: FeedState;
  /** Market time, epoch ms. */
  readonly asOf: number;
}
