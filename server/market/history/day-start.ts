import { istInstant } from "#domain/calendar/ist.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

/** Market days roll at this time, India's. */
const ROLL_TIME = "09:00";

/** Instants of a market day: from its roll to that of the next date. */
export const dayStart = (date: IsoDate): number => istInstant(date, ROLL_TIME);
