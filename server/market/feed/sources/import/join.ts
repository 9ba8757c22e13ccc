import {
  type CashDay,
  type ContractKey,
  contractKey,
  type EodContract,
  type EodDay,
} from "#analysis/market-files/files.ts";
import type { ExpiryType } from "#domain/calendar/expiries.ts";
import { addDays } from "#domain/calendar/ist.ts";
import { FORWARD_NONE } from "#domain/chain/flags.ts";
import { type ListedTypes, listedTypes } from "#domain/instruments/expiry-types.ts";
import { UNDERLYINGS } from "#domain/instruments/underlyings.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";
import { dumpContractOf } from "./checks.ts";
import {
  type ClosingLender,
  type ClosingSurface,
  type ClosingUnderlying,
  closingLender,
  closingSurface,
  volatilitiesAt,
} from "./closing-chains.ts";
import { type DroppedPrints, noneDropped } from "./closing-prints.ts";
import { dayFigures } from "./day-figures.ts";
import type {
  MarketChain,
  MarketDay,
  MarketFuture,
  MarketSide,
  MarketUnderlying,
} from "./imported-market.ts";
import type { DumpContract, Instruments } from "./kite-dump.ts";
import { createSpotFinder, type SpotFinder } from "./spots.ts";

/** Commonest distance between neighbouring strikes near the money, rupees; 0 with fewer than two strikes. */
export function stepNear(strikes: ArrayLike<number>, spot: number): number {
  const nearest = Array.from(strikes)
    .sort((a, b) => Math.abs(a - spot) - Math.abs(b - spot))
    .slice(0, 11)
    .sort((a, b) => a - b);
  const counts = new Map<number, number>();
  for (let i = 1; i < nearest.length; i++) {
    const gap = Math.round((nearest[i]! - nearest[i - 1]!) * 10_000) / 10_000;
    counts.set(gap, (counts.get(gap) ?? 0) + 1);
  }
  let step = 0;
  for (const [gap, count] of counts) {
    const known = counts.get(step) ?? 0;
    if (count > known || (count === known && gap < step)) step = gap;
  }
  return step;
}

interface Group {
  readonly listed: DumpContract[];
  readonly eod: EodContract[];
}

/** Contracts of the session by underlying: those of the dump that live on, those of the end of day. */
function groups(day: EodDay, instruments: Instruments): Map<string, Group> {
  const all = new Map<string, Group>();
  const keys = new Map<string, string>();
  for (const each of day.contracts.values()) {
    // BSE may name an underlying otherwise than Kite: the dump's name goes.
    const alias = `${each.exchange} ${each.symbol}`;
    let key = keys.get(alias);
    if (key === undefined || !all.has(key)) {
      const listed = dumpContractOf(each, instruments);
      if (listed !== undefined || key === undefined) {
        key = `${each.exchange} ${listed?.symbol ?? each.symbol}`;
        keys.set(alias, key);
      }
    }
    const group = all.get(key) ?? { listed: [], eod: [] };
    all.set(key, group);
    group.eod.push(each);
  }
  for (const each of instruments.contracts.values()) {
    if (each.expiry > day.date) all.get(`${each.exchange} ${each.symbol}`)?.listed.push(each);
  }
  return all;
}

function createSide(count: number): MarketSide & { tradingsymbol: string[] } {
  const unknown = (): Float64Array => new Float64Array(count).fill(Number.NaN);
  return {
    token: new Float64Array(count),
    tradingsymbol: new Array<string>(count).fill(""),
    close: unknown(),
    previousClose: unknown(),
    // A contract that the end of day does not have was not there to be held or traded.
    oi: new Float64Array(count),
    previousOi: new Float64Array(count),
    volume: new Float64Array(count),
  };
}

const termsOf = ({ exchange, symbol, type, expiry }: DumpContract) => ({
  exchange,
  underlying: symbol,
  type,
  expiry,
});

interface Joined {
  readonly listed: DumpContract;
  readonly eod: EodContract | undefined;
}

function marketChain(
  expiry: IsoDate,
  types: ListedTypes,
  contracts: readonly Joined[],
  now: ClosingSurface,
  before: ClosingSurface | null,
): MarketChain {
  const strikes = Float64Array.from(new Set(contracts.map(({ listed }) => listed.strike))).sort();
  const rowOf = new Map<number, number>();
  for (const [row, strike] of strikes.entries()) rowOf.set(strike, row);
  const call = createSide(strikes.length);
  const put = createSide(strikes.length);
  for (const { listed, eod } of contracts) {
    const side = listed.type === "CE" ? call : put;
    const row = rowOf.get(listed.strike)!;
    side.token[row] = listed.token;
    side.tradingsymbol[row] = listed.tradingsymbol;
    if (eod === undefined) continue;
    side.close[row] = eod.close;
    side.previousClose[row] = eod.previousClose;
    side.oi[row] = eod.oi;
    side.previousOi[row] = eod.previousOi;
    side.volume[row] = eod.volume;
  }
  const closing = now.expiries.get(expiry);
  const earlier = before?.expiries.get(expiry);
  const [{ listed }] = contracts as [Joined];
  const { lotSize, tickSize } = listed;
  return {
    expiry,
    expiryType: types.typeOf(termsOf(listed)),
    lotSize,
    tickSize,
    strikes,
    call,
    put,
    forward: closing?.volatility.forward ?? Number.NaN,
    forwardSource: closing?.volatility.forwardSource ?? FORWARD_NONE,
    rate: closing?.volatility.rate ?? Number.NaN,
    atmIv: closing?.volatility.atmIv ?? Number.NaN,
    iv: volatilitiesAt(closing, strikes),
    solved: closing?.volatility.solved ?? 0,
    previousAtmIv: earlier?.volatility.atmIv ?? Number.NaN,
    previousIv: volatilitiesAt(earlier, strikes),
  };
}

function marketFuture({ listed, eod }: Joined, expiryType: ExpiryType): MarketFuture {
  return {
    token: listed.token,
    tradingsymbol: listed.tradingsymbol,
    expiry: listed.expiry,
    expiryType,
    lotSize: listed.lotSize,
    tickSize: listed.tickSize,
    close: eod?.close ?? Number.NaN,
    previousClose: eod?.previousClose ?? Number.NaN,
    oi: eod?.oi ?? 0,
    previousOi: eod?.previousOi ?? 0,
    volume: eod?.volume ?? 0,
  };
}

function byExpiry<Item>(items: readonly Item[], expiryOf: (item: Item) => IsoDate): Map<IsoDate, Item[]> {
  const map = new Map<IsoDate, Item[]>();
  for (const item of items) {
    const list = map.get(expiryOf(item));
    if (list === undefined) map.set(expiryOf(item), [item]);
    else list.push(item);
  }
  return new Map([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
}

interface Past {
  readonly day: EodDay;
  readonly groups: ReadonlyMap<string, readonly EodContract[]>;
  readonly cash: CashDay | undefined;
  readonly lender: ClosingLender | null;
}

function tickOf({ listed }: Group): number {
  return (listed.find(({ type }) => type !== "FUT") ?? listed[0]!).tickSize;
}

/** An underlying's contracts at a close, without what the day after lists. */
function closedOf(contracts: readonly EodContract[], date: IsoDate, tickSize: number): ClosingUnderlying {
  return { contracts, date, spot: contracts[0]!.underlyingClose, tickSize, listed: new Map() };
}

/** Whose interest the others of a close hear. @param session by underlying, for their ticks */
function lenderOf(
  closes: ReadonlyMap<string, readonly EodContract[]>,
  date: IsoDate,
  session: ReadonlyMap<string, Group>,
): ClosingLender | null {
  const underlyings: ClosingUnderlying[] = [];
  for (const [key, contracts] of closes) {
    const group = session.get(key);
    if (group === undefined || group.listed.length === 0 || contracts.length === 0) continue;
    underlyings.push(closedOf(contracts, date, tickOf(group)));
  }
  return closingLender(underlyings);
}

function pastOf(day: EodDay, cash: readonly CashDay[], session: ReadonlyMap<string, Group>): Past {
  const all = new Map<string, EodContract[]>();
  for (const each of day.contracts.values()) {
    const key = `${each.exchange} ${each.symbol}`;
    const list = all.get(key);
    if (list === undefined) all.set(key, [each]);
    else list.push(each);
  }
  return {
    day,
    groups: all,
    cash: cash.find((each) => each.date === day.date),
    lender: lenderOf(all, day.date, session),
  };
}

/** The session as every underlying sees it. */
interface Session {
  readonly date: IsoDate;
  readonly past: readonly Past[];
  readonly cash: CashDay | undefined;
  readonly types: ListedTypes;
  readonly lender: ClosingLender | null;
  /** Adds up over all underlyings. */
  readonly dropped: DroppedPrints;
}

function underlyingOf(group: Group, session: Session, findSpot: SpotFinder): MarketUnderlying | null {
  const { date, past, cash, types } = session;
  const [sample] = group.eod;
  const [first] = group.listed;
  if (sample === undefined || first === undefined) return null;
  const eodOf = new Map<ContractKey | number, EodContract>();
  for (const each of group.eod) {
    eodOf.set(contractKey(each), each);
    if (each.token !== 0) eodOf.set(each.token, each);
  }
  const joined = group.listed.map(
    (listed): Joined => ({ listed, eod: eodOf.get(listed.token) ?? eodOf.get(contractKey(listed)) }),
  );
  const options = byExpiry(
    joined.filter(({ listed }) => listed.type !== "FUT"),
    ({ listed }) => listed.expiry,
  );
  const tickSize = tickOf(group);
  const share = sample.onIndex ? undefined : cash?.closes.get(sample.symbol);
  // Volatilities go by the price that the derivatives file gives for the same moment as its closes.
  const listed = new Map(
    [...options].map(([expiry, all]) => [expiry, all.map((each) => each.listed.strike)]),
  );
  const now = closingSurface({ ...closedOf(group.eod, date, tickSize), listed }, session.lender);
  for (const { volatility } of now.expiries.values()) {
    for (const reason of REASONS) session.dropped[reason] += volatility.dropped[reason];
  }

  const history: MarketDay[] = [];
  let before: ClosingSurface | null = null;
  let previousClose = share?.previousClose ?? Number.NaN;
  for (const { day, groups: contracts, cash: cashThen, lender } of past) {
    const own = contracts.get(`${sample.exchange} ${sample.symbol}`);
    if (own === undefined) continue;
    const then = closedOf(own, day.date, tickSize);
    const { spot } = then;
    before = closingSurface(then, lender);
    const shareThen = sample.onIndex ? undefined : cashThen?.closes.get(sample.symbol);
    const close = shareThen?.close ?? spot;
    history.push({ date: day.date, close, iv30: before.iv30, figures: dayFigures(own, shareThen) });
    if (share === undefined) previousClose = close;
  }
  const close = share?.close ?? sample.underlyingClose;
  history.push({ date, close, iv30: now.iv30, figures: dayFigures(group.eod, share) });

  const chains = [...options].map(([expiry, all]) => marketChain(expiry, types, all, now, before));
  const futures = joined
    .filter(({ listed }) => listed.type === "FUT")
    .sort((a, b) => (a.listed.expiry < b.listed.expiry ? -1 : 1))
    .map((each) => marketFuture(each, types.typeOf(termsOf(each.listed))));
  const monthly = chains.find((chain) => chain.expiryType !== "weekly") ?? chains[0];
  return {
    ...findSpot(first.exchange, first.symbol, sample.onIndex),
    symbol: first.symbol,
    kind: sample.onIndex ? "index" : "stock",
    derivativeExchange: first.exchange,
    strikeStep: monthly === undefined ? 0 : stepNear(monthly.strikes, close),
    close,
    previousClose,
    history,
    futures,
    chains,
  };
}

/** Why closes of traded contracts do not speak for a volatility, as a note says it. */
const REASONS = ["worthless", "impossible", "dearer", "outlying", "unlike"] as const;
const REASON_TEXTS: Readonly<Record<keyof DroppedPrints, string>> = {
  worthless: "in the money with less than a tick of time left",
  impossible: "at a price that no volatility makes",
  dearer: "dearer than a neighbour nearer the money",
  outlying: "off the line through their neighbours",
  unlike: "at a level that no other expiry allows",
};

function tellDropped(dropped: DroppedPrints, notices: string[]): void {
  const told = REASONS.filter((reason) => dropped[reason] > 0);
  if (told.length === 0) return;
  const total = told.reduce((sum, reason) => sum + dropped[reason], 0);
  const parts = told.map((reason) => `${dropped[reason]} ${REASON_TEXTS[reason]}`);
  notices.push(`${total} traded closes do not speak for a volatility: ${parts.join(", ")}`);
}

/** Indices come before shares, those of the product's table in its order. */
function rankOf(contracts: readonly EodContract[]): number {
  const [sample] = contracts;
  if (sample === undefined || !sample.onIndex) return UNDERLYINGS.length + 1;
  const place = UNDERLYINGS.findIndex((each) => each.symbol === sample.symbol);
  return place < 0 ? UNDERLYINGS.length : place;
}

/**
 * Everything listed after the newest day, with what the files say of it; the files have been checked.
 * @param days oldest first, one a date
 */
export function joinMarket(
  days: readonly EodDay[],
  instruments: Instruments,
  cash: readonly CashDay[],
  notices: string[],
): MarketUnderlying[] {
  const day = days.at(-1)!;
  const spots = createSpotFinder(instruments);
  const sessionCash = cash.find((each) => each.date === day.date);
  const byKey = groups(day, instruments);
  const grouped = [...byKey];
  // What expired with the session is no longer listed: a month whose own contract did has weeklies left.
  const types = listedTypes(
    grouped.flatMap(([, { listed }]) => listed.map(termsOf)),
    addDays(day.date, 1),
  );
  const session: Session = {
    date: day.date,
    past: days.slice(0, -1).map((each) => pastOf(each, cash, byKey)),
    cash: sessionCash,
    types,
    lender: lenderOf(new Map(grouped.map(([key, { eod }]) => [key, eod])), day.date, byKey),
    dropped: noneDropped(),
  };
  const found = grouped
    .sort(([a, { eod }], [b, { eod: other }]) => rankOf(eod) - rankOf(other) || (a < b ? -1 : 1))
    .map(([, group]) => underlyingOf(group, session, spots.find))
    .filter((each) => each !== null);
  tellDropped(session.dropped, notices);
  if (types.unforeseen.length > 0) {
    notices.push(
      `the calendar has another day for the month's contracts of ${types.unforeseen.join(", ")}: a holiday or a rule that it does not know moved them`,
    );
  }
  if (spots.unknown.length > 0) {
    notices.push(
      `${spots.unknown.length} underlyings have a made-up token (${spots.unknown.slice(0, 5).join(", ")}${spots.unknown.length > 5 ? ", …" : ""}): give Kite's NSE dump to --instruments too for their own`,
    );
  }
  return found;
}
