import { addSandbox } from "../../standins/sandbox.ts";
import type { App, AuthContext } from "../context.ts";
import { addAccessRoutes } from "./access.ts";
import { addAccountRoutes } from "./account.ts";
import { addAdminRoutes } from "./admin.ts";
import { addAppSessionRoute } from "./app-session.ts";
import { addIciciReturn } from "./icici-return.ts";
import { addLoginRoutes } from "./login.ts";
import { addPreferenceRoutes } from "./preferences.ts";
import { addSessionRoutes } from "./sessions.ts";
import { addSubscriptionRoutes } from "./subscriptions.ts";

/** All that is about who somebody is; none of it may be kept by a cache. */
export async function addAccounts(app: App, context: AuthContext): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store").header("vary", "cookie");
    });
    const routes = scope as unknown as App;
    addAccountRoutes(routes, context);
    addLoginRoutes(routes, context);
    addSessionRoutes(routes, context);
    addSubscriptionRoutes(routes, context);
    addPreferenceRoutes(routes, context);
    addAccessRoutes(routes, context);
    addAdminRoutes(routes, context);
    addAppSessionRoute(routes, context);
  });
  await addIciciReturn(app);
  const { auth, origins, sandbox } = context;
  await addSandbox(app, {
    ...sandbox,
    isActive: auth.isSandboxActive,
    allowsOrigin: (origin) => origins().allows(origin),
    clock: auth.clock,
  });
}
