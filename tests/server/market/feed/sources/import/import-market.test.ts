import { afterAll, expect, test } from "vitest";
import { AppError } from "#domain/errors.ts";
import { type ImportFiles, importMarket } from "#server/market/feed/sources/import/import-market.ts";
import {
  cashText,
  createFileFolder,
  DUMP_HEADER,
  dumpText,
  EOD_HEADER,
  eodRow,
  eodText,
  type MadeContract,
  madeContracts,
  SESSION,
  udiffText,
} from "../../../../../support/market/market-files.ts";

const folder = createFileFolder();
afterAll(folder.remove);

const CONTRACTS = madeContracts();
const dump = folder.write("dump.csv", dumpText(CONTRACTS));
const eod = folder.write("eod.csv", eodText(CONTRACTS));

function given(files: Partial<ImportFiles>): ImportFiles {
  return { instruments: [dump], eod: [eod], cash: [], date: null, ...files };
}

/** The faults told, file names without their folder. */
function faults(files: Partial<ImportFiles>): string[] {
  try {
    importMarket(given(files));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.code).toBe("market.file_invalid");
    return error.message.replaceAll(`${folder.path}/`, "").split("\n");
  }
  return [];
}

/** Faults of an end of day whose text or contracts are spoilt. */
function eodFaults(spoil: (text: string) => string): string[] {
  return faults({ eod: [folder.write("spoilt.csv", spoil(eodText(CONTRACTS)))] });
}

function dumpFaults(spoil: (text: string) => string): string[] {
  return faults({ instruments: [folder.write("spoilt.csv", spoil(dumpText(CONTRACTS)))] });
}

function changed(change: (each: MadeContract, index: number) => Partial<MadeContract>): MadeContract[] {
  return CONTRACTS.map((each, i) => ({ ...each, ...change(each, i) }));
}

const isNifty24000Call = (each: MadeContract): boolean =>
  each.symbol === "NIFTY" && each.strike === 24_000 && each.type === "CE" && each.expiry === "2026-08-25";
const ROW = CONTRACTS.findIndex(isNifty24000Call) + 2;

test("dump and end of day join on name, expiry, strike and type", () => {
  const { market, notices } = importMarket(given({}));
  expect(notices).toEqual([]);
  expect(market.date).toBe(SESSION);
  expect(market.underlyings.map((each) => each.symbol)).toEqual(["NIFTY", "RELIANCE"]);
  const nifty = market.underlyings[0]!;
  expect(nifty).toMatchObject({
    token: 256_265,
    name: "NIFTY 50",
    kind: "index",
    close: 24_000,
    strikeStep: 100,
    exchange: "NSE",
    derivativeExchange: "NFO",
  });
  expect(nifty.futures.map((each) => [each.tradingsymbol, each.expiryType])).toEqual([
    ["NIFTY26AUGFUT", "monthly"],
    ["NIFTY26SEPFUT", "monthly"],
  ]);
  const chain = nifty.chains[0]!;
  const at = chain.strikes.indexOf(24_000);
  const source = CONTRACTS[ROW - 2]!;
  expect([chain.expiry, chain.lotSize, chain.tickSize]).toEqual(["2026-08-25", 65, 0.05]);
  expect(chain.call.token[at]).toBe(source.exchangeToken * 256 + 2);
  expect(chain.call.tradingsymbol[at]).toBe("NIFTY26AUG24000CE");
  expect([chain.call.close[at], chain.call.oi[at], chain.call.previousOi[at]]).toEqual([
    source.close,
    6500,
    6435,
  ]);
});

test("a UDiFF bhavcopy joins by exchange token, and needs no dump", () => {
  const udiff = folder.write("udiff.csv", udiffText(CONTRACTS));
  const joined = importMarket(given({ eod: [udiff] })).market;
  const alone = importMarket(given({ eod: [udiff], instruments: [] })).market;
  const plain = importMarket(given({})).market;
  expect(joined.underlyings).toEqual(plain.underlyings);
  expect(alone.underlyings[0]!.chains).toEqual(plain.underlyings[0]!.chains);
});

test("a close that is no price of its option is left out, with one line, and speaks in no forward and no IV", () => {
  const strike = 24_000;
  const isAt = (each: (typeof CONTRACTS)[number]) => each.symbol === "NIFTY" && each.strike === strike;
  const wrong = CONTRACTS.map((each) =>
    isAt(each) && each.type === "CE" ? { ...each, close: 24_000 } : each,
  );
  const { market, notices } = importMarket(given({ eod: [folder.write("eod.csv", eodText(wrong))] }));
  const count = wrong.filter((each) => isAt(each) && each.type === "CE").length;
  expect(notices).toEqual([
    expect.stringMatching(
      `^eod.csv: ${count} closes are left out, for they are no prices of their options: NIFTY 2026-08-\\d\\d 24000 CE in row \\d+ closes at 24000, its underlying at 24000$`,
    ),
  ]);
  const right = importMarket(given({})).market.underlyings[0]!;
  market.underlyings[0]!.chains.forEach((chain, i) => {
    const at = chain.strikes.indexOf(strike);
    if (at < 0) return;
    expect(chain.call.close[at]).toBeNaN();
    expect(chain.forward).toBeCloseTo(right.chains[i]!.forward, 0);
    expect(chain.atmIv).toBeCloseTo(right.chains[i]!.atmIv, 2);
  });
});

test("without tokens there is no market", () => {
  expect(faults({ instruments: [] })).toEqual([
    "eod.csv: it has no tokens; give Kite's dump of 2026-08-18 to --instruments",
  ]);
});

test("contracts that expire with the session are not listed in the next one", () => {
  const expiring = CONTRACTS.filter((each) => each.symbol === "NIFTY" && each.expiry === "2026-08-25").map(
    (each, i) => ({ ...each, expiry: SESSION, exchangeToken: 90_000 + i }),
  );
  const all = [...CONTRACTS, ...expiring];
  const { market, notices } = importMarket(
    given({
      instruments: [folder.write("d.csv", dumpText(all))],
      eod: [folder.write("e.csv", eodText(all))],
    }),
  );
  expect(notices).toEqual([]);
  expect(market.underlyings[0]!.chains.map((chain) => chain.expiry)).toEqual(["2026-08-25", "2026-09-29"]);
});

test("the cash file gives shares their close and the one before", () => {
  const cash = folder.write("cash.csv", cashText({ RELIANCE: [1321.5, 1310], NIFTYBEES: [240, 239] }));
  const reliance = importMarket(given({ cash: [cash] })).market.underlyings[1]!;
  expect([reliance.close, reliance.previousClose]).toEqual([1321.5, 1310]);
  const without = importMarket(given({})).market.underlyings[1]!;
  expect([without.close, without.previousClose]).toEqual([1320, Number.NaN]);
});

test("older days give previous volatilities and a history; the newest is the session", () => {
  const before = madeContracts("2026-08-17").map((each) => ({ ...each, oi: each.oi - each.change }));
  const older = folder.write("older.csv", eodText(before, "2026-08-17"));
  const { market } = importMarket(given({ eod: [eod, older] }));
  const nifty = market.underlyings[0]!;
  expect(market.date).toBe(SESSION);
  expect(nifty.history.map((day) => [day.date, day.close])).toEqual([
    ["2026-08-17", 24_000],
    [SESSION, 24_000],
  ]);
  expect(nifty.previousClose).toBe(24_000);
  for (const chain of nifty.chains) {
    expect(chain.previousAtmIv).toBeCloseTo(0.12, 2);
    expect(chain.previousIv.every((iv) => iv > 0)).toBe(true);
  }
  expect(importMarket(given({ eod: [eod, older], date: "2026-08-17" })).market.date).toBe("2026-08-17");
});

test("a few contracts on one side only are left out or listed without a close, and told", () => {
  const listedLater = { ...CONTRACTS[ROW - 2]!, strike: 25_050, exchangeToken: 70_001 };
  const listedBefore = { ...CONTRACTS[ROW - 2]!, strike: 25_150, exchangeToken: 70_002 };
  const twins: Record<string, string> = { NIFTY: "FINNIFTY", RELIANCE: "TCS" };
  const many = CONTRACTS.flatMap((each) => [
    each,
    { ...each, symbol: twins[each.symbol]!, exchangeToken: each.exchangeToken + 9000 },
  ]);
  const { market, notices } = importMarket(
    given({
      instruments: [folder.write("d.csv", dumpText([...many, listedBefore]))],
      eod: [folder.write("e.csv", eodText([...many, listedLater]))],
    }),
  );
  expect(notices).toEqual([
    "1 contracts listed after the dump was made are left out; 1 of them traded",
    "1 contracts without an end of day are listed with no previous close",
    "1 traded closes do not speak for a volatility: 1 dearer than a neighbour nearer the money",
  ]);
  const chain = market.underlyings.find((each) => each.symbol === "NIFTY")!.chains[0]!;
  expect(chain.strikes).not.toContain(25_050);
  const at = chain.strikes.indexOf(25_150);
  expect([chain.call.close[at], chain.call.oi[at], chain.put.token[at]]).toEqual([Number.NaN, 0, 0]);
  expect(chain.iv[at]).toBeGreaterThan(0);
});

test("an underlying in no list gets a token of its own and a word about it", () => {
  const renamed = (each: MadeContract) => (each.symbol === "RELIANCE" ? { symbol: "UNHEARDOF" } : {});
  const { market, notices } = importMarket(
    given({
      instruments: [folder.write("d.csv", dumpText(changed(renamed)))],
      eod: [folder.write("e.csv", eodText(changed(renamed)))],
    }),
  );
  expect(notices[0]).toContain("1 underlyings have a made-up token (UNHEARDOF)");
  const tokens = market.underlyings.map((each) => each.token);
  expect(new Set(tokens).size).toBe(2);
});

test("Kite's NSE dump gives shares their token, name and tick", () => {
  const row = "738561,2885,RELIANCE,RELIANCE INDUSTRIES,0.0,,0.0,0.1,1,EQ,NSE,NSE";
  const nse = folder.write("nse.csv", `${DUMP_HEADER}\n${row}\n`);
  const reliance = importMarket(given({ instruments: [nse, dump] })).market.underlyings[1]!;
  expect(reliance).toMatchObject({ token: 738_561, spotTickSize: 0.1, name: "Reliance Industries" });
});

test.each<[string, (text: string) => string, string]>([
  [
    "a price below zero",
    (text) => text.replace(/^(NIFTY,IDO,2026-08-25,24000\.0,CE,)[^,]+/m, "$1-3.5"),
    `spoilt.csv, row ${ROW}: CLOSE is -3.5, below 0; correct the row or download the file again`,
  ],
  [
    "a price that is no number",
    (text) => text.replace(/^(NIFTY,IDO,2026-08-25,24000\.0,CE,)[^,]+/m, "$1n/a"),
    `spoilt.csv, row ${ROW}: CLOSE is "n/a", not a number; correct the row or download the file again`,
  ],
  [
    "an option without a strike",
    (text) => text.replace("NIFTY,IDO,2026-08-25,24000.0,CE", "NIFTY,IDO,2026-08-25,,CE"),
    `spoilt.csv, row ${ROW}: STRIKE is empty, not a number; correct the row or download the file again`,
  ],
  [
    "an option that is neither call nor put",
    (text) => text.replace("24000.0,CE", "24000.0,XX"),
    `spoilt.csv, row ${ROW}: OPT is "XX" in a row of type IDO; options have CE or PE, futures nothing`,
  ],
  [
    "a kind of row that the exchange does not have",
    (text) => text.replace("NIFTY,IDO,2026-08-25,24000.0", "NIFTY,ETF,2026-08-25,24000.0"),
    `spoilt.csv, row ${ROW}: TYPE is "ETF"; give NSE's F&O end of day: IDF, IDO, STF or STO`,
  ],
  [
    "an expiry that is no date",
    (text) => text.replace("IDO,2026-08-25,24000.0", "IDO,2026-08-32,24000.0"),
    `spoilt.csv, row ${ROW}: EXPIRY is "2026-08-32", not a date; correct the row or download the file again`,
  ],
  [
    "a contract twice",
    (text) => `${text}${eodRow(CONTRACTS[ROW - 2]!)}\n`,
    `spoilt.csv, row ${CONTRACTS.length + 2}: NIFTY 2026-08-25 24000 CE is in row ${ROW} already; keep one of the two`,
  ],
  [
    "rows of two days",
    (text) => text.replace(/2026-08-18\n$/, "2026-08-19\n"),
    `spoilt.csv, row ${CONTRACTS.length + 1}: DATE is 2026-08-19 where the first row says 2026-08-18; give one file a day`,
  ],
  [
    "another lot than the instruments have",
    (text) => text.replace(/^(NIFTY,.*,)65,/gm, "$175,"),
    `spoilt.csv, row 2: the lot of NIFTY 2026-08-25 FUT is 75 here and 65 in row 2 of dump.csv (and 85 more); give Kite's dump of 2026-08-18 or of the next morning`,
  ],
  [
    "half of the session missing",
    (text) => text.split("\n").slice(0, 60).join("\n"),
    `spoilt.csv: 73 of the 132 contracts in the instruments are not here, NIFTY26SEP23700PE the first: it is cut short or of another day; download it again and give the instruments of the same day`,
  ],
  [
    "a header with a column less",
    (text) => text.replace(",CHG_OI", ""),
    "spoilt.csv, row 1: the header lacks CHG_OI; give an F&O end of day with its header as published",
  ],
  [
    "another file's header",
    () => "timestamp,token,ltp\n1,2,3\n",
    "spoilt.csv, row 1: the header is not that of any file known here; give an F&O end of day or a UDiFF F&O bhavcopy",
  ],
  [
    "the dump in its place",
    () => dumpText(CONTRACTS),
    "spoilt.csv, row 1: this is a Kite instrument dump, given to --eod; give it to --instruments",
  ],
])("an end of day with %s is refused", (_, spoil, line) => {
  expect(eodFaults(spoil)).toEqual([line]);
});

test.each<[string, (text: string) => string, string]>([
  [
    "a token that is not its exchange token's",
    (text) => text.replace(/^\d+,(\d+),NIFTY26AUG24000CE/m, "12802306,$1,NIFTY26AUG24000CE"),
    `spoilt.csv, row ${ROW}: instrument_token 12802306 does not go with exchange_token ${CONTRACTS[ROW - 2]!.exchangeToken}; Kite's has exchange_token 50009: download the dump again`,
  ],
  [
    "a contract twice",
    (text) => `${text}${text.split("\n")[ROW - 1]}\n`,
    `spoilt.csv, row ${CONTRACTS.length + 2}: NIFTY26AUG24000CE has the token of NIFTY26AUG24000CE in row ${ROW}; keep one of the two`,
  ],
  [
    "a lot of nothing",
    (text) => text.replace(/(NIFTY26AUG24000CE.*),65,/, "$1,0,"),
    `spoilt.csv, row ${ROW}: lot_size is 0, less than 1; correct the row or download the file again`,
  ],
  [
    "an option without a strike",
    (text) => text.replace(/(NIFTY26AUG24000CE.*),24000,/, "$1,0,"),
    `spoilt.csv, row ${ROW}: NIFTY26AUG24000CE is CE with strike 0; download the dump again`,
  ],
  [
    "no contracts of the exchange",
    () => `${DUMP_HEADER}\n738561,2885,RELIANCE,RELIANCE INDUSTRIES,0.0,,0.0,0.1,1,EQ,NSE,NSE\n`,
    "eod.csv: it has no tokens; give Kite's dump of 2026-08-18 to --instruments",
  ],
  [
    "contracts that had expired",
    (text) => `${text}20480002,80000,NIFTY2681124000CE,NIFTY,0.0,2026-08-11,24000,0.05,65,CE,NFO-OPT,NFO\n`,
    `spoilt.csv, row ${CONTRACTS.length + 2}: NIFTY2681124000CE expired on 2026-08-11, before the end of day of 2026-08-18: the dump is older; give Kite's dump of 2026-08-18 or of the next morning`,
  ],
])("a dump with %s is refused", (_, spoil, line) => {
  expect(dumpFaults(spoil)).toEqual([line]);
});

test("a dump without an expiry of the end of day is refused, one line an expiry", () => {
  const nearOnly = CONTRACTS.filter((each) => each.expiry === "2026-08-25");
  const lines = faults({ instruments: [folder.write("near.csv", dumpText(nearOnly))] });
  expect(lines).toEqual([
    "eod.csv, row 45: NIFTY 2026-09-29 FUT is not among the instruments (and 42 more); give Kite's dump of 2026-08-18 or of the next morning",
    "eod.csv, row 111: RELIANCE 2026-09-29 FUT is not among the instruments (and 22 more); give Kite's dump of 2026-08-18 or of the next morning",
  ]);
});

test("another strike under the same token is refused", () => {
  const moved = changed((each) => (isNifty24000Call(each) ? { strike: 24_050 } : {}));
  expect(faults({ eod: [folder.write("u.csv", udiffText(moved))] })).toEqual([
    `u.csv, row ${ROW}: NIFTY 2026-08-25 24050 CE has the token of NIFTY26AUG24000CE in row ${ROW} of dump.csv; give end of day and instruments of the same days`,
  ]);
});

test("one FinInstrmId for two contracts is refused", () => {
  const twice = changed((each) =>
    isNifty24000Call(each) ? { exchangeToken: CONTRACTS[0]!.exchangeToken } : {},
  );
  expect(faults({ eod: [folder.write("u.csv", udiffText(twice))], instruments: [] })).toEqual([
    `u.csv, row ${ROW}: FinInstrmId 50001 is NIFTY26AUGFUT's in row 2 already; keep one of the two`,
  ]);
});

test("a UDiFF file of another segment is refused", () => {
  const text = udiffText(CONTRACTS.slice(0, 1)).replace(",FO,NSE,", ",CM,NSE,");
  expect(faults({ eod: [folder.write("cm.csv", text)] })[0]).toBe(
    "cm.csv, row 2: this is a row of NSE CM; give the F&O bhavcopy of NSE or BSE",
  );
});

test("a cash file of another day, or whose prices are not this day's, is refused", () => {
  const other = folder.write("c.csv", cashText({ RELIANCE: [1320, 1310] }, "17-Aug-2026"));
  expect(faults({ cash: [other] })).toEqual([
    "c.csv, row 2: it is of 2026-08-17 and the end of day of 2026-08-18; give the cash file of 2026-08-18",
  ]);
  const wrong = folder.write("c.csv", cashText({ RELIANCE: [2640, 2600] }));
  expect(faults({ cash: [wrong] })).toEqual([
    "c.csv, row 2: RELIANCE closed at 2640 here and at 1320 in eod.csv; give the cash file of 2026-08-18",
  ]);
});

test("two files of one day are refused", () => {
  const again = folder.write("again.csv", eodText(CONTRACTS));
  expect(faults({ eod: [eod, again] })[0]).toBe(
    "again.csv, row 2: NIFTY 2026-08-25 FUT is in row 2 of eod.csv too, which is of 2026-08-18 as well; give one file a day and exchange",
  );
});

test("consecutive days whose positions do not follow from one another are refused", () => {
  const older = folder.write("older.csv", eodText(madeContracts("2026-08-17"), "2026-08-17"));
  expect(faults({ eod: [older, eod] })).toEqual([
    "eod.csv, row 2: NIFTY 2026-08-25 FUT had OI 6435 on 2026-08-17 by this row and 6500 by row 2 of older.csv (and 131 more); one of the two files is of another day: download both again",
  ]);
});

test("--date that no end of day has is refused", () => {
  expect(faults({ date: "2026-08-19" })).toEqual([
    "eod.csv: --date is 2026-08-19 and the end of day is of 2026-08-18; give the end of day of that date",
  ]);
});

test("faults of all files are told together, those of one file up to a limit", () => {
  const bad = folder.write("bad.csv", eodText(CONTRACTS).replace(/,65,2026/g, ",x,2026"));
  const lines = faults({
    instruments: ["nowhere.csv"],
    eod: [bad],
    cash: [folder.write("c.csv", `${EOD_HEADER}\n`)],
  });
  expect(lines[0]).toBe("nowhere.csv: there is no such file; check the path");
  expect(lines.filter((line) => line.startsWith("bad.csv"))).toHaveLength(21);
  expect(lines).toContain("bad.csv: 66 more faults like these; fix the first ones first");
  expect(lines.at(-1)).toBe("c.csv, row 1: this is an F&O end of day, given to --cash; give it to --eod");
});
