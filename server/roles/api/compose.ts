import type { Logger } from "pino";
import type { BrokenAnswer } from "../../identity/http/answer-checks.ts";
import { addCaller } from "../../identity/http/caller.ts";
import { createGuards } from "../../identity/http/guards.ts";
import { createRowRegistrar, type RowGuard } from "../../identity/http/register-row.ts";
import { createRowGuard } from "../../identity/http/row-guard.ts";
import { noteServedRoutes } from "../../identity/http/served-routes.ts";
import { createHttpApp } from "../../platform/http/app.ts";
import type { App } from "../../platform/http/fastify-app.ts";
import type { OriginPolicy } from "../../platform/http/origins.ts";
import type { Metrics } from "../../platform/lib/metrics.ts";
import { addSandbox, type SandboxOptions } from "../../standins/sandbox.ts";
import { addNotFound } from "../../web/not-found.ts";
import { addSecurity, type OutsideOrigins } from "../../web/security.ts";
import { createPageSender, type PageSender } from "../../web/send-page.ts";
import { addStatic } from "../../web/static.ts";
import { addCapabilities, type CapabilityParts } from "./capabilities.ts";
import { addRequestLimits, type Limits } from "./costs.ts";
import { addOperationRoutes, type Down, type Readiness } from "./operation-routes.ts";

/** What the api role brings to the application of its process. */
export interface ApiParts extends Omit<CapabilityParts, "guards" | "origins" | "metrics" | "log"> {
  readonly limits: Limits;
  /** the market that the stand-ins of brokers show */
  readonly sandbox: Pick<SandboxOptions, "marketTime" | "spotOf" | "listed" | "prices">;
}

interface AppOptions {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly down: Down;
  /** the process is ending: connections are not kept for a next request */
  readonly isDraining: () => boolean;
  readonly origins: () => OriginPolicy;
  /** every public origin is https */
  readonly isSecure: boolean;
  readonly isProxy: (address: string) => boolean;
  /** null in a process without the api role: health only */
  readonly api: ApiParts | null;
  /** folder of the built web app, null for none */
  readonly webRoot: string | null;
  /** other origins that the pages may meet: brokers' forms, Google's script, sites that frame the widgets */
  readonly outside?: OutsideOrigins;
  readonly brokenAnswer: BrokenAnswer;
}

/** Without the api role there are no accounts, and no rows that ask for one. */
const OPEN: RowGuard = () => ({});

const DOCUMENTATION = {
  title: "Strikewise",
  description: "Market data of the relay over HTTP. The websocket is described in docs/wire-protocol.md.",
  version: "1",
};

async function addRoutes(app: App, options: AppOptions, pages: PageSender | null): Promise<void> {
  const { api, brokenAnswer, readiness, down, origins, metrics, log, webRoot } = options;
  const guards = api && createGuards(api.auth);
  const guard = guards === null ? OPEN : createRowGuard(guards);
  const rows = createRowRegistrar(app, { guard, brokenAnswer });
  addOperationRoutes(rows, { readiness, down });
  if (api === null || guards === null) return;
  const { auth, sandbox } = api;
  await addCapabilities(rows, { ...api, guards, origins, metrics, log });
  await addSandbox(app, {
    ...sandbox,
    isActive: auth.isSandboxActive,
    allowsOrigin: (origin) => origins().allows(origin),
    clock: auth.clock,
  });
  if (webRoot !== null && pages !== null) await addStatic(app, webRoot, pages);
}

/** The HTTP application of a process, built but not listening. The relay attaches to its server's `upgrade`. */
export async function createApp(options: AppOptions): Promise<App> {
  const { log, isDraining, isProxy, origins, isSecure, outside, api, webRoot } = options;
  const pages = api !== null && webRoot !== null ? createPageSender(webRoot) : null;
  return createHttpApp({
    log,
    isDraining,
    isProxy,
    notFound: (app) => addNotFound(app, noteServedRoutes(app), pages),
    security: (app) => addSecurity(app, origins, isSecure, outside, pages?.scripts),
    serves: api && {
      caller: (app) => addCaller(app, api.auth),
      limits: (app) => addRequestLimits(app, api.limits),
      documentation: DOCUMENTATION,
    },
    routes: (app) => addRoutes(app, options, pages),
  });
}
