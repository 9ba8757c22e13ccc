import type { BrokerSlug } from "#domain/access/brokers.ts";
import type { ProviderKeys } from "./adapter.ts";
import type { Clock } from "./breaker.ts";

/** Where an adapter finds its provider; tests put their own servers here. */
interface ProviderPlace {
  /** what the browser opens: an origin, or a path of this site for the sandbox */
  readonly pages: string;
  /** what this server calls: always with an origin; read at each call, for a sandbox's port is known after the start */
  readonly api: () => string;
}

/** What answers in a provider's place while the operator has no keys of it. */
export interface StandIn {
  readonly keys: ProviderKeys;
  readonly place: ProviderPlace;
}

export interface StandIns {
  readonly providers: Readonly<Record<BrokerSlug, StandIn>>;
  /** `iss` of the id_tokens of Google's */
  readonly googleIssuer: string;
}

export interface AdapterOptions {
  readonly keys: ProviderKeys;
  readonly isSandbox: boolean;
  readonly place: ProviderPlace;
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  /** ms for one exchange */
  readonly deadlineMs?: number;
}
