/** Recomputes our vectors and visitors' files, keeps every figure, and gives the page what it shows of them. */

import { distributionOf } from "#analysis/validation/distribution.ts";
import { type CheckedFigure, measureOf } from "#analysis/validation/figures.ts";
import type { Kernels, VectorFile } from "#analysis/validation/vector-check.ts";
import { VECTOR_CHECKS, VECTOR_NAMES, type VectorName } from "#analysis/validation/vectors/checks.ts";
import { AppError } from "#domain/errors.ts";
import { referenceKernel } from "#domain/pricing/reference-kernel.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel-port.ts";
import { createWasmKernel } from "#wasm/load-kernel.ts";
import { createWasmStrategyKernel } from "#wasm/load-strategy-kernel.ts";
import type { Source, TableSummary, ValidationApi } from "./api.ts";
import type { CheckedFile } from "./check-file.ts";
import { asCsv, asJson, type WholeTable } from "./export.ts";

export interface ValidationEdges {
  /** null where there is no WebAssembly; may reject */
  readonly loadWasm: () => Promise<WebAssembly.Module | null>;
  /** a file of vectors as it was built */
  readonly fetchVectors: (name: VectorName) => Promise<VectorFile<unknown, unknown>>;
  readonly checkFile: (file: File, day: string | null, kernels: Kernels) => Promise<CheckedFile>;
  readonly build: string;
  readonly log: (message: string) => void;
}

interface NamedKernels extends Kernels {
  readonly name: "wasm" | "typescript";
}

async function loadKernels({ loadWasm, log }: ValidationEdges): Promise<NamedKernels> {
  try {
    const module = await loadWasm();
    if (module !== null) {
      const [pricing, strategy] = [createWasmKernel(module), createWasmStrategyKernel(module)];
      return { name: "wasm", pricing, strategy };
    }
  } catch (error) {
    log(`WebAssembly did not load (${String(error)}); computing in TypeScript`);
  }
  return { name: "typescript", pricing: referenceKernel, strategy: referenceStrategyKernel };
}

function summaryOf(
  head: Pick<TableSummary, "id" | "title" | "source" | "measure" | "usesKernel">,
  figures: readonly CheckedFigure[],
): TableSummary {
  const errors = figures.flatMap(({ error }) => (error === null ? [] : [error]));
  const isInParts = head.measure.unit === "relative" || head.measure.unit === "exact";
  return {
    ...head,
    count: figures.length,
    wrong: figures.reduce((count, { isRight }) => count + (isRight ? 0 : 1), 0),
    distribution: distributionOf(errors, isInParts ? "decades" : "linear"),
  };
}

export function createValidation(edges: ValidationEdges): ValidationApi {
  const loading = loadKernels(edges);
  const kept: Record<Source, Map<TableSummary["id"], WholeTable>> = { vectors: new Map(), file: new Map() };

  return {
    kernel: async () => (await loading).name,

    vectorNames: () => VECTOR_NAMES,

    async vectors(name) {
      const [kernels, file] = await Promise.all([loading, edges.fetchVectors(name)]);
      const check = VECTOR_CHECKS[name];
      const figures = check.run(file, kernels);
      const { title, source, tolerance } = file;
      const { usesKernel } = check;
      const summary = summaryOf(
        { id: name, title, source, measure: measureOf(tolerance), usesKernel },
        figures,
      );
      kept.vectors.set(name, { summary, figures });
      return summary;
    },

    async file(file, day) {
      kept.file.clear();
      try {
        const { tables, ...report } = await edges.checkFile(file, day, await loading);
        const summaries = tables.map(({ figures, ...head }) => {
          const summary = summaryOf({ ...head, title: null, source: null }, figures);
          kept.file.set(head.id, { summary, figures });
          return summary;
        });
        return { ok: true, report: { ...report, tables: summaries } };
      } catch (error) {
        if (error instanceof AppError) return { ok: false, error: error.toBody().error };
        throw error;
      }
    },

    rows({ from, table, onlyWrong, first, count }) {
      const all = kept[from].get(table)?.figures ?? [];
      const shown = onlyWrong ? all.filter(({ isRight }) => !isRight) : all;
      return { rows: shown.slice(first, first + count), total: shown.length };
    },

    async download(from, format) {
      const tables = [...kept[from].values()];
      const { name: kernel } = await loading;
      const text = format === "csv" ? asCsv(tables) : asJson(tables, { build: edges.build, kernel });
      return new Blob([text], { type: format === "csv" ? "text/csv" : "application/json" });
    },
  };
}
