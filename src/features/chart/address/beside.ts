/** What of the charts beside the first one every chart's code has to know; the rest is `many/beside-address.ts`. */

const LONGEST = 200;

/** @returns as it is written, to be read when there are several charts; null where it says nothing */
export const besideText = (text: string | null): string | null =>
  text === null || text === "" ? null : text.slice(0, LONGEST);
