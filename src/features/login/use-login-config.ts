import { useEffect, useState } from "react";
import type { LoginConfig } from "#protocol/http/account.ts";
import { fetchLoginConfig } from "../../session/login-calls.ts";

export type ConfigState =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly config: LoginConfig }
  | { readonly phase: "failed" };

/** What the panel must know before anyone signs in. Asked anew with each panel: Google's nonce in it lives ten minutes. */
export function useLoginConfig(): readonly [ConfigState, () => void] {
  const [state, setState] = useState<ConfigState>({ phase: "loading" });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a new question
  useEffect(() => {
    const gone = new AbortController();
    setState({ phase: "loading" });
    fetchLoginConfig(gone.signal).then(
      (config) => setState({ phase: "ready", config }),
      () => {
        if (!gone.signal.aborted) setState({ phase: "failed" });
      },
    );
    return () => gone.abort();
  }, [attempt]);
  return [state, () => setAttempt((n) => n + 1)];
}
