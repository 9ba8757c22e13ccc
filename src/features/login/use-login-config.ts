import { config } from "#protocol/generated/http/sign-in.ts";
import type { LoginConfig } from "#protocol/http/sign-in.ts";
import { useAnswer } from "../../shared/answers/use-answer.ts";
import { isPreparing } from "./preparing.ts";

export type ConfigState =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly config: LoginConfig }
  /** the server's storage opens: it is asked again until it has */
  | { readonly phase: "preparing" }
  | { readonly phase: "failed" };

/**
 * What the panel must know before a login. Asked anew with each panel, and never for one that stands: Google's nonce in it
 * lives ten minutes. A server that starts is there in a moment; the panel fills in what it then learns.
 */
const FOR_A_PANEL = {
  isForAll: true,
  gcTime: 0,
  staleTime: Number.POSITIVE_INFINITY,
  retry: (failures: number, error: Error) => isPreparing(error) || failures < 10,
  retryDelay: 3_000,
} as const;

export function useLoginConfig(): readonly [ConfigState, () => void] {
  const { data, failureReason, refetch } = useAnswer(config, {}, FOR_A_PANEL);
  const retry = (): void => void refetch();
  if (data !== undefined) return [{ phase: "ready", config: data }, retry];
  if (failureReason === null) return [{ phase: "loading" }, retry];
  return [{ phase: isPreparing(failureReason) ? "preparing" : "failed" }, retry];
}
