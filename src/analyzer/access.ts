import { mayAnalyse } from "#domain/access/analysis.ts";
import type { Caller } from "./edges.ts";

/** Whether the server would answer this caller's strategies: whom it refuses, the worker does not answer either. null: not known yet. */
export function mayAsk({ phase, subject }: Caller): boolean | null {
  if (phase === "loading" || subject === null) return null;
  return phase === "signed_in" && mayAnalyse(subject);
}
