/** Files of events, told apart by what stands in their first line. */

import { headerOf } from "#analysis/market-files/csv.ts";
import { BAN_COLUMNS, BAN_TITLE, readBans, readPublishedBans } from "./bans.ts";
import { GLOBAL_COLUMNS, readGlobalEvents } from "./global-events.ts";
import type { EventReader } from "./rows.ts";
import { ACTION_COLUMNS, MEETING_COLUMNS, readActions, readMeetings } from "./stock-events.ts";

/** By the columns that tell them apart. */
const KINDS: readonly (readonly [columns: readonly string[], read: EventReader])[] = [
  [MEETING_COLUMNS, readMeetings],
  [ACTION_COLUMNS, readActions],
  [GLOBAL_COLUMNS, readGlobalEvents],
  [BAN_COLUMNS, readBans],
];

/** @returns null after adding its faults */
export const readEventFile: EventReader = (file, text, problems) => {
  if (BAN_TITLE.test(text)) return readPublishedBans(file, text, problems);
  const header = headerOf(text);
  const kind = KINDS.find(([columns]) => columns.every((column) => header.includes(column)));
  if (kind !== undefined) return kind[1](file, text, problems);
  problems.add(
    file,
    1,
    `its header is none of a list of events: "${header.join(",").slice(0, 80)}"`,
    "give one of the files that docs/events.md lists",
  );
  return null;
};
