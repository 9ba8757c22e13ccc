/**
 * Points of a price: what was before, as far as nothing streamed yet, and what streamed. A point more costs a point: the columns grow at
 * their end, and become others only when what was before them is known, is cut, or is another market's.
 */
export interface PointColumns {
  readonly times: readonly number[];
  readonly values: readonly number[];
}

export interface Points extends PointColumns {
  /** What was before, oldest first; the latest answer counts. */
  before(past: PointColumns): void;
  append(time: number, value: number): void;
  clear(): void;
}

export function createPoints(): Points {
  let times: number[] = [];
  let values: number[] = [];
  /** where what streamed begins */
  let own = 0;

  /** The past ends where what streamed begins. */
  function put(past: PointColumns, first: number | undefined): void {
    const later = first === undefined ? -1 : past.times.findIndex((time) => time >= first);
    const end = later < 0 ? past.times.length : later;
    times = past.times.slice(0, end).concat(times.slice(own));
    values = past.values.slice(0, end).concat(values.slice(own));
    own = end;
  }

  return {
    get times() {
      return times;
    },
    get values() {
      return values;
    },
    before: (past) => put(past, times[own]),
    append(time, value) {
      const isFirst = own === times.length;
      if (isFirst && own > 0 && times[own - 1]! >= time) put({ times, values }, time);
      times.push(time);
      values.push(value);
    },
    clear() {
      [times, values, own] = [[], [], 0];
    },
  };
}
