/** Undo and redo: what a trader did is taken back, what the market said is not (rules ANZ-35 to ANZ-38). */

import { isExpired, priced, pricesOf } from "./analyzer-legs.ts";
import { EMPTY_DRAFT } from "./instances.ts";
import { withStrikeIvs } from "./ivs.ts";
import type { AnalyzerInstance, AnalyzerLeg, Draft, KeptDraft } from "./model.ts";
import { selectedAs } from "./positions.ts";
import { clampedTarget } from "./targets.ts";

/** Drafts kept either way. */
export const MOST_STEPS = 100;

const FIELDS = Object.keys(EMPTY_DRAFT) as (keyof Draft)[];

export function keptDraft(instance: AnalyzerInstance): KeptDraft {
  const draft = Object.fromEntries(FIELDS.map((field) => [field, instance[field]])) as unknown as Draft;
  return { ...draft, pricesLastUpdatedAt: instance.pricesLastUpdatedAt };
}

/** A leg as a trader left it, whatever its prices. */
function isSameLeg(a: AnalyzerLeg, b: AnalyzerLeg | undefined): boolean {
  if (a === b || b === undefined) return a === b;
  return (
    a.id === b.id &&
    a.token === b.token &&
    a.quantity === b.quantity &&
    a.entryPrice === b.entryPrice &&
    a.customIv === b.customIv &&
    a.isSelected === b.isSelected
  );
}

/** Of positions only the selection is a trader's doing. */
function areSamePositions(a: Draft, b: Draft): boolean {
  if (a.positions.length > 0 !== b.positions.length > 0) return false;
  const selected = new Map(b.positions.map(({ id, isSelected }) => [id, isSelected]));
  return a.positions.every(({ id, isSelected }) => (selected.get(id) ?? isSelected) === isSelected);
}

const OWN_RULES: ReadonlySet<keyof Draft> = new Set([
  "legs",
  "positions",
  "customStrikeWiseIvs",
  "positionExpiryFilters",
]);

function isSameRecord<T>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>): boolean {
  const keys = Object.keys(a);
  return a === b || (keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]));
}

/** Whether two drafts are the same work: prices that were told between them are none. */
export function isSameWork(a: Draft, b: Draft): boolean {
  return (
    FIELDS.every((field) => OWN_RULES.has(field) || a[field] === b[field]) &&
    a.legs.length === b.legs.length &&
    a.legs.every((leg, i) => isSameLeg(leg, b.legs[i])) &&
    isSameRecord(a.customStrikeWiseIvs, b.customStrikeWiseIvs) &&
    areSamePositions(a, b) &&
    isSameRecord(a.positionExpiryFilters, b.positionExpiryFilters)
  );
}

/** The instance with a draft that can be gone back to; what was taken back before is gone. */
export function withStep<A extends AnalyzerInstance>(instance: A, before: KeptDraft): A {
  return { ...instance, past: [...instance.past, before].slice(-MOST_STEPS), future: [] };
}

/** A draft of before in the market of now: newest prices, positions as they stand, targets within their bounds. */
export function restored(instance: AnalyzerInstance, draft: KeptDraft, now: number): Draft {
  const { pricesLastUpdatedAt, ...work } = draft;
  // Put away since the last prices, it has the newest there are.
  const known = pricesLastUpdatedAt === instance.pricesLastUpdatedAt ? null : pricesOf(instance, null);
  const isOver = (leg: AnalyzerLeg) => leg.isExpired || isExpired(leg, { contracts: null, now });
  const asOfNow = <L extends AnalyzerLeg>(leg: L): L => {
    const told = known === null ? leg : priced(leg, known);
    return told.isExpired === isOver(told) ? told : { ...told, isExpired: isOver(told) };
  };
  const holdsSame = instance.dataSource === draft.dataSource && instance.positions.length > 0;
  const positions =
    holdsSame && draft.positions.length > 0
      ? selectedAs(instance.positions, draft.positions)
      : draft.positions.map(asOfNow);
  return {
    ...work,
    legs: withStrikeIvs(draft.legs.map(asOfNow), draft.customStrikeWiseIvs),
    positions: withStrikeIvs(positions, draft.customStrikeWiseIvs),
    targetDateTime: clampedTarget(draft.targetDateTime, instance.targetDateTimeBounds, now),
  };
}

export function undo<A extends AnalyzerInstance>(instance: A, now: number): A {
  const draft = instance.past.at(-1);
  if (draft === undefined || instance.dragFrom !== null) return instance;
  return {
    ...instance,
    ...restored(instance, draft, now),
    past: instance.past.slice(0, -1),
    future: [...instance.future, keptDraft(instance)],
  };
}

export function redo<A extends AnalyzerInstance>(instance: A, now: number): A {
  const draft = instance.future.at(-1);
  if (draft === undefined || instance.dragFrom !== null) return instance;
  return {
    ...instance,
    ...restored(instance, draft, now),
    past: [...instance.past, keptDraft(instance)],
    future: instance.future.slice(0, -1),
  };
}

export function beginDrag<A extends AnalyzerInstance>(instance: A): A {
  return instance.dragFrom === null ? { ...instance, dragFrom: keptDraft(instance) } : instance;
}

/** All that was done since it began is one step; nothing done is none. */
export function endDrag<A extends AnalyzerInstance>(instance: A): A {
  const { dragFrom } = instance;
  if (dragFrom === null) return instance;
  const ended = { ...instance, dragFrom: null };
  return isSameWork(dragFrom, instance) ? ended : withStep(ended, dragFrom);
}

export function cancelDrag<A extends AnalyzerInstance>(instance: A, now: number): A {
  const { dragFrom } = instance;
  return dragFrom === null ? instance : { ...instance, ...restored(instance, dragFrom, now), dragFrom: null };
}
