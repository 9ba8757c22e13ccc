import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { BrokerAdapter, ProviderKeys } from "./adapter.ts";
import { createAngel } from "./angel/angel-adapter.ts";
import type { Clock } from "./breaker.ts";
import { createGoogle } from "./google/google-adapter.ts";
import { createIcici } from "./icici/icici-adapter.ts";
import { createKite } from "./kite/kite-adapter.ts";
import type { AdapterOptions, StandIns } from "./place.ts";
import { createUpstox } from "./upstox/upstox-adapter.ts";

export type Brokers = Readonly<Record<BrokerSlug, BrokerAdapter>>;
export type BrokerKeys = Readonly<Record<BrokerSlug, ProviderKeys | null>>;

/** The providers' own addresses; `pages` is what the browser opens, `api` what this server calls. */
const REAL: Readonly<Record<BrokerSlug, { pages: string; api: string }>> = {
  kite: { pages: "https://kite.zerodha.com", api: "https://api.kite.trade" },
  upstox: { pages: "https://api.upstox.com", api: "https://api.upstox.com" },
  angel_broking: { pages: "https://smartapi.angelone.in", api: "https://apiconnect.angelone.in" },
  icici: { pages: "https://api.icicidirect.com", api: "https://api.icicidirect.com" },
  google: { pages: "https://accounts.google.com", api: "https://www.googleapis.com" },
};

interface BrokersOptions {
  /** what the operator was given; null means the stand-in */
  readonly keys: BrokerKeys;
  readonly standIns: StandIns;
  readonly fetch?: typeof fetch;
  readonly clock?: Clock;
  /** ms for one exchange with a provider */
  readonly deadlineMs?: number;
  /** other addresses of real providers, for tests */
  readonly places?: Partial<Record<BrokerSlug, { pages: string; api: string }>>;
}

/** Every provider's adapter by the slug of its login path: real where keys were given, else over its stand-in. */
export function createBrokers(options: BrokersOptions): Brokers {
  const { keys, standIns, fetch: fetcher = fetch, clock = Date.now, deadlineMs, places = {} } = options;

  function optionsFor(slug: BrokerSlug): AdapterOptions {
    const given = keys[slug];
    const real = places[slug] ?? REAL[slug];
    const provider =
      given === null
        ? standIns.providers[slug]
        : { keys: given, place: { pages: real.pages, api: () => real.api } };
    return {
      ...provider,
      isSandbox: given === null,
      fetch: fetcher,
      clock,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
    };
  }

  const google = optionsFor("google");
  return {
    kite: createKite(optionsFor("kite")),
    upstox: createUpstox(optionsFor("upstox")),
    angel_broking: createAngel(optionsFor("angel_broking")),
    icici: createIcici(optionsFor("icici")),
    google: createGoogle({
      ...google,
      // Both spellings occur in Google's tokens (OpenID Connect, "Obtain user information from the ID token").
      issuers: google.isSandbox
        ? [standIns.googleIssuer]
        : ["https://accounts.google.com", "accounts.google.com"],
      scriptUrl: `${google.place.pages}/gsi/client`,
      keysPath: "/oauth2/v3/certs",
    }),
  };
}

/** The origin that a form of ours is posted to (ICICI Direct), for the page's form-action; null for this site itself. */
export function formOrigins(brokers: Brokers): readonly string[] {
  return brokers.icici.isSandbox ? [] : [REAL.icici.pages];
}
