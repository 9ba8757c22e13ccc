/**
 * The whole address space, laid out by hand: memory is fixed (growing would detach every view of the host) and nothing
 * is ever allocated. The host reads these addresses from the module's exports, so they are written down only here.
 */
import { ROW_BYTES, ROW_CAPACITY } from "../../protocol/generated/layout";

/** The compiler's static data lie below; `scripts/build-wasm.ts` refuses a build in which they do not. */
export const STATIC_LIMIT: usize = 65536;

/** One message, copied here by the host. A row of ours is never shorter than a wire row, so the output is as large. */
export const INPUT_BASE: usize = STATIC_LIMIT;
export const INPUT_BYTES: usize = 1 << 20;

/** Little-endian rows of the last option-chain or chart-quotes message. */
export const OUTPUT_BASE: usize = INPUT_BASE + INPUT_BYTES;
export const OUTPUT_BYTES: usize = 1 << 20;

/** Token to row: twice as many slots as rows, so that a probe is short even when the table is full. */
export const HASH_BITS: u32 = 17;
export const HASH_BASE: usize = OUTPUT_BASE + OUTPUT_BYTES;
const HASH_BYTES: usize = 8 << 17;

export const ROWS_BASE: usize = HASH_BASE + HASH_BYTES;

/** A u64 a row: which words changed since the host last took them. */
export const CHANGED_BASE: usize = ROWS_BASE + ROW_CAPACITY * ROW_BYTES;

/** A bit a row: anything changed since the host last took it. */
export const DIRTY_BASE: usize = CHANGED_BASE + ROW_CAPACITY * 8;

export const REFERENCES_BASE: usize = DIRTY_BASE + ROW_CAPACITY / 8;

/** Stack of evicted rows. */
export const FREE_BASE: usize = REFERENCES_BASE + ROW_CAPACITY * 4;

/** What the last decode found: see the RESULT_ offsets. */
export const RESULT_BASE: usize = FREE_BASE + ROW_CAPACITY * 4;
const RESULT_BYTES: usize = 64;

/** Columns of the pricing kernel, a double an option unless said otherwise; options a call. */
export const KERNEL_BASE: usize = RESULT_BASE + RESULT_BYTES;
export const KERNEL_BYTES: usize = 1 << 20;
export const KERNEL_CAPACITY: u32 = 1024;
const KERNEL_COLUMN: usize = 8 * 1024;

export const KERNEL_STRIKE: usize = KERNEL_BASE;
/** Undiscounted, rupees. */
export const KERNEL_PRICE: usize = KERNEL_STRIKE + KERNEL_COLUMN;
/** A byte an option: 1 for a call. */
export const KERNEL_IS_CALL: usize = KERNEL_PRICE + KERNEL_COLUMN;
/** What `impliedVolatility` writes and `greeks` reads. */
export const KERNEL_VOLATILITY: usize = KERNEL_IS_CALL + KERNEL_COLUMN;
export const KERNEL_CALL_DELTA: usize = KERNEL_VOLATILITY + KERNEL_COLUMN;
export const KERNEL_PUT_DELTA: usize = KERNEL_CALL_DELTA + KERNEL_COLUMN;
export const KERNEL_GAMMA: usize = KERNEL_PUT_DELTA + KERNEL_COLUMN;
export const KERNEL_VEGA: usize = KERNEL_GAMMA + KERNEL_COLUMN;
export const KERNEL_CALL_THETA: usize = KERNEL_VEGA + KERNEL_COLUMN;
export const KERNEL_PUT_THETA: usize = KERNEL_CALL_THETA + KERNEL_COLUMN;
/**
 * Columns of strategy arithmetic, doubles but for the kinds: legs, legs × dates, prices or scenarios, and values, prices × dates,
 * of a call. The host splits what is larger.
 */
export const STRATEGY_LEGS: u32 = 1024;
export const STRATEGY_POINTS: u32 = 4096;
export const STRATEGY_VALUES: u32 = 16384;
const STRATEGY_COLUMN: usize = 8 * 1024;
const STRATEGY_POINT_BYTES: usize = 8 * 4096;

export const STRATEGY_KIND: usize = KERNEL_PUT_THETA + KERNEL_COLUMN;
export const STRATEGY_STRIKE: usize = STRATEGY_KIND + STRATEGY_COLUMN;
export const STRATEGY_QUANTITY: usize = STRATEGY_STRIKE + STRATEGY_COLUMN;
/** By date, then by leg. */
export const STRATEGY_YEARS: usize = STRATEGY_QUANTITY + STRATEGY_COLUMN;
export const STRATEGY_SIGMA: usize = STRATEGY_YEARS + STRATEGY_COLUMN;
export const STRATEGY_BASIS: usize = STRATEGY_SIGMA + STRATEGY_COLUMN;
/** Of a scan, which has no basis. */
export const STRATEGY_FORWARD: usize = STRATEGY_BASIS;
export const STRATEGY_RATE: usize = STRATEGY_BASIS + STRATEGY_COLUMN;
export const STRATEGY_SPOT: usize = STRATEGY_RATE + STRATEGY_COLUMN;
/** Of a scan, which has no spots. */
export const STRATEGY_MOVE: usize = STRATEGY_SPOT;
export const STRATEGY_SHIFT: usize = STRATEGY_SPOT + STRATEGY_POINT_BYTES;
export const STRATEGY_OUT: usize = STRATEGY_SHIFT + STRATEGY_POINT_BYTES;

export const MEMORY_END: usize = KERNEL_BASE + KERNEL_BYTES;

export const RESULT_ID: usize = 0;
export const RESULT_EPOCH: usize = 4;
export const RESULT_SEQUENCE: usize = 8;
/** Packets merged into rows, or rows written to the output. */
export const RESULT_COUNT: usize = 12;
/** Well-formed packets of instruments without an owner. */
export const RESULT_UNKNOWN: usize = 16;
/** Packets of a length no quote has. */
export const RESULT_MALFORMED: usize = 20;
export const RESULT_SERVER_TIME: usize = 24;
