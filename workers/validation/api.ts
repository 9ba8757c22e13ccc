/** What the validation page asks of its worker: our vectors and a visitor's file recomputed, figure by figure. */
import type { Distribution } from "#analysis/validation/distribution.ts";
import type { ExchangeTableId } from "#analysis/validation/exchange/exchange-table.ts";
import type { CheckedFigure, Measure } from "#analysis/validation/figures.ts";
import type { VectorName } from "#analysis/validation/vectors/checks.ts";
import type { ErrorBody } from "#domain/errors.ts";
import type { IsoDate } from "#domain/units/iso-date.ts";

export type { CheckedFigure, Distribution, ExchangeTableId, Measure, VectorName };

/** What came of one table of figures. */
export interface TableSummary {
  readonly id: VectorName | ExchangeTableId;
  /** as a file of vectors says; null for a table of a visitor's file */
  readonly title: string | null;
  readonly source: string | null;
  readonly measure: Measure;
  readonly usesKernel: boolean;
  /** figures, and how many of them are not what they should be */
  readonly count: number;
  readonly wrong: number;
  /** null where nothing can be off by an amount: names, flags, what is not known */
  readonly distribution: Distribution | null;
}

/** A visitor's file, recomputed. */
export interface FileReport {
  readonly name: string;
  readonly kind: "fo-eod" | "udiff" | "nse-answer" | "nse-site";
  readonly date: IsoDate;
  /** of a chain, rupees; null for a whole end of day */
  readonly spot: number | null;
  /** whether the file did not say its spot, and it was found from its own IVs */
  readonly isSpotFound: boolean;
  readonly tables: readonly TableSummary[];
}

export type FileOutcome =
  | { readonly ok: true; readonly report: FileReport }
  /** `message` has a line for each fault: where, what, what to do */
  | { readonly ok: false; readonly error: ErrorBody["error"] };

/** Tables of our vectors, or those of the visitor's last file. */
export type Source = "vectors" | "file";

export interface RowsAsked {
  readonly from: Source;
  readonly table: TableSummary["id"];
  readonly onlyWrong: boolean;
  readonly first: number;
  readonly count: number;
}

export interface Rows {
  readonly rows: readonly CheckedFigure[];
  /** how many there are by the same filter */
  readonly total: number;
}

export interface ValidationApi {
  /** Whose arithmetic it is: WebAssembly's, or TypeScript's where that could not be loaded. */
  kernel(): Promise<"wasm" | "typescript">;
  vectorNames(): readonly VectorName[];
  /** Fetches one file of vectors and recomputes it. Rejects when it does not come. */
  vectors(name: VectorName): Promise<TableSummary>;
  /**
   * Reads a file of an exchange and recomputes what it publishes; it goes nowhere else.
   * @param day of the file, for kinds that do not say it; null where the visitor did not either
   */
  file(file: File, day: IsoDate | null): Promise<FileOutcome>;
  rows(asked: RowsAsked): Rows;
  /** Every table that has been recomputed, figure by figure. */
  download(from: Source, format: "csv" | "json"): Promise<Blob>;
}
