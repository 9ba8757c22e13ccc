/**
 * Several growing series over one x as a chart so many pixels wide can show them. Points lie in buckets of one count, shared by all
 * series and no more of them than twice the pixels; of each bucket every series keeps its lowest and its highest, in the order they
 * came, and whether it was unknown there. An append touches the last bucket alone; when there are too many, each two become one.
 * Extremes and gaps are never lost, and memory is bounded however long they grow.
 */

/** null is a gap; undefined says nothing: a line goes on past it. */
type Drawn = (number | null | undefined)[];
export type Column = ArrayLike<number | null>;

export interface PixelColumns {
  /** @param x rises from point to point @param at which figure of each column the point has */
  append(x: number, columns: readonly Column[], at: number): void;
  /** A point of which nothing is known. */
  appendGap(x: number): void;
  /** What to draw, x first, valid until the next append: one row of a single point, else two a bucket, five where a line breaks in it. */
  readonly drawn: readonly [x: number[], ...columns: Drawn[]];
}

/** What of a series is unknown in a bucket. */
const STARTS_UNKNOWN = 1;
const ENDS_UNKNOWN = 2;
const IS_BROKEN = 4;
const IS_KNOWN = 8;
/** Two figures, and a place before, between and after them. */
const MIXED_ROWS = 5;

/** @param width CSS pixels of the plot; @param count of series */
export function createPixelColumns(width: number, count: number): PixelColumns {
  const most = Math.max(4, Math.ceil(width)) * 2;
  const firstX = new Float64Array(most);
  const lastX = new Float64Array(most);
  // By bucket and series.
  const low = new Float64Array(most * count);
  const high = new Float64Array(most * count);
  const lowX = new Float64Array(most * count);
  const highX = new Float64Array(most * count);
  const flags = new Uint8Array(most * count);
  const x: number[] = [];
  const columns: Drawn[] = Array.from({ length: count }, () => []);
  const drawn = [x, ...columns] as const;
  let buckets = 0;
  let perBucket = 1;
  let inLast = 0;
  /** Rows before those of the last bucket, and whether those are of all its points. */
  let rowsBefore = 0;
  let isWritten = true;

  const cut = (rows: number): void => {
    for (const column of drawn) column.length = rows;
  };

  function settle(): void {
    if (isWritten) return;
    cut(rowsBefore);
    write(buckets - 1);
    isWritten = true;
  }

  /** Whether a line breaks inside of the bucket, or begins or ends there. */
  function isMixed(bucket: number): boolean {
    for (let s = bucket * count; s < (bucket + 1) * count; s++) {
      if ((flags[s]! & IS_KNOWN) !== 0 && flags[s] !== IS_KNOWN) return true;
    }
    return false;
  }

  function write(bucket: number): void {
    rowsBefore = x.length;
    const [from, to] = [firstX[bucket]!, lastX[bucket]!];
    const rows = from === to ? 1 : isMixed(bucket) ? MIXED_ROWS : 2;
    for (let row = 0; row < rows; row++) x.push(rows === 1 ? from : from + ((to - from) * row) / (rows - 1));
    for (let s = 0; s < count; s++) writeColumn(columns[s]!, bucket * count + s, rows);
  }

  function writeColumn(column: Drawn, at: number, rows: number): void {
    const flag = flags[at]!;
    if ((flag & IS_KNOWN) === 0) {
      for (let row = 0; row < rows; row++) column.push(null);
      return;
    }
    if (rows === 1) {
      column.push(low[at]!);
      return;
    }
    const isLowFirst = lowX[at]! <= highX[at]!;
    const a = isLowFirst ? low[at]! : high[at]!;
    const b = isLowFirst ? high[at]! : low[at]!;
    if (rows === 2) {
      column.push(a, b);
      return;
    }
    const first = (flag & STARTS_UNKNOWN) === 0 ? 0 : 1;
    const last = (flag & ENDS_UNKNOWN) === 0 ? rows - 1 : rows - 2;
    if (first === 1) column.push(null);
    column.push(a);
    for (let row = first + 1; row < last; row++) column.push((flag & IS_BROKEN) === 0 ? undefined : null);
    column.push(b);
    if (last < rows - 1) column.push(null);
  }

  function widen(to: number, from: number): void {
    if ((flags[from]! & IS_KNOWN) === 0) return;
    if ((flags[to]! & IS_KNOWN) === 0 || low[from]! < low[to]!) {
      low[to] = low[from]!;
      lowX[to] = lowX[from]!;
    }
    if ((flags[to]! & IS_KNOWN) === 0 || high[from]! > high[to]!) {
      high[to] = high[from]!;
      highX[to] = highX[from]!;
    }
  }

  /** What two neighbours are together. */
  function joined(a: number, b: number): number {
    const known = (a | b) & IS_KNOWN;
    if (known === 0) return STARTS_UNKNOWN | ENDS_UNKNOWN;
    const isBetween = ((a & ENDS_UNKNOWN) | (b & STARTS_UNKNOWN)) !== 0;
    const isBroken = ((a | b) & IS_BROKEN) !== 0 || isBetween;
    return known | (a & STARTS_UNKNOWN) | (b & ENDS_UNKNOWN) | (isBroken ? IS_BROKEN : 0);
  }

  /** Each two buckets become one of twice the points. */
  function halve(): void {
    const next = buckets / 2;
    cut(0);
    for (let i = 0; i < next; i++) {
      firstX[i] = firstX[i * 2]!;
      lastX[i] = lastX[i * 2 + 1]!;
      for (let s = 0; s < count; s++) {
        const [to, a, b] = [i * count + s, i * 2 * count + s, (i * 2 + 1) * count + s];
        if (to !== a) {
          low[to] = low[a]!;
          high[to] = high[a]!;
          lowX[to] = lowX[a]!;
          highX[to] = highX[a]!;
          flags[to] = flags[a]!;
        }
        widen(to, b);
        flags[to] = joined(flags[to]!, flags[b]!);
      }
      write(i);
    }
    buckets = next;
    perBucket *= 2;
    inLast = perBucket;
    isWritten = true;
  }

  function add(at: number, px: number, value: number | null | undefined, isFirst: boolean): void {
    const isKnown = value !== null && value !== undefined && Number.isFinite(value);
    const flag = isKnown ? IS_KNOWN : STARTS_UNKNOWN | ENDS_UNKNOWN;
    if (isKnown) {
      const isOnly = isFirst || (flags[at]! & IS_KNOWN) === 0;
      if (isOnly || value < low[at]!) {
        low[at] = value;
        lowX[at] = px;
      }
      if (isOnly || value > high[at]!) {
        high[at] = value;
        highX[at] = px;
      }
    }
    flags[at] = isFirst ? flag : joined(flags[at]!, flag);
  }

  /** @returns whether a bucket begins with the point */
  function open(px: number): boolean {
    if (buckets === most && inLast === perBucket) halve();
    const isNew = buckets === 0 || inLast === perBucket;
    if (isNew) {
      settle();
      firstX[buckets++] = px;
      inLast = 0;
      rowsBefore = x.length;
    }
    inLast++;
    lastX[buckets - 1] = px;
    isWritten = false;
    return isNew;
  }

  return {
    append(px, given, at) {
      const isNew = open(px);
      const base = (buckets - 1) * count;
      for (let s = 0; s < count; s++) add(base + s, px, given[s]![at], isNew);
    },
    appendGap(px) {
      const isNew = open(px);
      const base = (buckets - 1) * count;
      for (let s = 0; s < count; s++) add(base + s, px, null, isNew);
    },
    get drawn() {
      settle();
      return drawn;
    },
  };
}
