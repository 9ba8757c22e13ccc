import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import type { BrokerSlug } from "#domain/access/brokers.ts";
import { AppError } from "#domain/errors.ts";
import { NO_CODE } from "../../identity/login-texts.ts";
import { describeInvalid, handleError } from "../../platform/http/error-answers.ts";
import { RETURN_PAGES } from "./return-pages.ts";

/** What a page forgot to bring, in the words of rule LOGIN-17. */
export function noCode(errors: Parameters<typeof describeInvalid>[0], where: string): Error {
  const isMissing = errors.some(
    ({ keyword, params, instancePath }) =>
      (keyword === "required" && ["request_token", "id_token"].includes(String(params.missingProperty))) ||
      (keyword === "minLength" && /(?:request|id)_token$/.test(instancePath)),
  );
  return isMissing ? new Error(NO_CODE) : describeInvalid(errors, where);
}

const wantsPage = (accept: string | undefined): boolean => (accept ?? "").includes("text/html");

/**
 * The browser came here as to a page: it is sent on to one that says what happened, in words and with a way
 * out (rule LOGIN-14). A program that called it gets the error itself.
 */
export function toFailurePage(
  slug: BrokerSlug,
  error: FastifyError | AppError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const isPage = request.headers["sec-fetch-mode"] === "navigate" || wantsPage(request.headers.accept);
  if (!isPage) return handleError(error, request, reply);
  const code = error instanceof AppError ? error.code : "request.invalid";
  request.log.info({ code, provider: slug }, "a login did not begin");
  return reply.redirect(
    `${RETURN_PAGES[slug]}?${new URLSearchParams({ status: "error", error: code })}`,
    302,
  );
}
