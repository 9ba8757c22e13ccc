import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "../platform/http/fastify-app.ts";
import { HIDDEN, textsOf } from "./answers.ts";
import type { Grant, Outcome } from "./grants.ts";
import { consentPage, type ProviderWords, problemPage, whoPage } from "./login-pages.ts";
import type { ProviderWorld } from "./provider-world.ts";
import type { SandboxAccount } from "./sandbox-accounts.ts";
import { createTickets } from "./sandbox-tickets.ts";

/** How long a visitor may stay on the provider's pages. */
const FLOW_LIFE_MS = 10 * 60_000;

const OUTCOMES: readonly string[] = [
  "ok",
  "wrong_password",
  "wrong_pin",
  "too_many",
  "expired",
  "down",
  "nonsense",
] satisfies Outcome[];

/** Where the pages end; addresses the browser is sent to. */
interface FlowEnds {
  readonly granted: (grant: Grant) => Promise<string> | string;
  readonly denied: () => string;
  readonly redirectUri: string | null;
}

interface Flow {
  readonly ends: FlowEnds;
  account: SandboxAccount | null;
  outcome: Outcome;
}

interface LoginFlow {
  /** Answers with the first page. */
  begin(reply: FastifyReply, ends: FlowEnds): FastifyReply;
  /** Answers a link that leads nowhere: the app or the redirect address is unknown. */
  refuse(reply: FastifyReply, why: string): FastifyReply;
}

export function sendPage(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return reply.code(status).header("cache-control", "no-store").type("text/html; charset=utf-8").send(text);
}

function field(request: FastifyRequest, name: string): string {
  return textsOf(request.body)[name] ?? "";
}

/**
 * The pages that every broker of the sandbox shares: choose an account, second factor and consent, and back. A flow is a
 * secret of one browser; it ends with its consent and can't be sent twice.
 * @param base path of the provider, "/sandbox/kite"
 */
export function addLoginFlow(app: App, base: string, words: ProviderWords, world: ProviderWorld): LoginFlow {
  const flows = createTickets<Flow>(world.clock);
  const whoPath = `${base}/login/account`;
  const consentPath = `${base}/login/consent`;

  function lost(reply: FastifyReply): FastifyReply {
    const text = "This page was open for too long or was used already. Start again from Strikewise.";
    return sendPage(reply, problemPage(words, "This sign-in has ended", text, "/login"), 400);
  }

  app.post(whoPath, HIDDEN, async (request, reply) => {
    const id = field(request, "flow");
    const flow = flows.get(id);
    if (flow === null) return lost(reply);
    if (field(request, "cancel") !== "") {
      flows.remove(id);
      return reply.redirect(flow.ends.denied(), 303);
    }
    const chosen = field(request, "account");
    const account = chosen === "new" ? world.fresh() : world.account(chosen);
    const outcome = field(request, "outcome");
    const again = (problem: string) =>
      sendPage(reply, whoPage(words, id, world.named, whoPath, problem, chosen || undefined), 400);
    if (account === null) return again("There is no such account. Choose one below.");
    if (!OUTCOMES.includes(outcome)) return again("Choose what should go wrong, or nothing.");
    if (outcome === "wrong_password") return again(`Invalid user id or ${words.password.toLowerCase()}.`);
    if (outcome === "too_many") {
      return again(
        `You are signed in to ${words.name} on too many devices. Sign out on one of them and try again.`,
      );
    }
    flow.account = account;
    flow.outcome = outcome as Outcome;
    return sendPage(reply, consentPage(words, id, account, consentPath, null));
  });

  app.post(consentPath, HIDDEN, async (request, reply) => {
    const id = field(request, "flow");
    const flow = flows.get(id);
    if (flow?.account == null) return lost(reply);
    const decision = field(request, "decision");
    if (decision === "allow" && flow.outcome === "wrong_pin") {
      // Once: the second try succeeds, as it does for people.
      flow.outcome = "ok";
      const text = `That ${words.pin} is not right. Try again.`;
      return sendPage(reply, consentPage(words, id, flow.account, consentPath, text), 400);
    }
    flows.remove(id);
    if (decision !== "allow") return reply.redirect(flow.ends.denied(), 303);
    const { account, outcome, ends } = flow;
    return reply.redirect(await ends.granted({ account, outcome, redirectUri: ends.redirectUri }), 303);
  });

  return {
    begin(reply, ends) {
      const id = world.secret(32);
      flows.put(id, { ends, account: null, outcome: "ok" }, FLOW_LIFE_MS);
      return sendPage(reply, whoPage(words, id, world.named, whoPath, null));
    },
    refuse: (reply, why) =>
      sendPage(reply, problemPage(words, "This link does not work", why, "/login"), 400),
  };
}
