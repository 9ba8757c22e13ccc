import type { ProviderKeys } from "../brokers/adapter.ts";

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

/** `iss` of the sandbox's id_tokens; a name that can't be anybody's (RFC 2606). */
export const SANDBOX_ISSUER = "https://accounts.google.sandbox.invalid";

/** Where the sandbox lives on this site, by provider. */
export const SANDBOX_PATHS = {
  kite: "/sandbox/kite",
  upstox: "/sandbox/upstox",
  angel_broking: "/sandbox/angel",
  icici: "/sandbox/icici",
  google: "/sandbox/google",
} as const;
