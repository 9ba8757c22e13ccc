import type { Exclusions } from "#domain/access/exclusions.ts";
import { addFeatureAccessRoute, addMarketAccessRoute } from "../../capabilities/access/routes.ts";
import { createMarketOpenings } from "../../capabilities/access/service.ts";
import { createProfiles } from "../../capabilities/account/profile.ts";
import { addAccountRoutes } from "../../capabilities/account/routes.ts";
import { createDeviceService } from "../../capabilities/account/service.ts";
import { addSessionRoutes } from "../../capabilities/account/session-routes.ts";
import { addAdminRoutes } from "../../capabilities/admin/routes.ts";
import { createAuditReader } from "../../capabilities/admin/service.ts";
import { addBuilderSettingsRoutes } from "../../capabilities/builder-settings/routes.ts";
import { createBuilderSettingsService } from "../../capabilities/builder-settings/service.ts";
import { addCandleRoutes } from "../../capabilities/candles/routes.ts";
import type { CandlesService } from "../../capabilities/candles/service.ts";
import { addChainSettingsRoutes } from "../../capabilities/chain-settings/routes.ts";
import { createChainSettingsService } from "../../capabilities/chain-settings/service.ts";
import type { ChartPast } from "../../capabilities/charts/chart-past.ts";
import {
  addChartPastRoutes,
  addChartRoutes,
  addOpenInterestRoutes,
} from "../../capabilities/charts/routes.ts";
import { createChartService } from "../../capabilities/charts/service.ts";
import { addEventRoutes } from "../../capabilities/events/routes.ts";
import { createEventService } from "../../capabilities/events/service.ts";
import { addInstrumentRoutes } from "../../capabilities/instruments/routes.ts";
import { createInstrumentService } from "../../capabilities/instruments/service.ts";
import { addStrategyLinkRoutes } from "../../capabilities/kept-strategies/link-routes.ts";
import { createStrategyLinkService } from "../../capabilities/kept-strategies/link-service.ts";
import { addKeptStrategyRoutes } from "../../capabilities/kept-strategies/routes.ts";
import { createKeptStrategyService } from "../../capabilities/kept-strategies/service.ts";
import { addPositionRoutes } from "../../capabilities/positions/routes.ts";
import { createPositionsService } from "../../capabilities/positions/service.ts";
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
import { createBrokerAccounts } from "../../identity/broker-accounts.ts";
import type { Guards } from "../../identity/http/guards.ts";
import type { RowRegistrar } from "../../identity/http/register-row.ts";
import { knownMarketTime } from "../../market/bus/market-watch.ts";
import { createComputeDoor } from "../../market/doors/compute-door.ts";
import type { MarketDoors } from "../../market/doors/market-doors.ts";
import { createSettlementsDoor } from "../../market/doors/settlements-door.ts";
import type { HistoryReader } from "../../market/history/reader.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";
import type { Log } from "../../platform/lib/log.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";
import type { Store } from "../storage/store.ts";

/** What a process with the api role has for its capabilities; each is handed its own share of it below. */
export interface CapabilityParts {
  readonly auth: Auth;
  readonly guards: Guards;
  /** what capabilities keep for an account */
  readonly store: Pick<
    Store,
    | "builderSettings"
    | "chainSettings"
    | "events"
    | "keptStrategies"
    | "preferences"
    | "strategyLinks"
    | "subscriptions"
    | "transaction"
  >;
  readonly doors: MarketDoors;
  readonly history: HistoryReader & ChartPast;
  readonly candles: CandlesService;
  readonly panel: LoginPanel;
  readonly exclusions: Exclusions;
  readonly origins: () => OriginPolicy;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** Adds the rows of every capability, in the order in which `/docs` shows them. */
export async function addCapabilities(rows: RowRegistrar, parts: CapabilityParts): Promise<void> {
  const { auth, guards, store, doors, history, candles, panel, exclusions, origins, metrics, log } = parts;
  const profileOf = createProfiles({
    subscriptions: store.subscriptions,
    preferences: store.preferences,
    clock: auth.clock,
  });
  const devices = createDeviceService({
    kept: auth.store.sessions,
    sessions: auth.sessions,
    logOut: auth.logOut,
    transaction: store.transaction,
    clock: auth.clock,
  });
  const instruments = async () => (await doors.metacache.get()).directory;
  const compute = createComputeDoor(metrics);
  const brokerAccounts = createBrokerAccounts(auth);
  const ofAccounts = { brokerAccounts, instruments, clock: auth.clock, log };
  const margins = createMarginCalls(createBrokerMargin(ofAccounts));

  addMarketAccessRoute(rows, {
    openingOf: createMarketOpenings({ access: doors.access, logins: auth.logins }),
  });
  addHoursRoutes(rows, { watch: doors.watch });
  addEventRoutes(rows, {
    service: createEventService({
      events: store.events,
      market: instruments,
      marketTime: () => knownMarketTime(doors.watch),
      clock: auth.clock,
    }),
  });
  await addInstrumentRoutes(rows, { doors, compute, service: createInstrumentService(compute) });
  await addPriceRoutes(rows, { doors, compute });
  await addChargesRoutes(rows, { market: doors, compute });
  const charts = createChartService(history);
  addChartRoutes(rows, { doors, service: charts });
  addOpenInterestRoutes(rows, { doors, service: charts });
  addChartPastRoutes(rows, { doors, service: charts });
  addCandleRoutes(rows, { doors, service: candles });
  await addComputeRoutes(rows, { doors, compute, margins });
  addPositionRoutes(rows, {
    service: createPositionsService({ ...ofAccounts, marketTime: () => knownMarketTime(doors.watch) }),
  });
  addAccountRoutes(rows, { guards, profileOf, devices, widgetTokens: auth.widgetTokens });
  addLoginRoutes(rows, {
    panel,
    service: createSignInService({
      logins: auth.logins,
      isSandbox: (slug) => auth.brokers[slug].isSandbox,
      sessions: auth.sessions,
      logOut: auth.logOut,
      transaction: store.transaction,
      clock: auth.clock,
      widgetTokens: auth.widgetTokens,
      origins: () => origins().origins,
      profileOf,
    }),
  });
  addSessionRoutes(rows, { devices });
  addSubscriptionRoutes(rows, {
    service: createSubscriptionService({
      subscriptions: store.subscriptions,
      transaction: store.transaction,
      forgetAccount: auth.identities.forgetAccount,
      clock: auth.clock,
    }),
  });
  addPreferenceRoutes(rows, { service: createPreferenceService(store.preferences) });
  addBuilderSettingsRoutes(rows, {
    service: createBuilderSettingsService(store.builderSettings, exclusions),
  });
  addChainSettingsRoutes(rows, { service: createChainSettingsService(store.chainSettings) });
  addKeptStrategyRoutes(rows, {
    service: createKeptStrategyService({
      strategies: store.keptStrategies,
      past: createSettlementsDoor(doors),
      clock: auth.clock,
    }),
  });
  addStrategyLinkRoutes(rows, {
    service: createStrategyLinkService({ links: store.strategyLinks, clock: auth.clock }),
  });
  addFeatureAccessRoute(rows, { guards });
  addAdminRoutes(rows, { service: createAuditReader(auth.store.audit, auth.audit) });
  addAppSessionRoute(rows, { auth, origins });
  await addIciciReturn(rows);
}
