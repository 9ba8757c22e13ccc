import { addFeatureAccessRoute, addMarketAccessRoute } from "../../capabilities/access/routes.ts";
import { createMarketOpenings } from "../../capabilities/access/service.ts";
import { createProfiles } from "../../capabilities/account/profile.ts";
import { addAccountRoutes } from "../../capabilities/account/routes.ts";
import { createDeviceService } from "../../capabilities/account/service.ts";
import { addSessionRoutes } from "../../capabilities/account/session-routes.ts";
import { addAdminRoutes } from "../../capabilities/admin/routes.ts";
import { createAuditReader } from "../../capabilities/admin/service.ts";
import { addChartRoutes } from "../../capabilities/charts/routes.ts";
import { createChartService } from "../../capabilities/charts/service.ts";
import { addInstrumentRoutes } from "../../capabilities/instruments/routes.ts";
import { createInstrumentService } from "../../capabilities/instruments/service.ts";
import { addPreferenceRoutes } from "../../capabilities/preferences/routes.ts";
import { createPreferenceService } from "../../capabilities/preferences/service.ts";
import { addHoursRoutes } from "../../capabilities/prices/hours-routes.ts";
import { addPriceRoutes } from "../../capabilities/prices/routes.ts";
import { addAppSessionRoute } from "../../capabilities/sign-in/app-session.ts";
import { addIciciReturn } from "../../capabilities/sign-in/icici-return.ts";
import type { LoginPanel } from "../../capabilities/sign-in/login-config.ts";
import { addLoginRoutes } from "../../capabilities/sign-in/routes.ts";
import { createSignInService } from "../../capabilities/sign-in/service.ts";
import { createBrokerMargin } from "../../capabilities/strategies/broker-margin.ts";
import { addChargesRoutes } from "../../capabilities/strategies/charges-routes.ts";
import { createMarginCalls } from "../../capabilities/strategies/margin-calls.ts";
import { addComputeRoutes } from "../../capabilities/strategies/routes.ts";
import { addSubscriptionRoutes } from "../../capabilities/subscriptions/routes.ts";
import { createSubscriptionService } from "../../capabilities/subscriptions/service.ts";
import type { Auth } from "../../identity/auth.ts";
import { createGuards } from "../../identity/http/guards.ts";
import { createRowRegistrar, type RowRegistrar, type RowRules } from "../../identity/http/register-row.ts";
import { createRowGuard } from "../../identity/http/row-guard.ts";
import { createComputeDoor } from "../../market/doors/compute-door.ts";
import type { MarketDoors } from "../../market/doors/market-doors.ts";
import type { HistoryReader } from "../../market/history/reader.ts";
import type { App, Part } from "../../platform/http/fastify-app.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";
import type { Log } from "../../platform/lib/log.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";
import type { Store } from "../storage/store.ts";

/** What a process with the api role has for its capabilities; each is handed its own share of it below. */
export interface CapabilityParts {
  readonly auth: Auth;
  /** what capabilities keep for an account */
  readonly store: Pick<Store, "preferences" | "subscriptions">;
  readonly doors: MarketDoors;
  readonly history: HistoryReader;
  readonly panel: LoginPanel;
  readonly origins: () => OriginPolicy;
  readonly metrics: Metrics;
  readonly log: Log;
  readonly brokenAnswer: RowRules["brokenAnswer"];
}

/** Routes of a capability. One that has some of either kind stands in the list twice. */
interface Capability {
  /** its folder */
  readonly name: string;
  /** answers are about the one who asks: no cache may keep them */
  readonly isPersonal: boolean;
  readonly register: Part;
}

type Register<Needs> = (app: App, needs: Needs) => void | Promise<void>;
type RegisterRows<Needs> = (rows: RowRegistrar, needs: Needs) => void | Promise<void>;

function open<Needs>(name: string, register: Register<Needs>, needs: Needs): Capability {
  return { name, isPersonal: false, register: (app) => register(app, needs) };
}

/** All that the API can do, each capability with what it needs, in the order in which `/docs` shows them. */
function listCapabilities(parts: CapabilityParts): readonly Capability[] {
  const { auth, store, doors, history, panel, origins, metrics, log } = parts;
  const guards = createGuards(auth);
  const profileOf = createProfiles({
    subscriptions: store.subscriptions,
    preferences: store.preferences,
    clock: auth.clock,
  });
  const devices = createDeviceService({
    kept: auth.store.sessions,
    sessions: auth.sessions,
    logOut: auth.logOut,
    audit: auth.audit,
    clock: auth.clock,
  });
  const compute = createComputeDoor(metrics);
  const guard = createRowGuard(guards);
  const byRow = <Needs>(name: string, register: RegisterRows<Needs>, needs: Needs): Capability => ({
    name,
    isPersonal: false,
    register: (app) => register(createRowRegistrar(app, { guard, brokenAnswer: parts.brokenAnswer }), needs),
  });
  const instruments = async () => (await doors.metacache.get()).directory;
  const margins = createMarginCalls(createBrokerMargin({ auth, instruments, log }));
  return [
    byRow("access", addMarketAccessRoute, {
      openingOf: createMarketOpenings({ access: doors.access, logins: auth.logins }),
    }),
    byRow("prices", addHoursRoutes, { watch: doors.watch }),
    byRow("instruments", addInstrumentRoutes, { doors, service: createInstrumentService() }),
    byRow("prices", addPriceRoutes, { doors }),
    open("strategies", addChargesRoutes, { watch: doors.watch }),
    byRow("charts", addChartRoutes, { doors, service: createChartService(history) }),
    open("strategies", addComputeRoutes, { guards, doors, compute, margins }),
    byRow("account", addAccountRoutes, { guards, profileOf, devices }),
    byRow("sign-in", addLoginRoutes, {
      panel,
      service: createSignInService({
        logins: auth.logins,
        isSandbox: (slug) => auth.brokers[slug].isSandbox,
        sessions: auth.sessions,
        logOut: auth.logOut,
        widgetTokens: auth.widgetTokens,
        origins: () => origins().origins,
        profileOf,
      }),
    }),
    byRow("account", addSessionRoutes, { devices }),
    byRow("subscriptions", addSubscriptionRoutes, {
      service: createSubscriptionService({
        subscriptions: store.subscriptions,
        forgetAccount: auth.identities.forgetAccount,
        audit: auth.audit,
        clock: auth.clock,
      }),
    }),
    byRow("preferences", addPreferenceRoutes, { service: createPreferenceService(store.preferences) }),
    byRow("access", addFeatureAccessRoute, { guards }),
    byRow("admin", addAdminRoutes, {
      service: createAuditReader(auth.store.audit, auth.audit),
    }),
    byRow("sign-in", addAppSessionRoute, { auth, origins }),
    byRow("sign-in", addIciciReturn, {}),
  ];
}

/** Adds the routes of every capability. */
export async function addCapabilities(app: App, parts: CapabilityParts): Promise<void> {
  for (const { isPersonal, register } of listCapabilities(parts)) {
    if (!isPersonal) {
      await register(app);
      continue;
    }
    await app.register(async (scope) => {
      scope.addHook("onRequest", async (_request, reply) => {
        reply.header("cache-control", "no-store").header("vary", "cookie");
      });
      await register(scope as unknown as App);
    });
  }
}
