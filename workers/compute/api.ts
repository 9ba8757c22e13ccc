/** What a page asks of its compute worker: the server's analyses, without the way there and back. */

import type { AdjustOutcome, AdjustQuestion } from "#analysis/adjust-answer.ts";
import type { BuilderOutcome } from "#analysis/builder-answer.ts";
import type { BuilderRefusal } from "#analysis/builder-request.ts";
import type { Look, LookOutcome, LookWants } from "#analysis/strategy-looks.ts";
import type { ForwardSource } from "#domain/chain/flags.ts";
import type { ErrorCode } from "#domain/errors.ts";
import type { OptionAnswer, OptionQuestion } from "#domain/pricing/calculator/option-calculator.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { FeedState } from "#protocol/frames/chain-frame.ts";
import type { BuilderPayload, BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody, MarketVersion } from "#protocol/http/builder-market-body.ts";

export type { AdjustAnswer, Weighed } from "#analysis/adjust-answer.ts";
export type { AdjustOutcome, AdjustQuestion, BuilderOutcome, Look, LookOutcome, LookWants, MarketVersion };

/** The market that an answer was computed in. */
export interface AnsweredIn {
  /** `live`: of the feed, as it streams; `answer`: the one that the server's last answer brought. */
  readonly source: "live" | "answer";
  /** Its market time, epoch ms. */
  readonly asOf: number;
  /** The expiries it is made of, each at its place in its stream. */
  readonly expiries: readonly MarketVersion[];
}

export type ComputeOutcome =
  | { readonly ok: true; readonly payload: BuilderPayload; readonly market: AnsweredIn }
  | { readonly ok: false; readonly refusal: BuilderRefusal };

/** One expiry of the live market. */
export interface ExpiryHead extends MarketVersion {
  readonly expiryInstant: number;
  readonly state: FeedState;
  /** Rupees; NaN none, as are the other figures. */
  readonly forward: number;
  readonly forwardSource: ForwardSource;
  readonly synthetic: number;
  readonly discount: number;
  /** Fraction. */
  readonly atmIv: number;
  readonly atmStrike: number;
  readonly lotSize: number;
  readonly strikeStep: number;
}

/** A future of the underlying, or the share itself (`expiry` null). */
export interface LinearHead {
  readonly token: number;
  readonly expiry: IsoDate | null;
  /** NaN unknown, as are the others. */
  readonly ltp: number;
  readonly previousClose: number;
  readonly bid: number;
  readonly ask: number;
  readonly oi: number;
  /** epoch ms; NaN never */
  readonly lastTradeTime: number;
}

/** What is told of each frame of the live market. */
export interface MarketHead {
  readonly underlying: number;
  /** Counts frames. */
  readonly frame: number;
  /** Of the expiry that stands worst: live, delayed, stale, closed, loading … */
  readonly state: FeedState;
  /** The spot's closing auction: `spot` is implied from the nearest forward. */
  readonly isSpotImplied: boolean;
  readonly isDelayed: boolean;
  readonly isSimulated: boolean;
  /** Not heard of since the connection was lost, or silent. */
  readonly isStale: boolean;
  readonly isClosed: boolean;
  /** Rupees; NaN unknown. */
  readonly spot: number;
  /** The last real one while `spot` is implied; NaN else. */
  readonly lastSpot: number;
  readonly spotPreviousClose: number;
  /** Market time of the newest packet, epoch ms. */
  readonly now: number;
  /** Device's clock when the newest packet came, epoch ms. */
  readonly receivedAt: number;
  /** Those that have come, near to far. */
  readonly expiries: readonly ExpiryHead[];
  /** Asked for and not there yet. */
  readonly awaited: readonly IsoDate[];
  readonly futures: readonly LinearHead[];
}

/** Why the live market does not go on; the next head ends it. */
export interface MarketRefusal {
  readonly refused: { readonly code: ErrorCode; readonly message: string };
}

/** The greatest difference between two answers to one request. */
export interface Difference {
  /** Of the two figures, as a part of the greater; of instants, ms. Infinity where one is missing or is another word. */
  readonly relative: number;
  /** Such as `greeks.delta`; empty when nothing differs. */
  readonly where: string;
}

/** A server's answer, computed again here. */
export interface Verification {
  /** In the market that the answer brought. */
  readonly own: Difference;
  /** In the live market at the same places of all its streams; null when it was not held, or has futures or shares in it. */
  readonly live: Difference | null;
  /** The live market at the same (epoch, sequence) of every expiry was held. */
  readonly wasHeld: boolean;
  /** Answers verified so far, and those of them whose market was held. */
  readonly verified: number;
  readonly held: number;
}

export interface ComputeApi {
  /** Whose arithmetic it is: WebAssembly's, or TypeScript's where that could not be loaded. */
  kernel(): Promise<"wasm" | "typescript">;
  /** The market that requests are answered in where the live one does not do, as an answer with `include_market` brought it. */
  setMarket(market: BuilderMarketBody): void;
  /**
   * The payload that `POST builder_v3` would answer: in the live market when it holds every expiry that the legs need, else in
   * the market of the last answer. Refused with `prices.failed` where there is neither, with `derivative.not_found` for
   * contracts that neither knows, and with `server.internal` where the analysis itself fails: then the server must be asked.
   * Rejects only where the worker does not run.
   */
  builder(request: BuilderRequest): Promise<ComputeOutcome>;
  /** What is looked at beside the analysis, in the market that `builder` would answer in; refused as that is. */
  look(request: BuilderRequest, wants: LookWants): Promise<LookOutcome>;
  /** What would cut the strategy's delta or margin, and what a change of it costs: in the live market alone. */
  adjust(question: AdjustQuestion): Promise<AdjustOutcome>;
  /** The port that a stream of kind `strategy-market` tells its frames on, anew with each engine; it replaces the one before. */
  takeMarketPort(port: MessagePort): void;
  /** Tells `MarketHead | MarketRefusal` on this port from now on, the last one at once. */
  watchMarket(port: MessagePort): void;
  /** Computes a server's answer again; null when it brought no market (`include_market`). */
  verify(request: BuilderRequest, payload: BuilderPayload): Promise<Verification | null>;
  /** One option of what was typed, without a market. */
  option(question: OptionQuestion): Promise<OptionAnswer>;
}
