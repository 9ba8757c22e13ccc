import type { MarketTerms } from "#analysis/market-packets.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import type { MetacacheBody } from "#protocol/http/metacache.ts";
import { type ListedContracts, listedContracts } from "../chains/listed-contracts.ts";

type ListedUnderlying = MarketTerms["listed"]["underlying"];

/** What the instruments say of underlyings whose markets are told, worked out once for each list of instruments. */
interface StrategyListing {
  has(underlying: number): boolean;
  /** Tokens of the futures, and of the share where there is one: what no chain has. */
  linear(underlying: number): number[];
  /** null while there are no instruments, and for an underlying there is none of. */
  terms(of: { readonly underlying: number; readonly expiries: readonly IsoDate[] }): MarketTerms | null;
}

interface Listed {
  readonly of: MetacacheBody;
  readonly contracts: ListedContracts | null;
}

function underlyingAt({ underlyers }: MetacacheBody, u: number): ListedUnderlying {
  return {
    token: underlyers.token[u]!,
    symbol: underlyers.symbol[u]!,
    kind: underlyers.kind[u] as ListedUnderlying["kind"],
    exchange: underlyers.exchange[u] as ListedUnderlying["exchange"],
    derivativeExchange: underlyers.derivativeExchange[u] as ListedUnderlying["exchange"],
    spotTickSize: underlyers.spotTickSize[u]!,
    strikeStep: underlyers.strikeStep[u]!,
  };
}

export function createStrategyListing(instruments: () => MetacacheBody | null): StrategyListing {
  const known = new Map<number, Listed>();

  function contractsOf(underlying: number): ListedContracts | null {
    const body = instruments();
    if (body === null) return null;
    const held = known.get(underlying);
    if (held?.of === body) return held.contracts;
    const contracts = listedContracts(body, underlying);
    known.set(underlying, { of: body, contracts });
    return contracts;
  }

  return {
    has: (underlying) => contractsOf(underlying) !== null,
    linear(underlying) {
      const listed = contractsOf(underlying);
      if (listed === null) return [];
      const { futures, spot } = listed;
      const all = spot.instrument_type === "EQ" ? [...futures, spot] : futures;
      return all.map((each) => each.instrument_token);
    },
    terms({ underlying, expiries }) {
      const body = instruments();
      const listed = contractsOf(underlying);
      if (body === null || listed === null) return null;
      const { futures, spot } = listed;
      return {
        listed: {
          underlying: underlyingAt(body, listed.at),
          futures: futures.map(({ expiry }) => expiry as IsoDate),
        },
        expiries: listed.expiries,
        contracts: [...expiries.flatMap(listed.options), ...futures, spot],
      };
    },
  };
}
