import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { ProviderKeys } from "../brokers/adapter.ts";
import type { StandIn, StandIns } from "../brokers/place.ts";

/*
 * The app under which this product is known to each provider of the sandbox. Nothing here is secret: the sandbox holds no
 * real account, and everything it knows is in this repository.
 */
export const SANDBOX_KEYS = {
  kite: { key: "sandboxkite", secret: "sandboxkitesecret" },
  upstox: { key: "5a6db0c5-0000-4000-8000-sandboxupstox", secret: "sandboxupstoxsecret" },
  angel_broking: { key: "sandboxangel", secret: "" },
  icici: { key: "sandboxicici", secret: "sandboxicicisecret" },
  google: { key: "strikewise-sandbox.apps.example", secret: "" },
} as const satisfies Record<string, ProviderKeys>;

/** `iss` of the sandbox's id_tokens; a name that no site can have (RFC 2606). */
export const SANDBOX_ISSUER = "https://accounts.google.sandbox.invalid";

/** Where the sandbox lives on this site, by provider. */
export const SANDBOX_PATHS = {
  kite: "/sandbox/kite",
  upstox: "/sandbox/upstox",
  angel_broking: "/sandbox/angel",
  icici: "/sandbox/icici",
  google: "/sandbox/google",
} as const;

/**
 * The sandbox as the adapters of brokers know it.
 * @param origin under which this process reaches its own sandbox, such as http://127.0.0.1:8080; read at each call
 */
export function standInsAt(origin: () => string): StandIns {
  const standIn = (slug: BrokerSlug): StandIn => {
    const path = SANDBOX_PATHS[slug];
    return { keys: SANDBOX_KEYS[slug], place: { pages: path, api: () => `${origin()}${path}` } };
  };
  return {
    providers: {
      kite: standIn("kite"),
      upstox: standIn("upstox"),
      angel_broking: standIn("angel_broking"),
      icici: standIn("icici"),
      google: standIn("google"),
    },
    googleIssuer: SANDBOX_ISSUER,
  };
}
