import type { FastifyRequest } from "fastify";
import { SIGN_IN_ROWS } from "#protocol/http/sign-in.ts";
import type { BodyReaders, RowRegistrar } from "../../identity/http/register-row.ts";
import { RETURN_PAGES } from "./return-pages.ts";

const PAGE = RETURN_PAGES.icici;
const API_SESSION = /^[A-Za-z0-9]{4,64}$/;
const FORM_LIMIT_BYTES = 4 * 1024;

/** The API session in the form, or in the address beside it; null when there is none of its shape. */
function apiSession({ body, query }: FastifyRequest): string | null {
  const inForm = body instanceof URLSearchParams ? body.get("API_Session") : null;
  const found = inForm ?? (query as Readonly<Record<string, unknown>>).apisession;
  return typeof found === "string" && API_SESSION.test(found) ? found : null;
}

function readForms(scope: BodyReaders): void {
  scope.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: FORM_LIMIT_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

/**
 * ICICI Direct posts its visitors back: a form field `API_Session` on our return page (ICICI Direct, "What is a Session Key").
 * They are sent on to the page itself by GET, which also brings them their cookies again: a Lax cookie does not travel with
 * another site's post. Nothing is changed here, so another site's form may come.
 */
export function addIciciReturn(rows: RowRegistrar): Promise<void> {
  return rows.scope(readForms, (scope) =>
    scope.row(SIGN_IN_ROWS.iciciForm, async (request, reply) => {
      const session = apiSession(request);
      return reply.redirect(session === null ? PAGE : `${PAGE}?apisession=${session}`, 303);
    }),
  );
}
