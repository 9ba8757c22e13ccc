/** What a trader does to the legs: the strategy's own rules, of which there is one each (rules ANZ-8 to ANZ-17). */

import { adjusted } from "../adjust/adjustment.ts";
import type { ContractList } from "../contract-list.ts";
import { changeExpiry, flip, setEntryPrice, setQuantity, swapType, toggleSelection } from "../legs/change.ts";
import { changeStrike, stepStrike } from "../legs/change-strike.ts";
import { addOrUpdate, deleteTrade, resetPrices } from "../legs/list.ts";
import { lotMultiplier, scaleLots } from "../legs/lots.ts";
import { shiftLegs } from "../legs/shift.ts";
import type { Leg } from "../model.ts";
import type { AnalyzerContext } from "./actions.ts";
import { dressed, legNames } from "./analyzer-legs.ts";
import { isUnits } from "./bounds.ts";
import { draggedLegs } from "./drag.ts";
import { EMPTY_DRAFT } from "./instances.ts";
import type { AnalyzerInstance, AnalyzerLeg, AnalyzerPosition, Draft } from "./model.ts";
import { type Change, NOTHING, type Rule } from "./rule.ts";

type Legs = readonly Leg[];

function withLegs(instance: AnalyzerInstance, after: Legs, context: AnalyzerContext): Change {
  return after === instance.legs ? NOTHING : { legs: dressed(after, instance, context) };
}

/** A change that looks for another contract: nothing comes of it while instruments are not known. */
function onContracts(
  instance: AnalyzerInstance,
  context: AnalyzerContext,
  change: (legs: Legs, contracts: ContractList) => Legs,
): Change {
  const { contracts } = context;
  return contracts === null ? NOTHING : withLegs(instance, change(instance.legs, contracts), context);
}

/** A strategy of nothing again. */
function unsaved(draft: Partial<Draft> = EMPTY_DRAFT): Change {
  return { ...draft, dataSource: "UNSAVED_STRATEGY", dataSourceMeta: null };
}

/** A ready-made strategy with other legs is a trader's own; a saved one stays the one that was saved. */
function madeOwn({ dataSource }: Draft, change: Change): Change {
  return dataSource === "PRESET_STRATEGY" && change !== NOTHING ? unsaved(change) : change;
}

export const addLeg: Rule<"add-leg"> = (instance, { contract, deal }, context) => {
  const names = legNames(instance.nextLeg);
  const after = addOrUpdate(instance.legs, contract, deal, names.newId);
  const change = withLegs(instance, after, context);
  return madeOwn(instance, change === NOTHING ? change : { ...change, nextLeg: names.next() });
};

/** Without positions, the last leg takes the whole strategy with it: targets, IVs, source. */
export const deleteLeg: Rule<"delete-leg"> = (instance, { id }, context) => {
  const change = withLegs(instance, deleteTrade(instance.legs, id), context);
  const isEmpty = change.legs?.length === 0 && instance.positions.length === 0;
  return isEmpty ? unsaved() : madeOwn(instance, change);
};

export const clearLegs: Rule<"clear-legs"> = ({ legs, positions, dataSource }) => {
  if (positions.length > 0) return legs.length === 0 ? NOTHING : { legs: [] };
  return legs.length === 0 && dataSource === "EMPTY" ? NOTHING : unsaved();
};

export const clearPositions: Rule<"clear-positions"> = ({ legs, positions }) => {
  if (positions.length === 0) return NOTHING;
  return legs.length === 0 ? unsaved() : unsaved({ positions: [], positionExpiryFilters: {} });
};

export const toggleLeg: Rule<"toggle-leg"> = (instance, { id }, context) => {
  const change = withLegs(instance, toggleSelection(instance.legs, id), context);
  if (change !== NOTHING) return change;
  const positions = toggleSelection(instance.positions, id) as readonly AnalyzerPosition[];
  return positions === instance.positions ? NOTHING : { positions };
};

export const toggleAll: Rule<"toggle-all"> = ({ legs, positions }, { isSelected }) => {
  const set = <L extends AnalyzerLeg>(all: readonly L[]): readonly L[] =>
    all.map((leg) => (leg.isSelected === isSelected ? leg : { ...leg, isSelected }));
  const isOther = (leg: AnalyzerLeg) => leg.isSelected !== isSelected;
  return legs.some(isOther) || positions.some(isOther)
    ? { legs: set(legs), positions: set(positions) }
    : NOTHING;
};

export const flipLeg: Rule<"flip-leg"> = (instance, { id }, context) =>
  madeOwn(instance, withLegs(instance, flip(instance.legs, id), context));

export const enterPrice: Rule<"set-entry-price"> = (instance, { id, price }, context) =>
  withLegs(instance, setEntryPrice(instance.legs, id, price), context);

export const enterQuantity: Rule<"set-quantity"> = (instance, { id, units }, context) =>
  withLegs(instance, setQuantity(instance.legs, id, units), context);

export const chooseExpiry: Rule<"set-expiry"> = (instance, { id, expiry }, context) =>
  onContracts(instance, context, (legs, contracts) => changeExpiry(legs, id, expiry, contracts));

export const chooseStrike: Rule<"set-strike"> = (instance, { id, strike }, context) =>
  onContracts(instance, context, (legs, contracts) => changeStrike(legs, id, strike, contracts));

export const stepLeg: Rule<"step-strike"> = (instance, { id, direction }, context) =>
  onContracts(instance, context, (legs, contracts) => stepStrike(legs, id, direction, contracts));

export const swapLeg: Rule<"swap-type"> = (instance, { id }, context) =>
  madeOwn(
    instance,
    onContracts(instance, context, (legs, contracts) => swapType(legs, id, contracts)),
  );

export const shiftAll: Rule<"shift-legs"> = (instance, { shift }, context) =>
  onContracts(instance, context, (legs, contracts) => shiftLegs(legs, shift, contracts));

export const dragStrikes: Rule<"drag-strikes"> = (instance, action, context) =>
  onContracts(instance, context, (_, contracts) => draggedLegs(instance, action, contracts));

/** To a place of the list, the first or last where there is none such. */
export const moveLeg: Rule<"move-leg"> = ({ legs }, { id, to }) => {
  const from = legs.findIndex((leg) => leg.id === id);
  const place = Math.min(Math.max(0, Math.trunc(to)), legs.length - 1);
  const leg = legs[from];
  if (leg === undefined || Number.isNaN(place) || place === from) return NOTHING;
  return { legs: legs.toSpliced(from, 1).toSpliced(place, 0, leg) };
};

/** Ignored when a quantity would leave what can be dealt in. */
export const multiplyLots: Rule<"set-lot-multiplier"> = (instance, { multiplier }, context) => {
  if (instance.legs.length === 0) return NOTHING;
  const after = scaleLots(instance.legs, multiplier, instance.lotMultiplier);
  if (after.some(({ quantity }) => !isUnits(Math.abs(quantity)))) return NOTHING;
  const change = withLegs(instance, after, context);
  return change === NOTHING ? change : { ...change, lotMultiplier: multiplier };
};

/** Without positions, the last leg that is closed takes the whole strategy with it. */
export const adjustLegs: Rule<"adjust"> = (instance, { adjustment }, context) => {
  const names = legNames(instance.nextLeg);
  const after = adjusted(instance.legs, adjustment, names.newId);
  if (after.length === 0 && instance.positions.length === 0) return unsaved();
  const change = withLegs(instance, after, context);
  const named = change === NOTHING ? change : { ...change, nextLeg: names.next() };
  const isMoved = adjustment.adds.length === 0 && after.length === instance.legs.length;
  return isMoved ? named : madeOwn(instance, named);
};

export const resetEntries: Rule<"reset-prices"> = (instance, _, context) =>
  withLegs(instance, resetPrices(instance.legs), context);

/** What the quantities are multiples of; that which was set last for as long as they stay as they are. */
export function multiplierOf(before: Draft, after: Draft): number {
  const isSame =
    before.legs.length === after.legs.length &&
    after.legs.every(({ quantity, lotSize }, i) => {
      const was = before.legs[i]!;
      return Math.abs(was.quantity) === Math.abs(quantity) && was.lotSize === lotSize;
    });
  return isSame ? after.lotMultiplier : lotMultiplier(after.legs);
}
