import type { Auth } from "../../identity/auth.ts";
import type { MarketDoors } from "../../market/doors/market-doors.ts";
import type { HistoryReader } from "../../market/history/reader.ts";
import type { Limits } from "../../platform/http/limits.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";
import type { SandboxOptions } from "../../standins/sandbox.ts";
import type { Store } from "../storage/store.ts";

/** What the routes of the API work with. */
export interface ApiContext extends MarketDoors {
  readonly history: HistoryReader;
  readonly account: AccountContext;
}

/** What the login panel says of the operator; null hides the line. */
export interface LoginPanel {
  readonly researchAnalystNumber: string | null;
  readonly termsUrl: string | null;
}

/** What sign-in, sessions and the sandbox are configured with. */
export interface AccountContext {
  readonly auth: Auth;
  /** what capabilities keep for an account */
  readonly store: Pick<Store, "preferences" | "subscriptions">;
  readonly limits: Limits;
  readonly panel: LoginPanel;
  readonly sandbox: Pick<SandboxOptions, "marketTime" | "spotOf" | "listed">;
}

/** What the routes about accounts work with. */
export interface AuthContext extends AccountContext {
  readonly origins: () => OriginPolicy;
}
