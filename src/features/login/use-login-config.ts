import { useEffect, useState } from "react";
import type { LoginConfig } from "#protocol/http/sign-in.ts";
import { fetchLoginConfig } from "../../api/login-offers.ts";

export type ConfigState =
  | { readonly phase: "loading" }
  | { readonly phase: "ready"; readonly config: LoginConfig }
  | { readonly phase: "failed" };

const RETRIES = 10;
const RETRY_MS = 3_000;

/**
 * What the panel must know before a login. Asked anew with each panel: Google's nonce in it lives ten
 * minutes.
 */
export function useLoginConfig(): readonly [ConfigState, () => void] {
  const [state, setState] = useState<ConfigState>({ phase: "loading" });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const gone = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    setState((old) => (attempt > 0 && old.phase === "failed" ? old : { phase: "loading" }));
    fetchLoginConfig(gone.signal).then(
      (config) => setState({ phase: "ready", config }),
      () => {
        if (gone.signal.aborted) return;
        setState({ phase: "failed" });
        // A server that starts is there in a moment; the panel fills in what it then learns.
        if (attempt < RETRIES) timer = setTimeout(() => setAttempt(attempt + 1), RETRY_MS);
      },
    );
    return () => {
      gone.abort();
      clearTimeout(timer);
    };
  }, [attempt]);
  return [state, () => setAttempt((n) => n + 1)];
}
