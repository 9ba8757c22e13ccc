import { useEffect, useState } from "react";
import { useSnapshot } from "valtio";
import type { Outcome, UnderlyingSummary } from "#workers/engine/api.ts";
import { engine } from "./engine-client.ts";
import { live } from "./live-state.ts";

function failed<T>(error: unknown): Outcome<T> {
  return {
    ok: false,
    code: "engine.unavailable",
    message: error instanceof Error ? error.message : String(error),
  };
}

/** Etag of the instruments the engine has: another one may know what this one did not. */
function useEtag(): string | null {
  return useSnapshot(live).health?.metacache.etag ?? null;
}

/** What the engine answers to a question that is named by `key`; null until it has. */
function useAnswer<T>(key: string, ask: () => Promise<Outcome<T>>): Outcome<T> | null {
  const etag = useEtag();
  const [answer, setAnswer] = useState<{ readonly key: string; readonly outcome: Outcome<T> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the question
  useEffect(() => {
    let isOver = false;
    const take = (outcome: Outcome<T>): void => {
      if (isOver) return;
      // What is asked again and has not changed stays the same object: nothing that hangs on it starts anew.
      setAnswer((before) =>
        before?.key === key && JSON.stringify(before.outcome) === JSON.stringify(outcome)
          ? before
          : { key, outcome },
      );
    };
    ask().then(take, (error: unknown) => take(failed(error)));
    return () => {
      isOver = true;
    };
  }, [key, etag]);
  return answer?.key === key ? answer.outcome : null;
}

/** One underlying by its symbol, asked again when instruments change. */
export function useUnderlying(symbol: string): Outcome<UnderlyingSummary> | null {
  return useAnswer(symbol, () => engine().ask((api) => api.underlying(symbol)));
}

/** All underlyings with derivatives, in the market's order. */
export function useUnderlyings(): Outcome<readonly UnderlyingSummary[]> | null {
  return useAnswer("", () => engine().ask((api) => api.underlyings()));
}
