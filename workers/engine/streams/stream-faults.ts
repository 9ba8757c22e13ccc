import { QUOTE_MODES } from "#protocol/wire/quote-packets.ts";
import { BAR_SECONDS, type StreamSpec } from "./stream-spec.ts";

/** The relay's limit a subscription of bars or stats. */
const MAX_TOKENS = 500;

const isToken = (token: number): boolean => Number.isInteger(token) && token > 0 && token < 2 ** 32;

/** What is wrong with what a stream is to be of; null when nothing is. A tab of another mind must not break the engine. */
export function faultOf(spec: StreamSpec): string | null {
  switch (spec.kind) {
    case "quotes":
    case "bars":
    case "stats":
      if (!Array.isArray(spec.tokens) || spec.tokens.length === 0) return "tokens is no list of any";
      if (spec.tokens.length > MAX_TOKENS) return `more than ${MAX_TOKENS} tokens`;
      if (!spec.tokens.every(isToken)) return "one of tokens is no token";
      if (spec.kind === "bars" && !BAR_SECONDS.includes(spec.seconds ?? 60))
        return "seconds is no length of a bar";
      return spec.kind === "quotes" && !QUOTE_MODES.includes(spec.mode) ? "mode is no mode of quotes" : null;
    case "depth":
      return isToken(spec.token) ? null : "token is no token";
    case "live-prices":
      return isToken(spec.underlying) ? null : "underlying is no token";
    case "screener":
    case "health":
    case "strategy-market":
      return null;
    default:
      return "kind is none that there is";
  }
}
