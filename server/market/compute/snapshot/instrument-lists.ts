import { AppError } from "#domain/errors.ts";
import { bareSymbol, parseSymbol } from "#domain/instruments/symbol.ts";
import type { Underlying, UnderlyingKind } from "#domain/instruments/types.ts";
import { type MetacacheBody, parseMetacache } from "#protocol/http/metacache.ts";
import type { Bus } from "../../../platform/bus/bus.ts";
import { mustRead } from "../../../platform/lib/read-json.ts";
import { readMetacacheAnswer } from "../../bus/bus-messages.ts";
import { metacacheRequest } from "../../bus/market-subjects.ts";
import type { MarketWatch } from "../../bus/market-watch.ts";
import { createInstrumentDirectory, type InstrumentDirectory } from "../../instruments/directory.ts";
import { withLastTrades } from "../../instruments/last-trades.ts";

/** An underlying with all that is derived from it. */
export interface ListedUnderlying {
  readonly underlying: Pick<
    Underlying,
    "token" | "symbol" | "kind" | "exchange" | "derivativeExchange" | "spotTickSize" | "strikeStep"
  >;
  /** of this underlying alone */
  readonly directory: InstrumentDirectory;
  /** tokens of the futures, and of the spot */
  readonly linear: readonly number[];
}

export interface InstrumentList {
  readonly etag: string;
  /** of all of them */
  readonly directory: InstrumentDirectory;
  /** null for a token that no underlying has */
  underlying(token: number): ListedUnderlying | null;
  /** The underlying of a contract's or a share's tradingsymbol, expired ones included; null when there is none. */
  underlyingOf(tradingsymbol: string): ListedUnderlying | null;
}

interface InstrumentLists {
  /** The list of now: at once when it is held and fresh. @throws AppError `metacache.failed` */
  get(): InstrumentList | Promise<InstrumentList>;
}

/** How long a list is trusted without asking whether it is still the one; a new epoch asks at once. */
const FRESH_MS = 5_000;

type MarketTime = MarketWatch["marketTime"];

function listed(
  all: InstrumentDirectory,
  body: MetacacheBody,
  u: number,
  marketTime: MarketTime,
): ListedUnderlying {
  const { underlyers } = body;
  const directory = createInstrumentDirectory(all.subset(new Set([u])), marketTime);
  const underlying = {
    token: underlyers.token[u] as number,
    symbol: underlyers.symbol[u] as string,
    kind: underlyers.kind[u] as UnderlyingKind,
    exchange: underlyers.exchange[u] as Underlying["exchange"],
    derivativeExchange: underlyers.derivativeExchange[u] as Underlying["exchange"],
    spotTickSize: underlyers.spotTickSize[u] as number,
    strikeStep: underlyers.strikeStep[u] as number,
  };
  const futures = directory.futures(0).map((each) => each.instrument_token);
  return { underlying, directory, linear: [...new Set([...futures, underlying.token])] };
}

function createList(body: MetacacheBody, marketTime: MarketTime): InstrumentList {
  const directory = createInstrumentDirectory(body, marketTime);
  const kept = new Map<number, ListedUnderlying>();

  function at(u: number): ListedUnderlying | null {
    if (u < 0) return null;
    const held = kept.get(u);
    if (held !== undefined) return held;
    const made = listed(directory, body, u, marketTime);
    kept.set(u, made);
    return made;
  }

  /** By what the symbol says of itself: most need no index of forty thousand symbols. */
  function byRule(symbol: string): ListedUnderlying | null {
    const named = parseSymbol(symbol)?.underlying ?? symbol;
    const found = at(directory.underlyer(named));
    return found !== null && found.directory.bySymbol(symbol) !== null ? found : null;
  }

  return {
    etag: body.etag,
    directory,
    underlying: (token) => at(directory.underlyer(token)),
    underlyingOf(tradingsymbol) {
      const symbol = bareSymbol(tradingsymbol);
      const found = byRule(symbol);
      if (found !== null) return found;
      const details = directory.bySymbol(tradingsymbol);
      if (details !== null) return at(directory.underlyer(details.underlying_instrument));
      const named = parseSymbol(symbol)?.underlying;
      return named === undefined ? null : at(directory.underlyer(named));
    },
  };
}

/** The instruments of one market, as its feed lists them. */
export function createInstrumentLists(
  bus: Bus,
  watch: MarketWatch,
  now: () => number = () => performance.now(),
): InstrumentLists {
  let held: InstrumentList | null = null;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let loading: Promise<InstrumentList> | null = null;
  watch.onEpoch(() => {
    checkedAt = Number.NEGATIVE_INFINITY;
  });

  async function load(): Promise<InstrumentList> {
    const request = Buffer.from(JSON.stringify(held === null ? {} : { etag: held.etag }));
    const payload = await bus.request(metacacheRequest(), request);
    const answer = mustRead(readMetacacheAnswer, payload, "The feed's metacache");
    if (answer.body !== undefined || held === null) {
      const body = parseMetacache(answer.body, withLastTrades);
      if (body === null) throw new Error("The feed's metacache is malformed");
      held = createList(body, watch.marketTime);
    }
    checkedAt = now();
    return held;
  }

  return {
    get() {
      if (held !== null && now() - checkedAt < FRESH_MS) return held;
      loading ??= load()
        .catch((cause: unknown) => {
          // A feed that restarts is away for a moment; instruments of a minute ago are better than none.
          if (held !== null) return held;
          throw new AppError("metacache.failed", "Instrument metacache failed", {}, { cause });
        })
        .finally(() => {
          loading = null;
        });
      return loading;
    },
  };
}
