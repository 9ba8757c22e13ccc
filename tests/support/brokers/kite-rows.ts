import { futureSymbol, optionSymbol } from "#domain/instruments/symbol.ts";

/*
 * A small instrument dump in Kite's format, made by rule; the numbers are in the exchanges' ranges of Aug 2026. NIFTY with
 * a weekly and a monthly expiry and a future, SENSEX, RELIANCE, USDINR and CRUDEOIL with one expiry and one future each.
 */
export const HEADER =
  "instrument_token,exchange_token,tradingsymbol,name,last_price,expiry,strike,tick_size,lot_size,instrument_type,segment,exchange";

/** Wednesday in continuous trading. */
export const LIVE_DATE = "2026-08-19";
export const LIVE_NOW = Date.parse("2026-08-19T11:00:00+05:30");

export const NIFTY = 256265;
export const VIX = 264969;
export const SENSEX = 265;
export const RELIANCE = 738561;

interface Plan {
  readonly symbol: string;
  readonly exchange: string;
  readonly segment: number;
  readonly firstToken: number;
  readonly middle: number;
  readonly step: number;
  /** strikes either side */
  readonly each: number;
  readonly lot: number;
  readonly tick: number;
  readonly expiries: readonly string[];
  readonly future: string;
}

const PLANS: readonly Plan[] = [
  {
    symbol: "NIFTY",
    exchange: "NFO",
    segment: 2,
    firstToken: 40_000,
    middle: 24_350,
    step: 50,
    each: 10,
    lot: 65,
    tick: 0.05,
    expiries: ["2026-08-25", "2026-09-01"],
    future: "2026-08-25",
  },
  {
    symbol: "SENSEX",
    exchange: "BFO",
    segment: 5,
    firstToken: 823_300,
    middle: 77_600,
    step: 100,
    each: 5,
    lot: 20,
    tick: 0.05,
    expiries: ["2026-08-20"],
    future: "2026-08-27",
  },
  {
    symbol: "RELIANCE",
    exchange: "NFO",
    segment: 2,
    firstToken: 90_000,
    middle: 1_400,
    step: 20,
    each: 5,
    lot: 500,
    tick: 0.05,
    expiries: ["2026-08-25"],
    future: "2026-08-25",
  },
  {
    symbol: "USDINR",
    exchange: "CDS",
    segment: 3,
    firstToken: 2_000,
    middle: 95.5,
    step: 0.25,
    each: 3,
    lot: 1,
    tick: 0.0025,
    expiries: ["2026-08-27"],
    future: "2026-08-27",
  },
  {
    symbol: "CRUDEOIL",
    exchange: "MCX",
    segment: 7,
    firstToken: 470_000,
    middle: 7_450,
    step: 50,
    each: 3,
    lot: 1,
    tick: 0.1,
    expiries: ["2026-09-16"],
    future: "2026-09-18",
  },
];

export interface Contract {
  readonly token: number;
  readonly exchangeToken: number;
  readonly tradingsymbol: string;
  readonly symbol: string;
  readonly exchange: string;
  readonly expiry: string;
  readonly strike: number;
  readonly type: "CE" | "PE" | "FUT";
  readonly lot: number;
  readonly tick: number;
}

function contractsOf(plan: Plan): Contract[] {
  const { symbol, exchange, segment, lot, tick } = plan;
  let exchangeToken = plan.firstToken;
  const terms = { symbol, exchange, lot, tick };
  const next = (): { exchangeToken: number; token: number } => {
    exchangeToken++;
    return { exchangeToken, token: exchangeToken * 256 + segment };
  };
  const all: Contract[] = [
    {
      ...terms,
      ...next(),
      tradingsymbol: futureSymbol(symbol, plan.future, "monthly"),
      expiry: plan.future,
      strike: 0,
      type: "FUT",
    },
  ];
  for (const expiry of plan.expiries) {
    for (let n = -plan.each; n <= plan.each; n++) {
      const strike = plan.middle + n * plan.step;
      for (const type of ["CE", "PE"] as const) {
        const tradingsymbol = optionSymbol(symbol, expiry, "monthly", strike, type);
        all.push({ ...terms, ...next(), tradingsymbol, expiry, strike, type });
      }
    }
  }
  return all;
}

export const CONTRACTS: readonly Contract[] = PLANS.flatMap(contractsOf);

export function contractOf(symbol: string, expiry: string, strike: number, type: Contract["type"]): Contract {
  const found = CONTRACTS.find(
    (each) =>
      each.symbol === symbol && each.expiry === expiry && each.strike === strike && each.type === type,
  );
  if (found === undefined) throw new Error(`no ${symbol} ${expiry} ${strike} ${type}`);
  return found;
}

export const SPOT_ROWS: readonly string[] = [
  `${NIFTY},1001,NIFTY 50,NIFTY 50,0,,0,0,0,EQ,INDICES,NSE`,
  `${VIX},1035,INDIA VIX,INDIA VIX,0,,0,0,0,EQ,INDICES,NSE`,
  `${SENSEX},1,SENSEX,SENSEX,0,,0,0,0,EQ,INDICES,BSE`,
  `${RELIANCE},2885,RELIANCE,"RELIANCE, INDUSTRIES",0,,0,0.1,1,EQ,NSE,NSE`,
  "128083204,500325,RELIANCE,RELIANCE INDUSTRIES,0,,0,0.05,1,EQ,BSE,BSE",
];

export function contractRow(each: Contract): string {
  const segment = each.type === "FUT" ? `${each.exchange}-FUT` : `${each.exchange}-OPT`;
  return [
    each.token,
    each.exchangeToken,
    each.tradingsymbol,
    `"${each.symbol}"`,
    0,
    each.expiry,
    each.strike,
    each.tick,
    each.lot,
    each.type,
    segment,
    each.exchange,
  ].join(",");
}

export function kiteDump(extra: readonly string[] = [], contracts: readonly Contract[] = CONTRACTS): string {
  return `${[HEADER, ...SPOT_ROWS, ...contracts.map(contractRow), ...extra].join("\n")}\n`;
}
