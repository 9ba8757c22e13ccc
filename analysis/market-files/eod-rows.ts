import { numberOf, type Sheet } from "./csv.ts";
import { type ContractKey, contractKey, contractName, type EodContract } from "./files.ts";
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

/** Adds a contract unless the file has it already, which is a fault. */
export function addEodContract(
  contracts: Map<ContractKey, EodContract>,
  contract: EodContract,
  file: string,
  problems: Problems,
): void {
  const key = contractKey(contract);
  const twin = contracts.get(key);
  if (twin !== undefined) {
    problems.add(
      file,
      contract.line,
      `${contractName(contract)} is in row ${twin.line} already`,
      "keep one of the two",
    );
    return;
  }
  contracts.set(key, contract);
}
