import type { AnalyzerSettings, Draft } from "#domain/strategy/analyzer/model.ts";
import type { KeptStrategy, KeptTerms } from "#domain/strategy/kept/content.ts";

type Signed = KeptStrategy["figures"] & {
  readonly legs: readonly Pick<
    KeptTerms,
    "type" | "tradingsymbol" | "expiry" | "strike" | "quantity" | "entryPrice" | "isSelected"
  >[];
  readonly settings: Partial<AnalyzerSettings>;
};

type Looked = Draft & Pick<Signed, "settings">;

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/**
 * What a trader made of a strategy, as one text: two are the same when nothing is to be saved. A target date that passed is none
 * (rule ANZ-23); tab and zoom are no part of it.
 * @param now market time
 */
function textOf(draft: Signed, now: number): string {
  const { targetDateTime } = draft;
  return JSON.stringify([
    draft.legs.map((leg) => [
      leg.type === "EQ" ? leg.tradingsymbol : leg.type,
      leg.expiry,
      leg.strike,
      leg.quantity,
      leg.entryPrice,
      leg.isSelected,
    ]),
    draft.targetPrice,
    targetDateTime !== null && targetDateTime > now ? targetDateTime : null,
    draft.payoffTableTargetInterval,
    draft.ivOffset,
    Object.entries(draft.customStrikeWiseIvs).sort(byName),
    draft.lotMultiplier,
    draft.manualPnl.isChecked ? draft.manualPnl.pnl : null,
    Object.entries(draft.settings).sort(byName),
  ]);
}

export const signatureOf = (draft: Looked, now: number): string => textOf(draft, now);

export const signatureOfKept = ({ legs, figures, settings }: KeptStrategy, now: number): string =>
  textOf({ ...figures, legs, settings }, now);
