import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import { BROKERS } from "#domain/access/brokers.ts";
import type { MarketAccess } from "#protocol/http/prices.ts";
import { fetchMarketAccess } from "../../api/fetch-market-access.ts";
import { type AddressSlug, loginAddress } from "../../session/login-address.ts";
import { session } from "../../session/session-state.ts";

/** Known before the server has said more. */
const MESSAGE = "This server's market data may not be passed on to you.";

interface MarketRefusal {
  /** why, in words for people */
  readonly message: string;
  /** the login that opens the market, and its broker's name; null where none does */
  readonly login: { readonly href: string; readonly broker: string } | null;
}

function refusalOf({ message, login }: MarketAccess): MarketRefusal {
  const broker = Object.values(BROKERS).find(({ slug }) => slug !== null && slug === login);
  const here = window.location.pathname + window.location.search;
  return {
    message: message ?? MESSAGE,
    login:
      broker === undefined
        ? null
        : { href: loginAddress(broker.slug as AddressSlug, here), broker: broker.displayName },
  };
}

/** Why the market is refused to this visitor, and the way to it. */
export function useMarketRefusal(): MarketRefusal {
  const { profile } = useSnapshot(session);
  const [access, setAccess] = useState<MarketAccess | null>(null);
  const account = profile?.id;
  useEffect(() => {
    void account;
    const gone = new AbortController();
    fetchMarketAccess(gone.signal).then(setAccess, () => {});
    return () => gone.abort();
  }, [account]);
  return access === null || access.allowed ? { message: MESSAGE, login: null } : refusalOf(access);
}
