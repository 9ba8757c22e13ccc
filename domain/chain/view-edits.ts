/** What a trader does to the views of a chain. Each takes settings and gives others; none changes what it was given. */

import type { AccessSubject } from "../access/features.ts";
import {
  allowedColumns,
  BUILT_IN_COLUMNS,
  type ChainSettings,
  columnsOf,
  DEFAULT_CHAIN_SETTINGS,
  FIRST_VIEW,
  isBuiltIn,
  type KeptView,
  MOST_NAME_LENGTH,
  MOST_VIEWS,
  TOGGLES,
  type Toggle,
  VIEW_COLUMN_IDS,
  type ViewColumnId,
} from "./settings.ts";

export const isToggledOn = (columns: readonly ViewColumnId[], toggle: Toggle): boolean =>
  TOGGLES[toggle].some((id) => columns.includes(id));

/** A column comes in after the nearest one that usually stands before it, and last where none of those is shown. */
function withColumn(columns: readonly ViewColumnId[], id: ViewColumnId): readonly ViewColumnId[] {
  if (columns.includes(id)) return columns;
  const usual = VIEW_COLUMN_IDS.slice(0, VIEW_COLUMN_IDS.indexOf(id));
  const before = usual.findLast((other) => columns.includes(other));
  const at = before === undefined ? 0 : columns.indexOf(before) + 1;
  return columns.toSpliced(at, 0, id);
}

/** Columns with or without those of a toggle; the last column stays, for a view without any is a blank grid. */
export function toggled(
  columns: readonly ViewColumnId[],
  toggle: Toggle,
  isOn: boolean,
): readonly ViewColumnId[] {
  const own: readonly ViewColumnId[] = TOGGLES[toggle];
  if (isOn) return own.reduce(withColumn, columns);
  const left = columns.filter((id) => !own.includes(id));
  return left.length === 0 ? columns : left;
}

/** Some of a list set down elsewhere in it. @param target the one they come before or after */
export function moved<T>(
  items: readonly T[],
  some: ReadonlySet<T>,
  target: T,
  place: "before" | "after",
): readonly T[] {
  if (some.has(target)) return items;
  const left = items.filter((item) => !some.has(item));
  const at = left.indexOf(target) + (place === "after" ? 1 : 0);
  return left.toSpliced(at, 0, ...items.filter((item) => some.has(item)));
}

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, i) => item === b[i]);

/** Whether a change of a view's columns could be kept: one that is not among the kept ones needs room there. */
export const hasRoomFor = ({ views }: ChainSettings, id: string): boolean =>
  views.length < MOST_VIEWS || views.some((view) => view.id === id);

/** A view with other columns; a built-in one that has its own again is no longer among the kept ones. */
export function withColumns(
  settings: ChainSettings,
  id: string,
  columns: readonly ViewColumnId[],
  name: string,
): ChainSettings {
  const { views } = settings;
  if (isBuiltIn(id) && isSame(columns, BUILT_IN_COLUMNS[id])) {
    return { ...settings, views: views.filter((view) => view.id !== id) };
  }
  if (views.some((view) => view.id === id)) {
    return { ...settings, views: views.map((view) => (view.id === id ? { ...view, columns } : view)) };
  }
  if (!isBuiltIn(id) || !hasRoomFor(settings, id)) return settings;
  return { ...settings, views: [...views, { id, name, columns }] };
}

/** The first of v1, v2, … that no view has. */
function freeId(views: readonly KeptView[]): string {
  let n = 1;
  while (views.some(({ id }) => id === `v${n}`)) n++;
  return `v${n}`;
}

/**
 * A new view with what is seen of another.
 * @param subject who looks: columns that a plan is without do not come along
 * @returns the view's id; null where there is room for none
 */
export function createView(
  settings: ChainSettings,
  from: string,
  name: string,
  subject: AccessSubject | null,
): { readonly settings: ChainSettings; readonly id: string } | null {
  const { views } = settings;
  if (views.length >= MOST_VIEWS) return null;
  const seen = allowedColumns(columnsOf(views, from) ?? [], subject);
  const columns = seen.length === 0 ? BUILT_IN_COLUMNS.ltp : seen;
  const id = freeId(views);
  return { id, settings: { ...settings, views: [...views, { id, name: nameOf(name), columns }] } };
}

const nameOf = (typed: string): string => typed.trim().slice(0, MOST_NAME_LENGTH);

/** A name of nothing but spaces leaves the one there was. */
export function renameView(settings: ChainSettings, id: string, typed: string): ChainSettings {
  const name = nameOf(typed);
  if (name === "") return settings;
  return { ...settings, views: settings.views.map((view) => (view.id === id ? { ...view, name } : view)) };
}

/** @param ids of the trader's own views, in their new order; those that are not named keep their place after them */
export function orderViews(settings: ChainSettings, ids: readonly string[]): ChainSettings {
  const views = settings.views.toSorted((a, b) => {
    const [first, second] = [ids.indexOf(a.id), ids.indexOf(b.id)];
    return (first < 0 ? ids.length : first) - (second < 0 ? ids.length : second);
  });
  return { ...settings, views };
}

/** Where it was the view to begin with, that is the one of the last prices again. */
export function deleteView(settings: ChainSettings, id: string): ChainSettings {
  const views = settings.views.filter((view) => view.id !== id);
  return { ...settings, views, view: settings.view === id && !isBuiltIn(id) ? "ltp" : settings.view };
}

/** A deleted view back where it was; where its id was given to another meanwhile, under a new one. */
export function restoreView(settings: ChainSettings, view: KeptView, at: number): ChainSettings {
  const { views } = settings;
  if (views.length >= MOST_VIEWS) return settings;
  const isTaken = views.some(({ id }) => id === view.id);
  return { ...settings, views: views.toSpliced(at, 0, isTaken ? { ...view, id: freeId(views) } : view) };
}

/** The first view as everybody has it: nothing of it is the trader's. */
const isUntouched = ({ id, name, columns }: KeptView): boolean =>
  id === FIRST_VIEW.id && name === FIRST_VIEW.name && isSame(columns, FIRST_VIEW.columns);

/**
 * A visitor's settings join an account's at sign-in. An account that has none of its own takes them all; else its own stay, and the
 * visitor's named views come after them. What the account's plan is without is left out of what the visitor has changed.
 * @param isNew nothing was kept with the account yet
 */
export function joined(
  account: ChainSettings,
  visitor: ChainSettings,
  isNew: boolean,
  subject: AccessSubject | null,
): ChainSettings {
  const allowed = visitor.views
    .map((view) => (isUntouched(view) ? view : { ...view, columns: allowedColumns(view.columns, subject) }))
    .filter(({ columns }) => columns.length > 0);
  if (isNew) {
    const isThere = isBuiltIn(visitor.view) || allowed.some(({ id }) => id === visitor.view);
    return { ...visitor, views: allowed, view: isThere ? visitor.view : DEFAULT_CHAIN_SETTINGS.view };
  }
  let views = account.views;
  for (const view of allowed) {
    const { id, name, columns } = view;
    if (isUntouched(view)) continue;
    const isKept = views.some((view) => view.name === name && isSame(view.columns, columns));
    if (!isBuiltIn(id) && !isKept && views.length < MOST_VIEWS) {
      views = [...views, { id: freeId(views), name, columns }];
    }
  }
  return { ...account, views };
}
