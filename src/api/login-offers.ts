import type { LoginConfig } from "#protocol/http/sign-in.ts";
import { has, isFields } from "./answer-shape.ts";
import { api } from "./site-api.ts";

export function readLoginConfig(answer: unknown): LoginConfig | null {
  const kinds = {
    can_try_sandbox: "boolean",
    research_analyst_number: "string?",
    terms_url: "string?",
  } as const;
  if (!has(answer, kinds) || !isFields(answer.sandbox)) return null;
  const isGoogle = has(answer.google, { client_id: "string", nonce: "string", script_url: "string" });
  return isGoogle ? (answer as unknown as LoginConfig) : null;
}

export function fetchLoginConfig(signal?: AbortSignal): Promise<LoginConfig> {
  return api.call("GET", "/v1/login_config", readLoginConfig, signal ? { signal } : {});
}

/** Whether one click into a sandbox account is offered. Begins nothing, and needs no database: pages may ask it freely. */
export async function fetchSandboxOffer(signal: AbortSignal): Promise<boolean> {
  const query = { begin: "false" };
  const { can_try_sandbox: isOffered } = await api.call("GET", "/v1/login_config", readLoginConfig, {
    query,
    signal,
  });
  return isOffered;
}
