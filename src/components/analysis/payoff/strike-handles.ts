/** The legs as handles under the price axis: which there are, where they lie, and which strikes they may go to. Pure. */

import type { LegType } from "#domain/strategy/model.ts";
import type { ChartLeg, StrikesOf } from "../types.ts";

/** Legs that are dragged as one: of one side and type, at one strike. */
export interface StrikeHandle {
  /** Stays the same while its legs do, wherever they are dragged. */
  readonly key: string;
  readonly ids: readonly string[];
  readonly legs: readonly ChartLeg[];
  readonly strike: number;
  readonly side: "buy" | "sell";
  readonly type: LegType;
  /** Whether any of its legs counts. */
  readonly isSelected: boolean;
}

const hasStrike = ({ type, strike, quantity }: ChartLeg): boolean =>
  (type === "CE" || type === "PE") && Number.isFinite(strike) && quantity !== 0;

const isMovable = (leg: ChartLeg): boolean => hasStrike(leg) && leg.isExpired !== true;

/**
 * Ascending by strike. Legs that are over stay where they are and have none. Legs that are being dragged stay a handle of their own, so that what is in the hand neither takes
 * others with it nor vanishes in them on its way.
 * @param held ids of the legs being dragged
 */
export function strikeHandles(legs: readonly ChartLeg[], held: readonly string[]): StrikeHandle[] {
  const groups = new Map<string, ChartLeg[]>();
  for (const leg of legs) {
    if (!isMovable(leg)) continue;
    const key = `${held.includes(leg.id)} ${leg.quantity < 0} ${leg.type} ${leg.strike}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [leg]);
    else group.push(leg);
  }
  return [...groups.values()]
    .map((group) => {
      const ids = group.map(({ id }) => id);
      const { strike, type, quantity } = group[0]!;
      const isSelected = group.some((leg) => leg.isSelected !== false);
      return {
        key: ids.join(" "),
        ids,
        legs: group,
        strike,
        type,
        side: quantity < 0 ? "sell" : "buy",
        isSelected,
      } as const;
    })
    .sort((a, b) => a.strike - b.strike || a.type.localeCompare(b.type) || a.side.localeCompare(b.side));
}

/** Legs that move when all do. */
export const movableIds = (legs: readonly ChartLeg[]): string[] => legs.filter(isMovable).map(({ id }) => id);

/** Strikes that a handle goes along: those that are listed for each of its legs (as of rule STRAT-14), which may be of several expiries. */
export function strikesOfHandle({ legs }: StrikeHandle, strikesOf: StrikesOf | null): readonly number[] {
  if (strikesOf === null) return [];
  const [first, ...others] = [...new Set(legs.map(strikesOf))];
  return others.reduce((common, listed) => {
    const held = new Set(listed);
    return common.filter((strike) => held.has(strike));
  }, first ?? []);
}

/**
 * Rows for things of one width at places that ascend: the first row where one does not touch the one before it, and where
 * all are full the row whose last lies furthest away. What was in a row stays in it while it can.
 * @param before row of each as it was; -1 not there yet
 */
export function lanesOf(
  places: readonly number[],
  width: number,
  lanes: number,
  before: readonly number[] = [],
): number[] {
  const ends = new Array<number>(lanes).fill(-Infinity);
  return places.map((place, i) => {
    const kept = before[i] ?? -1;
    const isFree = (lane: number): boolean => lane >= 0 && lane < lanes && place - ends[lane]! >= width;
    let lane = isFree(kept) ? kept : ends.findIndex((_, at) => isFree(at));
    if (lane < 0) lane = ends.indexOf(Math.min(...ends));
    ends[lane] = place;
    return lane;
  });
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** The one whose middle is nearest, where handles lie over one another. @returns -1 where none is within reach */
export function nearestHandle(middles: readonly Spot[], { x, y }: Spot, reach: number): number {
  let nearest = -1;
  let least = reach;
  middles.forEach((middle, i) => {
    const distance = Math.hypot(middle.x - x, middle.y - y);
    if (distance <= least) {
      least = distance;
      nearest = i;
    }
  });
  return nearest;
}

/** Where a price would stand among ascending strikes. */
function placeOf(strikes: ArrayLike<number>, price: number): number {
  let low = 0;
  let high = strikes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (strikes[middle]! < price) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The listed strike nearest to a price, the lower of two; NaN without any. */
export function nearestStrike(strikes: ArrayLike<number>, price: number): number {
  if (strikes.length === 0 || Number.isNaN(price)) return Number.NaN;
  const at = placeOf(strikes, price);
  if (at === 0) return strikes[0]!;
  if (at === strikes.length) return strikes[at - 1]!;
  const [below, above] = [strikes[at - 1]!, strikes[at]!];
  return price - below <= above - price ? below : above;
}

/** So many listed strikes further, the last one at the end of the list; a strike that is not listed goes to its neighbours. */
export function steppedStrike(strikes: ArrayLike<number>, strike: number, steps: number): number {
  if (strikes.length === 0) return Number.NaN;
  const at = placeOf(strikes, strike);
  const isListed = strikes[at] === strike;
  const to = at + steps - (isListed || steps <= 0 ? 0 : 1);
  return strikes[Math.min(Math.max(to, 0), strikes.length - 1)]!;
}

/**
 * Strikes that the near view holds: those of the legs that count, with the ones beside them that each is listed at, so that a leg can
 * be dragged a strike further even minutes before an expiry, when two standard deviations are less than one.
 */
export function nearStrikes(legs: readonly ChartLeg[], strikesOf: StrikesOf | null): number[] {
  return legs
    .filter((leg) => hasStrike(leg) && leg.isSelected !== false)
    .flatMap((leg) => {
      const { strike } = leg;
      const listed = strikesOf === null || !isMovable(leg) ? [] : strikesOf(leg);
      if (listed.length === 0) return [strike];
      return [steppedStrike(listed, strike, -1), strike, steppedStrike(listed, strike, 1)];
    });
}

/** How far a drag has taken a strike, in whole listed strikes; 0 where nothing is listed. @param moved rupees of the hand */
export function draggedBy(strikes: ArrayLike<number>, from: number, moved: number): number {
  const to = nearestStrike(strikes, from + moved);
  return Number.isNaN(to) ? 0 : to - from;
}
