import type { FastifyReply } from "fastify";
import type { App } from "../../platform/http/fastify-app.ts";
import { HIDDEN, type Texts, textsOf } from "../answers.ts";
import { SANDBOX_ISSUER, SANDBOX_KEYS, SANDBOX_PATHS } from "../apps.ts";
import { problemPage } from "../login-pages.ts";
import { sendPage } from "../provider-login.ts";
import { createWorld, type SandboxOptions } from "../provider-world.ts";
import type { SandboxAccount } from "../sandbox-accounts.ts";
import { createIssuerKeys, type IssuerKeys } from "./google-keys.ts";
import { chooserPage, deliveryPage, type GoogleFault } from "./google-pages.ts";
import { CHOOSER_SCRIPT, CLIENT_SCRIPT, DELIVERY_SCRIPT } from "./google-scripts.ts";

const BASE = SANDBOX_PATHS.google;
const CLIENT_ID = SANDBOX_KEYS.google.key;
const TOKEN_LIFE_SECONDS = 3_600;
/** A nonce is ours to make: 128 random bits in some text form. */
const NONCE = /^[\x21-\x7e]{1,256}$/;

/** What a page asked for, checked; a text says what is wrong with it. */
function ask(params: Texts): { nonce: string } | string {
  if (params.client_id !== CLIENT_ID) return "The given client ID is not found.";
  const nonce = params.nonce ?? "";
  return NONCE.test(nonce) ? { nonce } : "A nonce of 1 to 256 visible characters is needed.";
}

/** A Google-like issuer: key set, discovery, the page's script, an account chooser in a window or in the page. */
export function addGoogle(app: App, options: SandboxOptions): IssuerKeys {
  const world = createWorld("google", options);
  const keys = createIssuerKeys(world.secret, world.clock);

  async function idToken(account: SandboxAccount, nonce: string, fault: GoogleFault): Promise<string> {
    const now = Math.floor(world.clock() / 1_000);
    const issuedAt = fault === "expired" ? now - 2 * TOKEN_LIFE_SECONDS : now;
    const [given = "", family = ""] = account.name.split(" ");
    return keys.sign({
      iss: SANDBOX_ISSUER,
      azp: CLIENT_ID,
      aud: CLIENT_ID,
      sub: account.id,
      email: account.email,
      email_verified: fault !== "unverified",
      nonce: fault === "foreign" ? `${nonce}x` : nonce,
      name: account.name,
      given_name: given,
      family_name: family,
      nbf: issuedAt - 300,
      iat: issuedAt,
      exp: issuedAt + TOKEN_LIFE_SECONDS,
      jti: world.secret(40),
    });
  }

  function choose(params: Texts): SandboxAccount | null {
    return params.account === "new" ? world.fresh() : world.account(params.account ?? "");
  }

  function script(path: string, text: string): void {
    app.get(`${BASE}${path}`, HIDDEN, async (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").send(text),
    );
  }
  script("/gsi/client", CLIENT_SCRIPT);
  script("/gsi/chooser.js", CHOOSER_SCRIPT);
  script("/gsi/delivery.js", DELIVERY_SCRIPT);

  app.get(`${BASE}/oauth2/v3/certs`, HIDDEN, async () => keys.published());
  app.get(`${BASE}/.well-known/openid-configuration`, HIDDEN, async () => ({
    issuer: SANDBOX_ISSUER,
    jwks_uri: `${BASE}/oauth2/v3/certs`,
    response_types_supported: ["id_token"],
    subject_types_supported: ["public"],
    id_token_signing_alg_values_supported: ["RS256"],
  }));

  const refuse = (reply: FastifyReply, why: string) =>
    sendPage(
      reply,
      problemPage({ name: "Google", password: "", pin: "" }, "Access blocked", why, "/login"),
      400,
    );

  app.get(`${BASE}/gsi/select`, HIDDEN, async (request, reply) => {
    const params = textsOf(request.query);
    const asked = ask(params);
    if (typeof asked === "string") return refuse(reply, asked);
    return sendPage(reply, chooserPage(world.named, CLIENT_ID, asked.nonce, null));
  });

  app.post(`${BASE}/gsi/select`, HIDDEN, async (request, reply) => {
    const params = textsOf(request.body);
    const asked = ask(params);
    if (typeof asked === "string") return refuse(reply, asked);
    if (params.cancel !== undefined) return sendPage(reply, deliveryPage(null));
    const account = choose(params);
    if (account === null) {
      return sendPage(
        reply,
        chooserPage(world.named, CLIENT_ID, asked.nonce, "There is no such account. Choose one below."),
        400,
      );
    }
    const fault = (params.fault ?? "none") as GoogleFault;
    return sendPage(reply, deliveryPage(await idToken(account, asked.nonce, fault)));
  });

  // The in-page chooser (One Tap) asks these two.
  app.get(`${BASE}/gsi/accounts`, HIDDEN, async () => ({
    accounts: world.named.map(({ id, name, email }) => ({ id, name, email })),
  }));
  app.post(`${BASE}/gsi/issue`, HIDDEN, async (request, reply) => {
    const params = textsOf(request.body);
    const asked = ask(params);
    const account = typeof asked === "string" ? null : choose(params);
    if (typeof asked === "string" || account === null) {
      return reply.code(400).send({ error: typeof asked === "string" ? asked : "There is no such account." });
    }
    return { credential: await idToken(account, asked.nonce, "none") };
  });
  return keys;
}
