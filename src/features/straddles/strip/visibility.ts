/** Which strategies are hidden, by place. Pure. */

export const toggled = (hidden: readonly number[], place: number): number[] =>
  hidden.includes(place) ? hidden.filter((each) => each !== place) : [...hidden, place].sort((a, b) => a - b);

export const shownAlone = (count: number, place: number): number[] =>
  Array.from({ length: count }, (_, i) => i).filter((each) => each !== place);

/** Once a strategy is taken away, those after it move up. */
export const removed = (hidden: readonly number[], place: number): number[] =>
  hidden.flatMap((each) => (each === place ? [] : [each > place ? each - 1 : each]));
