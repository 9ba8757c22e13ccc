/** Days of the market: figures of the day begin anew at its roll, and a market that never sleeps trades from one to the next. */

import type { IsoDate } from "../units/iso-date.ts";
import { istDate, istInstant } from "./ist.ts";

/** India's time. */
const ROLL_TIME = "09:00";
const ROLL_MS = 9 * 3_600_000;

/** Start of a market day, epoch ms: its roll; it ends with that of the next date. */
export const dayStart = (date: IsoDate): number => istInstant(date, ROLL_TIME);

/** The market day that an instant (epoch ms) is part of, of a market that trades around the clock. */
export const dayOf = (at: number): IsoDate => istDate(at - ROLL_MS);
