/** The frame of what is measured on the slow laptop: whether there can be one, and whether it is as slow in every thread. */
import type { Table } from "../lib/types.ts";
import type { Chromium } from "./chromium.ts";
import {
  type Calibration,
  calibrate,
  calibrationNote,
  freeLoopTimes,
  NO_SLOW_LAPTOP,
  slowLaptopPossible,
} from "./conditions.ts";

/** Times the fixed loop in a browser of the slow laptop, and leaves a note of it. */
export type CheckLaptop = (browser: Chromium) => Promise<Calibration>;

/**
 * Runs what is measured there; on a machine that cannot be one it leaves a note that says why, and no table.
 * @param blank address of an empty page
 */
export async function tablesOfSlowLaptop(
  blank: string,
  notes: string[],
  measure: (check: CheckLaptop) => Promise<Table[]>,
): Promise<Table[]> {
  if (!slowLaptopPossible()) {
    notes.push(NO_SLOW_LAPTOP);
    return [];
  }
  const free = await freeLoopTimes(blank);
  return measure(async (browser) => {
    const calibration = await calibrate(browser, blank, free);
    notes.push(calibrationNote(calibration));
    return calibration;
  });
}
