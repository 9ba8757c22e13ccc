import type { AccessSubject } from "#domain/access/features.ts";
import {
  allowedColumns,
  BUILT_IN_COLUMNS,
  type ChainSettings,
  columnsOf,
  DEFAULT_CHAIN_SETTINGS,
  isBuiltIn,
} from "#domain/chain/settings.ts";
import type { GridLook } from "#domain/format/own-columns.ts";
import type { Chosen } from "./chosen.ts";

/** Whether figures are written as they are without settings. */
const isPlain = ({ perLot, quantityUnit, bars, bidFirst }: ChainSettings): boolean =>
  perLot === DEFAULT_CHAIN_SETTINGS.perLot &&
  quantityUnit === DEFAULT_CHAIN_SETTINGS.quantityUnit &&
  bars === DEFAULT_CHAIN_SETTINGS.bars &&
  bidFirst === DEFAULT_CHAIN_SETTINGS.bidFirst;

function lookOf(settings: ChainSettings, id: string, subject: AccessSubject | null): GridLook | null {
  const { views, perLot, quantityUnit: unit, bars, bidFirst } = settings;
  const kept = columnsOf(views, id);
  // A view that is built in elsewhere, and that settings do not change.
  if (kept === null) return null;
  // What the plan is without is taken out where a built-in view is laid out: taken out here, it would be a trader's own.
  if (isBuiltIn(id) && kept === BUILT_IN_COLUMNS[id] && isPlain(settings)) return null;
  const allowed = allowedColumns(kept, subject);
  const columns = allowed.length === 0 ? BUILT_IN_COLUMNS.ltp : allowed;
  return { columns, perLot, unit, bars, bidFirst };
}

/** @param subject who looks: columns that a plan is without are not shown; null while that is not known */
export function chosenOf(settings: ChainSettings, subject: AccessSubject | null): Chosen {
  return {
    view: settings.view,
    size: settings.size,
    above: settings.showNstrikesAboveATM,
    below: settings.showNStrikesBelowATM,
    hundreds: settings.showHundredsMultiple,
    marks: { positions: settings.showExistingPositions, inUnits: settings.showTradesInQuantity },
    named: settings.views.filter(({ id }) => !isBuiltIn(id)),
    lookOf: (view) => lookOf(settings, view, subject),
  };
}
