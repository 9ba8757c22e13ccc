/** What is measured the same way on this machine and on the slow laptop. */
import type { Table } from "../lib/types.ts";
import { type Chromium, launchChromium } from "./chromium.ts";
import { type Calibration, PLAIN, SLOW_LAPTOP } from "./conditions.ts";
import { tablesOfSlowLaptop } from "./slow-laptop.ts";

export interface Place {
  readonly browser: Chromium;
  /** at the beginning of titles */
  readonly where: "This machine" | "Slow laptop";
  /** of the slow laptop; null of this machine */
  readonly slow: Calibration | null;
}

interface Options {
  /** address of an empty page */
  readonly blank: string;
  readonly notes: string[];
  progress(text: string): void;
  /** What comes before anything is measured, such as signing in. */
  prepare?(browser: Chromium): Promise<void>;
}

export async function tablesOfBothMachines(
  { blank, notes, progress, prepare = async () => {} }: Options,
  measure: (place: Place) => Promise<Table[]>,
): Promise<Table[]> {
  const here = async (): Promise<Table[]> => {
    const browser = await launchChromium(PLAIN.options);
    try {
      await prepare(browser);
      return await measure({ browser, where: "This machine", slow: null });
    } finally {
      await browser.stop();
    }
  };
  return [
    ...(await here()),
    ...(await tablesOfSlowLaptop(blank, notes, async (check) => {
      progress("slow laptop: calibrating");
      const browser = await launchChromium(SLOW_LAPTOP.options);
      try {
        const slow = await check(browser);
        await prepare(browser);
        return await measure({ browser, where: "Slow laptop", slow });
      } finally {
        await browser.stop();
      }
    })),
  ];
}
