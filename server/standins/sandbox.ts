import { AppError } from "#domain/errors.ts";
import type { App } from "../platform/http/fastify-app.ts";
import { addAngel } from "./angel/angel-standin.ts";
import type { IssuerKeys } from "./google/google-keys.ts";
import { addGoogle } from "./google/google-standin.ts";
import { addIcici } from "./icici/icici-standin.ts";
import { addKite } from "./kite/kite-standin.ts";
import type { SandboxOptions } from "./provider-world.ts";
import { addUpstox } from "./upstox/upstox-standin.ts";

export type { SandboxOptions } from "./provider-world.ts";

const FORM_LIMIT_BYTES = 16 * 1024;

export interface Sandbox {
  /** Signs with a new key from now on, as an issuer does every few days. */
  rotateGoogleKeys(): Promise<void>;
}

/**
 * The providers' stand-ins under /sandbox of this site: login pages, tokens, keys and accounts in the shapes of their
 * documentation. State is in memory and bounded; a restart forgets it, as a broker forgets a session overnight.
 */
export async function addSandbox(app: App, options: SandboxOptions): Promise<Sandbox> {
  let googleKeys: IssuerKeys | null = null;
  await app.register(async (scope) => {
    // Of this scope only: no other route of the server takes forms.
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_LIMIT_BYTES },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.addHook("onRequest", async (_request, reply) => {
      reply.header("cache-control", "no-store");
      if (!options.isActive()) {
        throw new AppError("request.not_found", "There is no sandbox on this server");
      }
    });
    for (const add of [addKite, addUpstox, addAngel, addIcici]) add(scope as App, options);
    googleKeys = addGoogle(scope as App, options);
  });
  return {
    rotateGoogleKeys: async () => {
      await googleKeys?.rotate();
    },
  };
}
