import { BROKERS } from "#domain/access/brokers.ts";
import { marketAccess } from "#protocol/generated/http/prices.ts";
import type { MarketAccess } from "#protocol/http/prices.ts";
import { hasAddress, loginAddress } from "../../session/login-address.ts";
import { useAnswer } from "../answers/use-answer.ts";
import { TEXTS } from "./texts.ts";

interface MarketRefusal {
  /** why, in words for people */
  readonly message: string;
  /** the login that opens the market, and its broker's name; null where none does */
  readonly login: { readonly href: string; readonly broker: string } | null;
}

function refusalOf({ message, login }: MarketAccess): MarketRefusal {
  const { slug = null, displayName = "" } =
    Object.values(BROKERS).find(({ slug }) => slug !== null && slug === login) ?? {};
  const here = window.location.pathname + window.location.search;
  return {
    message: message ?? TEXTS.message,
    login: hasAddress(slug) ? { href: loginAddress(slug, here), broker: displayName } : null,
  };
}

/** Why the market is refused to this visitor, and the way to it. */
export function useMarketRefusal(): MarketRefusal {
  const { data: access } = useAnswer(
    marketAccess,
    {},
    { isAside: true, staleTime: 0, select: ({ data }) => data },
  );
  return access === undefined || access.allowed ? { message: TEXTS.message, login: null } : refusalOf(access);
}
