/** The page's door to its validation worker. Loaded by the page that shows how numbers are made, and by no other. */
import * as Comlink from "comlink";
import type {
  FileOutcome,
  Rows,
  RowsAsked,
  Source,
  TableSummary,
  ValidationApi,
  VectorName,
} from "#workers/validation/api.ts";
import validationUrl from "../../workers/validation/index.ts?worker&url";
import { answersUntil } from "./answers-until.ts";

/** As `ValidationApi`; every call rejects when the worker's script does not load or run. */
export interface ValidationClient {
  kernel(): Promise<"wasm" | "typescript">;
  vectorNames(): Promise<readonly VectorName[]>;
  vectors(name: VectorName): Promise<TableSummary>;
  file(file: File, day: string | null): Promise<FileOutcome>;
  rows(asked: RowsAsked): Promise<Rows>;
  download(from: Source, format: "csv" | "json"): Promise<Blob>;
  dispose(): void;
}

export function createValidationClient(): ValidationClient {
  const worker = new Worker(validationUrl, { type: "module", name: "strikewise-validation" });
  const api = Comlink.wrap<ValidationApi>(worker);
  const broken = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Error("The validation worker's script did not load."));
  });
  const answered = answersUntil(broken);
  return {
    kernel: () => answered(api.kernel()),
    vectorNames: () => answered(api.vectorNames()),
    vectors: (name) => answered(api.vectors(name)),
    // Comlink's mapped type splits a union of outcomes; what travels is the same.
    file: (file, day) => answered(api.file(file, day) as Promise<FileOutcome>),
    rows: (asked) => answered(api.rows(asked)),
    download: (from, format) => answered(api.download(from, format)),
    dispose: () => worker.terminate(),
  };
}
