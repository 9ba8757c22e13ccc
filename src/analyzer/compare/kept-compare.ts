/** Snapshots and pins as the tab keeps them: text that an older or a broken page may have written, so nothing in it is believed unread. */

import { LONGEST_NAME, MOST_SNAPSHOTS, nameRefusal } from "#domain/strategy/compare/snapshots.ts";
import { type Pins, pinned } from "#domain/strategy/pins/pins.ts";
import { isDraft } from "../draft-reader.ts";
import type { Snapshot } from "./snapshot.ts";

const VERSION = 1;

export interface KeptCompare {
  /** Id of the account whose work it is. */
  readonly account: string;
  readonly underlying: string;
  readonly snapshots: readonly Snapshot[];
  readonly pins: Pins;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const figure = (value: unknown): number | null =>
  typeof value === "number" && Number.isFinite(value) ? value : null;

function snapshotOf(value: unknown, underlying: string): Snapshot | null {
  if (!isFields(value) || typeof value.id !== "string" || typeof value.name !== "string") return null;
  const { id, name, draft } = value;
  const takenAt = figure(value.takenAt);
  if (takenAt === null || id.length > LONGEST_NAME || nameRefusal([], id, name) !== null) return null;
  if (!isDraft(draft) || draft.underlying !== underlying) return null;
  return {
    id,
    name,
    takenAt,
    draft,
    isDrawn: value.isDrawn === true,
    margin: figure(value.margin),
    capital: figure(value.capital),
    charges: figure(value.charges),
    payload: null,
    isOfNow: false,
  };
}

/** Curves and figures are computed anew: they are not kept. */
export function writeCompare({ snapshots, ...rest }: KeptCompare): string {
  const kept = snapshots.map(({ payload: _, isOfNow: __, ...snapshot }) => snapshot);
  return JSON.stringify({ version: VERSION, ...rest, snapshots: kept });
}

/** @returns null for what is nothing of this version; of snapshots and pins what can be read of them */
export function readCompare(text: string): KeptCompare | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isFields(value) || value.version !== VERSION) return null;
  const { account, underlying } = value;
  if (typeof account !== "string" || typeof underlying !== "string") return null;
  const snapshots = (Array.isArray(value.snapshots) ? value.snapshots : [])
    .map((each: unknown) => snapshotOf(each, underlying))
    .filter((each) => each !== null)
    .slice(0, MOST_SNAPSHOTS);
  const prices = (Array.isArray(value.pins) ? value.pins : []).map(figure).filter((each) => each !== null);
  return { account, underlying, snapshots, pins: prices.reduce<Pins>(pinned, []) };
}
