import {
  type CashDay,
  type ContractKey,
  contractKey,
  contractName,
  type EodContract,
  type EodDay,
} from "#analysis/market-files/files.ts";
import type { Problems } from "#analysis/market-files/problems.ts";
import { previousTradingDay } from "#domain/calendar/market-sessions.ts";
import type { DumpContract, Instruments } from "./kite-dump.ts";

/*
 * Do the files belong together? Limits are set by the real files of 14–19 Aug 2026: an exchange lists a few strikes after
 * the morning's dump (130 of 35,433 on 18 Aug, 0.4 %), and a dump has a few that the end of day does not (380, 1.1 %).
 */
const MOST_MISSING = 0.01;
const MOST_EXTRA = 0.05;
/** Of a session's contracts whose OI does not follow from the day before. */
const MOST_BROKEN_OI = 0.05;
/** The derivatives file's price of a share and the cash close differ by less on any ordinary day (18 Aug 2026: 0.1 %). */
const MOST_PRICE_GAP = 0.05;

/** The contract of the dump that an end-of-day row speaks of. */
export function dumpContractOf(contract: EodContract, instruments: Instruments): DumpContract | undefined {
  const byToken = contract.token === 0 ? undefined : instruments.byToken.get(contract.token);
  return byToken ?? instruments.contracts.get(contractKey(contract));
}

function nextDump(date: string): string {
  return `give Kite's dump of ${date} or of the next morning`;
}

/** A dump holds nothing that has expired, so its earliest expiry says how old it can be at most. */
function checkDumpAge(
  day: EodDay,
  instruments: Instruments,
  exchanges: ReadonlySet<string>,
  problems: Problems,
): boolean {
  let first: DumpContract | undefined;
  for (const each of instruments.contracts.values()) {
    if (exchanges.has(each.exchange) && (first === undefined || each.expiry < first.expiry)) first = each;
  }
  if (first === undefined) {
    const names = [...exchanges].join(", ");
    problems.add(
      instruments.files.join(", "),
      null,
      `there are no contracts of ${names} in the instruments`,
      nextDump(day.date),
    );
    return false;
  }
  if (first.expiry >= day.date) return true;
  const what = `${first.tradingsymbol} expired on ${first.expiry}, before the end of day of ${day.date}: the dump is older`;
  problems.add(first.file, first.line, what, nextDump(day.date));
  return false;
}

interface Tally {
  readonly first: EodContract;
  count: number;
}

function tally(map: Map<string, Tally>, key: string, contract: EodContract): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, { first: contract, count: 1 });
  else known.count += 1;
}

function others(count: number): string {
  return count > 1 ? ` (and ${count - 1} more)` : "";
}

/**
 * The end of day against the instruments, contract by contract.
 * @param notices told what is left out although nothing is wrong
 */
export function checkInstruments(
  day: EodDay,
  instruments: Instruments,
  problems: Problems,
  notices: string[],
): void {
  const exchanges = new Set([...day.contracts.values()].map((each) => each.exchange as string));
  if (!checkDumpAge(day, instruments, exchanges, problems)) return;
  const lots = new Map<string, Tally>();
  let strangers: Tally | null = null;
  const chains = new Map<string, { missing: Tally | null; found: number }>();
  const met = new Set<ContractKey>();
  let missing = 0;
  let traded = 0;
  let alive = 0;
  for (const contract of day.contracts.values()) {
    if (contract.expiry <= day.date) continue;
    alive += 1;
    const listed = dumpContractOf(contract, instruments);
    const chainKey = `${contract.symbol} ${contract.expiry}`;
    const chain = chains.get(chainKey) ?? { missing: null, found: 0 };
    chains.set(chainKey, chain);
    if (listed === undefined) {
      missing += 1;
      if (contract.volume > 0) traded += 1;
      if (chain.missing === null) chain.missing = { first: contract, count: 1 };
      else chain.missing.count += 1;
      continue;
    }
    chain.found += 1;
    met.add(contractKey(listed));
    if (!isSameContract(contract, listed)) {
      if (strangers === null) strangers = { first: contract, count: 1 };
      else strangers.count += 1;
    } else if (listed.lotSize !== contract.lotSize) tally(lots, contract.symbol, contract);
  }
  if (strangers !== null) {
    tellStrangers(strangers, instruments, problems);
    return;
  }
  for (const { first, count } of lots.values()) {
    const listed = dumpContractOf(first, instruments)!;
    const what = `the lot of ${contractName(first)} is ${first.lotSize} here and ${listed.lotSize} in row ${listed.line} of ${listed.file}${others(count)}`;
    problems.add(first.file, first.line, what, nextDump(day.date));
  }
  if (missing > MOST_MISSING * alive) tellMissing(day, chains.values(), problems);
  else if (missing > 0) {
    notices.push(
      `${missing} contracts listed after the dump was made are left out; ${traded} of them traded`,
    );
  }
  checkExtras(day, instruments, exchanges, met, problems, notices);
}

/** One line an expiry, those that are missing whole first. */
function tellMissing(
  day: EodDay,
  chains: Iterable<{ readonly missing: Tally | null; readonly found: number }>,
  problems: Problems,
): void {
  const gaps = [...chains].filter((chain) => chain.missing !== null);
  gaps.sort(
    (a, b) => Math.sign(a.found) - Math.sign(b.found) || a.missing!.first.line - b.missing!.first.line,
  );
  for (const { missing } of gaps) {
    const { first, count } = missing!;
    problems.add(
      first.file,
      first.line,
      `${contractName(first)} is not among the instruments${others(count)}`,
      nextDump(day.date),
    );
  }
}

function isSameContract(contract: EodContract, listed: DumpContract): boolean {
  const { expiry, strike, type, token } = contract;
  const termsAgree = listed.expiry === expiry && listed.strike === strike && listed.type === type;
  return termsAgree && (token === 0 || token === listed.token);
}

/** Exchanges use tokens again: a dump of other days has them on other contracts, thousands at once. */
function tellStrangers({ first, count }: Tally, instruments: Instruments, problems: Problems): void {
  const listed = dumpContractOf(first, instruments)!;
  const where = `row ${listed.line} of ${listed.file}`;
  const what =
    first.token === listed.token
      ? `${contractName(first)} has the token of ${listed.tradingsymbol} in ${where}`
      : `${contractName(first)} has token ${first.token} here and ${listed.token} in ${where}`;
  problems.add(
    first.file,
    first.line,
    what + others(count),
    "give end of day and instruments of the same days",
  );
}

function checkExtras(
  day: EodDay,
  instruments: Instruments,
  exchanges: ReadonlySet<string>,
  met: ReadonlySet<ContractKey>,
  problems: Problems,
  notices: string[],
): void {
  let first: DumpContract | undefined;
  let extra = 0;
  let alive = 0;
  const elsewhere = new Map<string, Set<string>>();
  let left = 0;
  for (const [key, each] of instruments.contracts) {
    if (each.expiry <= day.date) continue;
    if (!exchanges.has(each.exchange)) {
      left += 1;
      const names = elsewhere.get(each.exchange) ?? new Set();
      elsewhere.set(each.exchange, names.add(each.symbol));
      continue;
    }
    alive += 1;
    if (met.has(key)) continue;
    extra += 1;
    first ??= each;
  }
  if (first !== undefined && extra > MOST_EXTRA * alive) {
    const what = `${extra} of the ${alive} contracts in the instruments are not here, ${first.tradingsymbol} the first: it is cut short or of another day`;
    problems.add(day.file, null, what, "download it again and give the instruments of the same day");
  } else if (extra > 0) {
    notices.push(`${extra} contracts without an end of day are listed with no previous close`);
  }
  if (left > 0) {
    const names = [...elsewhere.values()].flatMap((each) => [...each]).sort();
    notices.push(
      `${left} contracts of ${[...elsewhere.keys()].join(", ")} are left out for want of their end of day (${names.join(", ")})`,
    );
  }
}

/** Consecutive sessions: what one says of the other's close must be so. */
export function checkHistory(older: EodDay, newer: EodDay, problems: Problems): void {
  if (previousTradingDay("NFO", newer.date) !== older.date) return;
  let common = 0;
  let broken: Tally | null = null;
  for (const [key, contract] of newer.contracts) {
    const before = older.contracts.get(key);
    if (before === undefined) continue;
    common += 1;
    if (Math.abs(before.oi - contract.previousOi) < 1) continue;
    if (broken === null) broken = { first: contract, count: 1 };
    else broken.count += 1;
  }
  if (broken === null || broken.count <= MOST_BROKEN_OI * common) return;
  const { first, count } = broken;
  const before = older.contracts.get(contractKey(first))!;
  const what = `${contractName(first)} had OI ${first.previousOi} on ${older.date} by this row and ${before.oi} by row ${before.line} of ${before.file}${others(count)}`;
  problems.add(first.file, first.line, what, "one of the two files is of another day: download both again");
}

/** Cash files against the derivatives' own prices of the same shares. */
export function checkCash(cash: CashDay, days: readonly EodDay[], problems: Problems): void {
  const day = days.find((each) => each.date === cash.date);
  if (day === undefined) {
    const dates = days.map((each) => each.date).join(", ");
    problems.add(
      cash.file,
      2,
      `it is of ${cash.date} and the end of day of ${dates}`,
      `give the cash file of ${days.at(-1)!.date}`,
    );
    return;
  }
  const seen = new Set<string>();
  for (const { symbol, underlyingClose, onIndex } of day.contracts.values()) {
    if (onIndex || seen.has(symbol)) continue;
    seen.add(symbol);
    const row = cash.closes.get(symbol);
    if (row === undefined || Math.abs(row.close / underlyingClose - 1) <= MOST_PRICE_GAP) continue;
    const what = `${symbol} closed at ${row.close} here and at ${underlyingClose} in ${day.file}`;
    problems.add(cash.file, row.line, what, `give the cash file of ${day.date}`);
  }
}
