import { dateOf, numberOf, readSheet } from "#analysis/market-files/csv.ts";
import { KITE_COLUMNS } from "#analysis/market-files/file-kinds.ts";
import type { ContractKey, ContractTerms } from "#analysis/market-files/files.ts";
import { contractKey } from "#analysis/market-files/files.ts";
import type { Problems } from "#analysis/market-files/problems.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { exchangeTokenOf, segmentOf, tokenOf } from "#domain/units/segments.ts";
import { createLeftOut, type LeftOut, placeOf } from "../left-out.ts";

/** A share or an index of the NSE or BSE dump. */
interface DumpSpot {
  readonly token: number;
  readonly tradingsymbol: string;
  readonly name: string;
  readonly isIndex: boolean;
  /** Rupees; 0 for indices. */
  readonly tickSize: number;
}

export interface DumpContract extends ContractTerms {
  readonly token: number;
  readonly tradingsymbol: string;
  /** Rupees. */
  readonly tickSize: number;
  readonly file: string;
  readonly line: number;
}

/** Instruments of all dumps given. Only equity derivatives and what they derive from: nothing else has end-of-day files here. */
export interface Instruments {
  readonly contracts: Map<ContractKey, DumpContract>;
  readonly byToken: Map<number, DumpContract>;
  /** by exchange and tradingsymbol, "NSE RELIANCE", "NSE NIFTY 50" */
  readonly spots: Map<string, DumpSpot>;
  readonly files: string[];
  /** Rows of other exchanges and of their indices. */
  readonly leftOut: LeftOut;
}

export function createInstruments(): Instruments {
  return { contracts: new Map(), byToken: new Map(), spots: new Map(), files: [], leftOut: createLeftOut() };
}

const RIGHTS = new Set(["CE", "PE", "FUT"]);

/**
 * Adds the rows of Kite's instrument dump ("Kite Connect, Instruments": CSV of all tradables of an exchange).
 * `last_price` is not read: it is always 0.
 */
export function readKiteDump(into: Instruments, file: string, text: string, problems: Problems): void {
  const sheet = readSheet(file, text, KITE_COLUMNS, problems);
  const { cells } = sheet;
  into.files.push(file);
  for (let row = 0; row < sheet.count; row++) {
    const line = sheet.lines[row]!;
    const exchange = cells.exchange[row]!;
    const segment = cells.segment[row]!;
    const type = cells.instrument_type[row]!;
    const isContract = (exchange === "NFO" || exchange === "BFO") && RIGHTS.has(type);
    const isSpot = (exchange === "NSE" || exchange === "BSE") && type === "EQ";
    if (!isContract && !isSpot) {
      into.leftOut.add(placeOf(exchange, segment), cells.name[row]! || cells.tradingsymbol[row]!);
      continue;
    }
    const token = numberOf(sheet, row, "instrument_token", 1, true);
    const exchangeToken = numberOf(sheet, row, "exchange_token", 1, true);
    const tickSize = numberOf(sheet, row, "tick_size", 0);
    if (Number.isNaN(token + exchangeToken + tickSize)) continue;
    if (token > 0xffffffff || token !== tokenOf(exchangeToken, segmentOf(token))) {
      const wanted = `exchange_token ${exchangeTokenOf(token)}`;
      problems.add(
        file,
        line,
        `instrument_token ${token} does not go with exchange_token ${exchangeToken}`,
        `Kite's has ${wanted}: download the dump again`,
      );
      continue;
    }
    const tradingsymbol = cells.tradingsymbol[row]!;
    if (isSpot) {
      const isIndex = segment === "INDICES";
      into.spots.set(`${exchange} ${tradingsymbol}`, {
        token,
        tradingsymbol,
        name: cells.name[row]!,
        isIndex,
        tickSize,
      });
      continue;
    }
    const expiry = dateOf(sheet, row, "expiry");
    const strike = numberOf(sheet, row, "strike", 0);
    const lotSize = numberOf(sheet, row, "lot_size", 1, true);
    if (expiry === null || Number.isNaN(strike + lotSize)) continue;
    if (strike > 0 === (type === "FUT")) {
      problems.add(
        file,
        line,
        `${tradingsymbol} is ${type} with strike ${strike}`,
        "download the dump again",
      );
      continue;
    }
    addContract(
      into,
      {
        exchange: exchange as "NFO" | "BFO",
        symbol: cells.name[row]!,
        expiry: expiry as IsoDate,
        strike,
        type: type as "CE" | "PE" | "FUT",
        lotSize,
        token,
        tradingsymbol,
        tickSize,
        file,
        line,
      },
      problems,
    );
  }
}

/** The same dump given twice is one thing; the same contract with other terms is a fault. */
function addContract(into: Instruments, contract: DumpContract, problems: Problems): void {
  const key = contractKey(contract);
  const twin = into.contracts.get(key) ?? into.byToken.get(contract.token);
  if (twin !== undefined) {
    const { file, line, tradingsymbol } = contract;
    const where = twin.file === file ? `row ${twin.line}` : `row ${twin.line} of ${twin.file}`;
    const same = twin.token === contract.token ? "token" : "terms";
    problems.add(
      file,
      line,
      `${tradingsymbol} has the ${same} of ${twin.tradingsymbol} in ${where}`,
      "keep one of the two",
    );
    return;
  }
  into.contracts.set(key, contract);
  into.byToken.set(contract.token, contract);
}
