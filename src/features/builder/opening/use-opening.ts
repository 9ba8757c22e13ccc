import { useCallback, useEffect, useState } from "react";
import type { Keeping } from "../kept/keeping.ts";
import type { BuilderSearch, Wanted } from "../search-params.ts";
import type { OpeningFailure } from "./failures.ts";
import type { Fetched } from "./open-kept.ts";

/** What the page is opened on. */
export type Opening =
  | { readonly status: "loading" }
  | { readonly status: "failed"; readonly failure: OpeningFailure; readonly retry: () => void }
  /** `begin` once the instruments are there; null: nothing that was kept. */
  | { readonly status: "there"; readonly symbol: string; readonly begin: Fetched["begin"] | null };

type Outcome = { readonly of: string } & (
  | { readonly fetched: Fetched }
  | { readonly failure: OpeningFailure }
);

const keyOf = ({ kind, id }: Wanted, attempt: number): string => `${kind} ${id} ${attempt}`;

/** Whether the page works on it already: what was saved here needs no opening. */
function isOpen({ kind, id }: Wanted, { strategy, link }: Keeping): boolean {
  return kind === "strategy" ? strategy?.id === id : link?.id === id;
}

/** Fetches what the address asks for; nothing of the page is shown before it is there. */
export function useOpening({ symbol, wanted }: BuilderSearch, keeping: Keeping): Opening {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((made) => made + 1), []);
  const kind = wanted?.kind ?? null;
  const id = wanted?.id ?? "";
  useEffect(() => {
    if (kind === null || isOpen({ kind, id }, keeping)) return;
    const end = new AbortController();
    const of = keyOf({ kind, id }, attempt);
    const missing = { kind: "unavailable", of: kind, message: null } as const;
    import("./open-kept.ts")
      .then(({ openKept }) => openKept({ kind, id }, end.signal))
      .then(
        (found) => {
          if (end.signal.aborted) return;
          setOutcome(found.ok ? { of, fetched: found.fetched } : { of, failure: found.failure });
        },
        () => {
          if (!end.signal.aborted) setOutcome({ of, failure: missing });
        },
      );
    return () => end.abort();
  }, [kind, id, attempt, keeping]);

  if (wanted === null) return { status: "there", symbol, begin: null };
  const mine = outcome !== null && outcome.of === keyOf(wanted, attempt) ? outcome : null;
  if (mine !== null && "failure" in mine) return { status: "failed", failure: mine.failure, retry };
  if (mine !== null) return { status: "there", ...mine.fetched };
  return isOpen(wanted, keeping) ? { status: "there", symbol, begin: null } : { status: "loading" };
}
