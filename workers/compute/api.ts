/** What a page asks of its compute worker: the server's analyses, without the way there and back. */

import type { BuilderOutcome } from "#analysis/builder-answer.ts";
import type { BuilderRequest } from "#protocol/http/builder.ts";
import type { BuilderMarketBody } from "#protocol/http/builder-market-body.ts";

export type { BuilderOutcome };

export interface ComputeApi {
  /** Whose arithmetic it is: WebAssembly's, or TypeScript's where that could not be loaded. */
  kernel(): Promise<"wasm" | "typescript">;
  /** The market that requests are answered in from now on, as an answer with `include_market` brought it. */
  setMarket(market: BuilderMarketBody): void;
  /**
   * The payload that `POST builder_v3` would answer in this market. Refused with `prices.failed` before there is a market,
   * and with `derivative.not_found` for contracts it was not asked for with: then the server must be asked.
   */
  builder(request: BuilderRequest): Promise<BuilderOutcome>;
}
