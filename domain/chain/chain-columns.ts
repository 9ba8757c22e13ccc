/** One side (calls or puts) of an expiry, by strike row. */
export interface SideColumns {
  /** Instrument token; 0 where the strike has no contract on this side. */
  token: Uint32Array;
  /** Exchange last traded price, rupees; 0 = never traded. */
  ltp: Float64Array;
  previousClose: Float64Array;
  /** Best quotes, rupees; 0 = none. After hours: the session's last book. */
  bid: Float64Array;
  ask: Float64Array;
  /** Open interest, units. */
  oi: Float64Array;
  previousOi: Float64Array;
  /** Units traded today. */
  volume: Float64Array;
  /** Epoch ms; 0 = never traded. */
  lastTradeTime: Float64Array;
}

/** One expiry of an option chain. Rows 0 to `count` - 1 are in use, strikes ascending and distinct. */
export interface ChainColumns {
  count: number;
  /** Rupees. */
  strikes: Float64Array;
  call: SideColumns;
  put: SideColumns;
  /** IV at the previous session's close, fraction; NaN = unknown. */
  previousIv: Float64Array;
}

function createSideColumns(capacity: number): SideColumns {
  return {
    token: new Uint32Array(capacity),
    ltp: new Float64Array(capacity),
    previousClose: new Float64Array(capacity),
    bid: new Float64Array(capacity),
    ask: new Float64Array(capacity),
    oi: new Float64Array(capacity),
    previousOi: new Float64Array(capacity),
    volume: new Float64Array(capacity),
    lastTradeTime: new Float64Array(capacity),
  };
}

/** Empty columns with room for `capacity` strikes. */
export function createChainColumns(capacity: number): ChainColumns {
  return {
    count: 0,
    strikes: new Float64Array(capacity),
    call: createSideColumns(capacity),
    put: createSideColumns(capacity),
    previousIv: new Float64Array(capacity).fill(Number.NaN),
  };
}
