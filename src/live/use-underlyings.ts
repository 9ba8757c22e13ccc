/**
 * What the engine says of its instruments. A question has one answer for all components that show it; it is asked again when
 * instruments change, and kept while the tab lives. The chain shows one of them first of all, so none of it waits for the query
 * library, which asks our server (decision 0019).
 */
import { useSyncExternalStore } from "react";
import { subscribe } from "valtio";
import type { EngineApi, Outcome, UnderlyingSummary } from "#workers/engine/api.ts";
import { engine } from "./engine-client.ts";
import { isSame } from "./is-same.ts";
import { live } from "./live-state.ts";

interface Question<T> {
  /** Asks now, for whom will follow it later. */
  askAhead(): void;
  subscribe(listener: () => void): () => void;
  /** null until the engine has answered */
  readonly read: () => Outcome<T> | null;
}

function failed<T>(error: unknown): Outcome<T> {
  return {
    ok: false,
    code: "engine.unavailable",
    message: error instanceof Error ? error.message : String(error),
  };
}

/** Etag of the instruments the engine has: another one may know what this one did not. */
const etagNow = (): string | null => live.health?.metacache.etag ?? null;

function createQuestion<T>(ask: (api: EngineApi) => Promise<Outcome<T>>): Question<T> {
  const listeners = new Set<() => void>();
  let outcome: Outcome<T> | null = null;
  /** Etag it was last asked with; undefined when it must be asked again whatever that is. */
  let asked: string | null | undefined;
  let stop: () => void = () => {};

  function take(next: Outcome<T>): void {
    // What is asked again and has not changed stays the same object: nothing that hangs on it starts anew.
    if (isSame(outcome, next)) return;
    outcome = next;
    for (const listener of listeners) listener();
  }

  function look(): void {
    const etag = etagNow();
    if (asked === etag) return;
    asked = etag;
    engine()
      .ask(ask)
      .catch((error: unknown) => failed<T>(error))
      .then((next) => {
        // An answer that a newer question has overtaken is no news.
        if (asked === etag) take(next);
      });
  }

  return {
    askAhead: look,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        // A failure may be over by now.
        if (outcome?.ok === false) asked = undefined;
        stop = subscribe(live, look);
        look();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    read: () => outcome,
  };
}

const bySymbol = new Map<string, Question<UnderlyingSummary>>();

function questionOf(symbol: string): Question<UnderlyingSummary> {
  const known = bySymbol.get(symbol) ?? createQuestion((api) => api.underlying(symbol));
  bySymbol.set(symbol, known);
  return known;
}

const all = createQuestion((api) => api.underlyings());

/** Asks for an underlying before the page is there that shows it. */
export const askAhead = (symbol: string): void => questionOf(symbol).askAhead();

/** One underlying by its symbol; null until it is known. */
export function useUnderlying(symbol: string): Outcome<UnderlyingSummary> | null {
  const { subscribe: follow, read } = questionOf(symbol);
  return useSyncExternalStore(follow, read);
}

/** All underlyings with derivatives, in the market's order; null until they are known. */
export function useUnderlyings(): Outcome<readonly UnderlyingSummary[]> | null {
  return useSyncExternalStore(all.subscribe, all.read);
}
