/** Open interest as it is shown: units, or lots where all of it has one lot size. Pure. */

import type { Unit } from "./address.ts";

/** @param lotSize units; NaN where what is added up does not share one */
export const mayBeLots = (lotSize: number): boolean => lotSize > 0;

/** What units are divided by; lots that cannot be are units. */
export const divisorOf = (unit: Unit, lotSize: number): number =>
  unit === "lots" && mayBeLots(lotSize) ? lotSize : 1;

export const shownUnit = (unit: Unit, lotSize: number): Unit => (mayBeLots(lotSize) ? unit : "units");
