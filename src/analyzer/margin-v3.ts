/** The older form of a margin, of accounts of ICICI Direct alone: it tells no premium, which is put beside it here. */

import { subscribe } from "valtio";
import { marginV3 } from "#protocol/generated/http/calls/strategies/margin-v3.ts";
import type { BuilderPayload } from "#protocol/http/builder.ts";
import type { MarginTradesRequest } from "#protocol/http/margin.ts";
import type { BuilderInstance, MarginAnswer } from "./answers.ts";
import type { AnalyzerEdges } from "./edges.ts";
import { selectedLegs } from "./request-of.ts";
import type { Store } from "./store.ts";

type OlderAnswer = Extract<MarginAnswer, { readonly form: "v3" }>;

export interface OlderMargin {
  ask(body: MarginTradesRequest, signal: AbortSignal): Promise<OlderAnswer>;
  dispose(): void;
}

/** What the new trades cost besides their margin, paid above 0, shares bought included; null while a price is not known. */
function premiumOf(instance: BuilderInstance, { leg_prices }: BuilderPayload): number | null {
  const entries = new Map(leg_prices.map(({ leg_id, entry }) => [leg_id, entry]));
  let sum = 0;
  for (const { id, kind, type, quantity, multiplier } of selectedLegs(instance)) {
    if (kind === "position" || type === "FUT" || (type === "EQ" && quantity < 0)) continue;
    const entry = entries.get(id) ?? null;
    if (entry === null) return null;
    sum += quantity * multiplier * entry;
  }
  return sum;
}

/** The form tells the margin alone: the capital is that and the premium as it is known here. */
function withPremium(answer: Omit<OlderAnswer, "premium" | "capital">, premium: number | null): OlderAnswer {
  const { total_margin: margin } = answer.payload;
  const capital = premium === null || margin === null ? null : Math.max(0, margin + premium);
  return { ...answer, premium, capital };
}

/** @param now of the market, or of the device where that is not known */
export function createOlderMargin(store: Store, call: AnalyzerEdges["call"], now: () => number): OlderMargin {
  const { view } = store;

  /** As the analysis on screen enters the trades; undefined while that is of another question. */
  function premiumNow(): number | null | undefined {
    const instance = store.instance();
    const isOfNow = instance !== null && view.payloadRevision === instance.revision;
    return isOfNow && view.payload !== null ? premiumOf(instance, view.payload) : undefined;
  }

  /** Prices move, and what the trades are entered at is no question of the margin's: the premium follows the analysis. */
  function renew(): void {
    const asked = store.instance()?.marginData;
    const value = asked?.value;
    if (value?.form !== "v3" || asked?.isLoading === true || view.isMarginOld) return;
    const premium = premiumNow();
    if (premium === undefined || Object.is(premium, value.premium)) return;
    const margin = withPremium(value, premium);
    const figures = { marginRequired: margin.payload.total_margin, capitalRequired: margin.capital };
    store.dispatch({ type: "margin-done", margin, figures });
  }

  return {
    async ask(body, signal) {
      const payload = await call(marginV3, { body }, { signal });
      return withPremium({ form: "v3", payload, answeredAt: now() }, premiumNow() ?? null);
    },
    dispose: subscribe(view, renew),
  };
}
