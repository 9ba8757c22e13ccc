import { addAccessRoutes } from "../../capabilities/access/routes.ts";
import { addAccountRoutes } from "../../capabilities/account/routes.ts";
import { addSessionRoutes } from "../../capabilities/account/session-routes.ts";
import { addAdminRoutes } from "../../capabilities/admin/routes.ts";
import { addPreferenceRoutes } from "../../capabilities/preferences/routes.ts";
import { addAppSessionRoute } from "../../capabilities/sign-in/app-session.ts";
import { addIciciReturn } from "../../capabilities/sign-in/icici-return.ts";
import { addLoginRoutes } from "../../capabilities/sign-in/routes.ts";
import { addSubscriptionRoutes } from "../../capabilities/subscriptions/routes.ts";
import type { App } from "../../platform/http/typed-app.ts";
import { addSandbox } from "../../standins/sandbox.ts";
import type { AuthContext } from "./context.ts";

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
