import type { BrokerConfig } from "#domain/access/brokers.ts";
import type { LoginResult } from "#protocol/http/sign-in.ts";
import { finishLogin, type Returned } from "../../api/login-calls.ts";
import { type BegunLogin, begunLogin } from "./begun-login.ts";
import { enter } from "./enter.ts";
import { type LoginFailure, loginFailure, missingToken, startText, tooManyTicket } from "./login-failure.ts";
import type { LoginParams } from "./login-params.ts";
import { isPreparingCode, oncePrepared } from "./preparing.ts";
import { TEXTS } from "./texts.ts";
import { tooManyAddress } from "./too-many-address.ts";

/** How the way back from a broker ends: somewhere on this site, or with something to tell. */
type LoginEnd =
  | { readonly kind: "go"; readonly path: string }
  /** it could not begin yet, and is begun again there */
  | { readonly kind: "again"; readonly login: BegunLogin }
  | { readonly kind: "failed"; readonly failure: LoginFailure };

interface FinishEdges {
  finish(slug: NonNullable<BrokerConfig["slug"]>, returned: Returned): Promise<LoginResult>;
  enter(result: LoginResult): string;
  /** where the login was begun; null when that is not known, or too long ago */
  begun(): BegunLogin | null;
}

const failed = (headline: string, detail: string | null): LoginEnd => ({
  kind: "failed",
  failure: { headline, detail },
});

/** Finishes a login with what the broker's address brought back. Never rejects. */
export async function finish(
  broker: BrokerConfig | null,
  { token, state, refusal, error }: LoginParams,
  edges: FinishEdges = { finish: finishLogin, enter, begun: () => begunLogin() },
  onPreparing: () => void = () => {},
): Promise<LoginEnd> {
  const name = broker?.displayName ?? TEXTS.failure.yourBroker;
  if (refusal === "denied") {
    return failed(TEXTS.failure.unable, TEXTS.failure.declined(name));
  }
  if (refusal === "failed") {
    const login = isPreparingCode(error) ? edges.begun() : null;
    if (login !== null) return { kind: "again", login };
    const own = startText(error);
    return failed(TEXTS.failure.unable, own ?? TEXTS.failure.refused(name));
  }
  if (token === null) return failed(missingToken(broker), TEXTS.failure.noProof(name));
  if (broker === null || broker.slug === null) return failed(TEXTS.unsupported, null);
  try {
    const { slug } = broker;
    const result = await oncePrepared(() => edges.finish(slug, { token, state }), onPreparing);
    return { kind: "go", path: edges.enter(result) };
  } catch (thrown) {
    const ticket = tooManyTicket(thrown);
    if (ticket !== null && ticket !== "") {
      return { kind: "go", path: tooManyAddress(ticket, broker, thrown) };
    }
    return { kind: "failed", failure: loginFailure(broker, thrown) };
  }
}

const begun = new Map<string, Promise<LoginEnd>>();

/** A token is worth one try: the same one again (a component that is mounted twice) gets the same end. */
export function finishOnce(
  broker: BrokerConfig | null,
  params: LoginParams,
  onPreparing: () => void,
): Promise<LoginEnd> {
  const key = `${broker?.slug ?? ""} ${params.token ?? ""}`;
  const known = params.token === null ? undefined : begun.get(key);
  if (known) return known;
  const end = finish(broker, params, undefined, onPreparing);
  begun.set(key, end);
  return end;
}
