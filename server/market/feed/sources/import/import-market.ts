import path from "node:path";
import { kindOf } from "#analysis/market-files/file-kinds.ts";
import { type CashDay, contractName, type EodContract, type EodDay } from "#analysis/market-files/files.ts";
import { readFoEod } from "#analysis/market-files/fo-eod.ts";
import { createProblems, type Problems } from "#analysis/market-files/problems.ts";
import { readUdiff } from "#analysis/market-files/udiff.ts";
import { contractSpec } from "#domain/instruments/specs.ts";
import { underlyingBySymbol } from "#domain/instruments/underlyings.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { readCashEod } from "./cash-eod.ts";
import { checkCash, checkHistory, checkInstruments } from "./checks.ts";
import type { Market, MarketOrigin } from "./imported-market.ts";
import { joinMarket } from "./join.ts";
import { createInstruments, type Instruments, readKiteDump } from "./kite-dump.ts";
import { readText } from "./read-text.ts";

export interface ImportFiles {
  readonly instruments: readonly string[];
  readonly eod: readonly string[];
  readonly cash: readonly string[];
  /** The session wanted, null for the newest day given. */
  readonly date: IsoDate | null;
}

export interface Imported {
  readonly market: Market;
  /** One line each: what was left out or guessed although nothing was wrong. */
  readonly notices: readonly string[];
}

/** NSE's option tick where nothing else is said. */
const OPTION_TICK = 0.05;

interface Read {
  readonly instruments: Instruments;
  readonly eod: EodDay[];
  readonly cash: CashDay[];
  readonly origins: MarketOrigin[];
}

/** One line for the closes of a file that were no prices. */
function tellFalseCloses({ file, falseCloses: { count, first } }: EodDay, notices: string[]): void {
  if (first === null) return;
  const { close, line, underlyingClose } = first;
  notices.push(
    `${path.basename(file)}: ${count} closes are left out, for they are no prices of their options: ${contractName(first)} in row ${line} closes at ${close}, its underlying at ${underlyingClose}`,
  );
}

function readAll(files: ImportFiles, problems: Problems, notices: string[]): Read {
  const read: Read = { instruments: createInstruments(), eod: [], cash: [], origins: [] };
  const origin = (file: string, kind: MarketOrigin["kind"], date: IsoDate | null, rows: number): void => {
    read.origins.push({ file: path.basename(file), kind, date, rows });
  };
  for (const file of files.instruments) {
    const text = readText(file, problems);
    if (text === null || kindOf(file, text, "--instruments", problems) === null) continue;
    const before = read.instruments.contracts.size + read.instruments.spots.size;
    readKiteDump(read.instruments, file, text, problems);
    origin(file, "instruments", null, read.instruments.contracts.size + read.instruments.spots.size - before);
  }
  for (const file of files.eod) {
    const text = readText(file, problems);
    const kind = text === null ? null : kindOf(file, text, "--eod", problems);
    if (text === null || kind === null) continue;
    const day = kind === "udiff" ? readUdiff(file, text, problems) : readFoEod(file, text, problems);
    if (day === null) continue;
    read.eod.push(day);
    tellFalseCloses(day, notices);
    origin(file, "eod", day.date, day.contracts.size);
  }
  for (const file of files.cash) {
    const text = readText(file, problems);
    if (text === null || kindOf(file, text, "--cash", problems) === null) continue;
    const day = readCashEod(file, text, problems);
    if (day === null) continue;
    const twin = read.cash.find((each) => each.date === day.date);
    if (twin !== undefined)
      problems.add(file, null, `it is of ${day.date}, as is ${twin.file}`, "give one of the two");
    read.cash.push(day);
    origin(file, "cash", day.date, day.closes.size);
  }
  return read;
}

/** Files of one date (NSE's and BSE's) as one day; a contract in two of them is a fault. */
function daysOf(files: readonly EodDay[], problems: Problems): EodDay[] {
  const days = new Map<IsoDate, EodDay & { contracts: Map<string, EodContract> }>();
  for (const each of files) {
    const day = days.get(each.date);
    if (day === undefined) {
      days.set(each.date, { ...each, contracts: new Map(each.contracts) });
      continue;
    }
    for (const [key, contract] of each.contracts) {
      const twin = day.contracts.get(key);
      if (twin === undefined) {
        day.contracts.set(key, contract);
        continue;
      }
      const what = `${contractName(contract)} is in row ${twin.line} of ${twin.file} too, which is of ${each.date} as well`;
      problems.add(each.file, contract.line, what, "give one file a day and exchange");
      break;
    }
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Without a dump of contracts, those of the UDiFF bhavcopy: its rows carry all but the tick. */
function instrumentsOf(day: EodDay, dumped: Instruments, problems: Problems): Instruments {
  const instruments = { ...createInstruments(), spots: dumped.spots };
  for (const [key, contract] of day.contracts) {
    if (contract.token === 0) {
      problems.add(
        contract.file,
        null,
        "it has no tokens",
        `give Kite's dump of ${day.date} to --instruments`,
      );
      break;
    }
    const known = underlyingBySymbol(contract.symbol);
    const spec = known === undefined || known.isNonFno ? undefined : contractSpec(contract.symbol, day.date);
    const tickSize = (contract.type === "FUT" ? spec?.futureTickSize : spec?.tickSize) ?? OPTION_TICK;
    const listed = { ...contract, tickSize };
    instruments.contracts.set(key, listed);
    instruments.byToken.set(contract.token, listed);
  }
  return instruments;
}

function sessionDays(
  days: readonly EodDay[],
  date: IsoDate | null,
  files: ImportFiles,
  problems: Problems,
): EodDay[] {
  if (date === null) return [...days];
  const wanted = days.filter((day) => day.date <= date);
  if (wanted.at(-1)?.date !== date) {
    const known = days.map((day) => day.date).join(", ");
    problems.add(
      files.eod.join(", "),
      null,
      `--date is ${date} and the end of day is of ${known}`,
      "give the end of day of that date",
    );
  }
  return wanted;
}

/**
 * One market out of the files of one session and, if given, of the sessions before it.
 * @throws AppError market.file_invalid with one line for each fault of each file
 */
export function importMarket(files: ImportFiles): Imported {
  const problems = createProblems();
  const notices: string[] = [];
  const read = readAll(files, problems, notices);
  const leftOut = read.instruments.leftOut.text();
  if (leftOut !== null) notices.push(leftOut);
  const days = sessionDays(daysOf(read.eod, problems), files.date, files, problems);
  const day = days.at(-1);
  // Faulty rows were left out: what they lack would only be told again as a mismatch.
  problems.check();
  if (day === undefined) throw new Error("an end of day was read and there is no day");
  const isDumped = read.instruments.contracts.size > 0;
  const instruments = isDumped ? read.instruments : instrumentsOf(day, read.instruments, problems);
  problems.check();
  if (isDumped) checkInstruments(day, instruments, problems, notices);
  for (let i = 1; i < days.length; i++) checkHistory(days[i - 1]!, days[i]!, problems);
  for (const each of read.cash) checkCash(each, days, problems);
  problems.check();
  const underlyings = joinMarket(days, instruments, read.cash, notices);
  return { market: { date: day.date, origins: read.origins, underlyings }, notices };
}
