import type { IsoDate } from "#domain/units/iso-date.ts";
import { numberOf, type Sheet } from "./csv.ts";
import {
  type ContractKey,
  contractKey,
  contractName,
  type EodContract,
  type EodDay,
  type FalseCloses,
} from "./files.ts";
import type { Problems } from "./problems.ts";

/** What the exchanges call their derivatives: future or option, index or share. */
const KINDS = {
  IDF: { isFuture: true, onIndex: true },
  STF: { isFuture: true, onIndex: false },
  IDO: { isFuture: false, onIndex: true },
  STO: { isFuture: false, onIndex: false },
} as const;

/** null for a kind that is no derivative's. */
export function eodKind(text: string): { readonly isFuture: boolean; readonly onIndex: boolean } | null {
  return Object.hasOwn(KINDS, text) ? KINDS[text as keyof typeof KINDS] : null;
}

/** Columns of a file, by what is in them. */
export interface FigureColumns<Column extends string> {
  readonly strike: Column;
  readonly close: Column;
  readonly previousClose: Column;
  readonly underlyingClose: Column;
  readonly oi: Column;
  readonly oiChange: Column;
  readonly volume: Column;
  readonly lotSize: Column;
}

type Figures = Pick<
  EodContract,
  "strike" | "close" | "previousClose" | "underlyingClose" | "oi" | "previousOi" | "volume" | "lotSize"
>;

/** The figures of a contract's row; null after adding the faults. */
export function figuresOf<Column extends string>(
  sheet: Sheet<Column>,
  row: number,
  columns: FigureColumns<Column>,
  isFuture: boolean,
): Figures | null {
  const strike = isFuture ? 0 : numberOf(sheet, row, columns.strike, 0.0001);
  const close = numberOf(sheet, row, columns.close, 0);
  const previousClose = numberOf(sheet, row, columns.previousClose, 0);
  const underlyingClose = numberOf(sheet, row, columns.underlyingClose, 0);
  const oi = numberOf(sheet, row, columns.oi, 0);
  const change = numberOf(sheet, row, columns.oiChange);
  const volume = numberOf(sheet, row, columns.volume, 0);
  const lotSize = numberOf(sheet, row, columns.lotSize, 1, true);
  const sum = strike + close + previousClose + underlyingClose + oi + change + volume + lotSize;
  if (Number.isNaN(sum)) return null;
  const previousOi = Math.max(0, oi - change);
  return { strike, close, previousClose, underlyingClose, oi, previousOi, volume, lotSize };
}

/**
 * No call is worth more than its underlying and no put more than its strike; and on its expiry day an option does not close at the
 * very price of its underlying. BSE writes the index there into the closes of expiring options (docs/market-files.md).
 */
function isFalseClose({ type, close, strike, underlyingClose, expiry }: EodContract, date: IsoDate): boolean {
  if (type === "FUT" || !(underlyingClose > 0)) return false;
  return (
    close >= (type === "CE" ? underlyingClose : strike) || (expiry === date && close === underlyingClose)
  );
}

/** The contracts of an end of day as its rows are read. */
export interface DayReader {
  /** Adds a contract unless the file has it already, which is a fault. @param lastPrice stands in for a close that is none; NaN unknown */
  add(contract: EodContract, lastPrice: number): void;
  day(file: string, date: IsoDate): EodDay;
}

/** @param date of the file; null where it cannot be told, and no close is judged by it */
export function createDayReader(date: IsoDate | null, problems: Problems): DayReader {
  const contracts = new Map<ContractKey, EodContract>();
  let falseCloses: FalseCloses = { count: 0, first: null };

  function withOwnClose(contract: EodContract, lastPrice: number): EodContract {
    if (date === null || !isFalseClose(contract, date)) return contract;
    falseCloses = { count: falseCloses.count + 1, first: falseCloses.first ?? contract };
    const last = { ...contract, close: contract.volume > 0 && lastPrice > 0 ? lastPrice : Number.NaN };
    return isFalseClose(last, date) ? { ...contract, close: Number.NaN } : last;
  }

  return {
    add(contract, lastPrice) {
      const key = contractKey(contract);
      const twin = contracts.get(key);
      if (twin === undefined) {
        contracts.set(key, withOwnClose(contract, lastPrice));
        return;
      }
      const what = `${contractName(contract)} is in row ${twin.line} already`;
      problems.add(contract.file, contract.line, what, "keep one of the two");
    },
    day: (file, day) => ({ file, date: day, contracts, falseCloses }),
  };
}
