import { readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { busyWarning, othersShare } from "./busy.ts";
import { machine, versions } from "./machine.ts";
import { INSTALL_PEERS, peerVersions } from "./peers.ts";
import { tableLines } from "./print.ts";
import { createProgress } from "./progress.ts";
import { BENCH_FOLDER, writeReport } from "./results.ts";
import type { Bench, Report } from "./types.ts";

const SUFFIX = ".bench.ts";

export function knownBenches(): string[] {
  return readdirSync(BENCH_FOLDER)
    .filter((file) => file.endsWith(SUFFIX))
    .map((file) => file.slice(0, -SUFFIX.length))
    .sort();
}

async function load(name: string): Promise<Bench> {
  const file = pathToFileURL(path.join(BENCH_FOLDER, name + SUFFIX)).href;
  const { bench } = (await import(file)) as { bench: Bench };
  return bench;
}

/** Tells once what is missing, and how to get it. */
function tellOfPeers(): void {
  const absent = Object.entries(peerVersions()).filter(([, version]) => version === null);
  if (absent.length === 0) return;
  const names = absent.map(([name]) => name).join(", ");
  console.log(`Not installed, so not compared with: ${names}. To install them: ${INSTALL_PEERS}`);
}

export interface Run {
  readonly reports: readonly Report[];
  /** benches that could not finish */
  readonly failed: readonly string[];
}

/** Runs benches one after another, prints their tables and writes their results. One that fails stops no other. */
export async function runBenches(names: readonly string[], quick: boolean): Promise<Run> {
  tellOfPeers();
  const [stamp, found] = [machine(), versions()];
  const reports: Report[] = [];
  const failed: string[] = [];
  for (const [i, name] of names.entries()) {
    const progress = createProgress(process.stderr);
    const place = names.length === 1 ? name : `${name} (${i + 1} of ${names.length})`;
    const busy = await othersShare();
    const startedAt = performance.now();
    try {
      const { run, ...bench } = await load(name);
      console.log(`\n${name}: ${bench.question}`);
      const findings = await run({ quick, progress: (text) => progress.show(`${place}: ${text}`) });
      progress.clear();
      const { question, about, compared } = bench;
      const report: Report = {
        bench: name,
        question,
        ...(about === undefined ? {} : { about }),
        ...(compared === undefined ? {} : { compared }),
        ...findings,
        quick,
        at: new Date().toISOString(),
        seconds: Math.round((performance.now() - startedAt) / 1000),
        busy: Number(busy.toFixed(2)),
        machine: stamp,
        versions: found,
      };
      for (const line of findings.tables.flatMap(tableLines)) console.log(line);
      for (const note of findings.notes) console.log(`  note: ${note}`);
      const warning = busyWarning(busy);
      if (warning !== null) console.log(`  warning: ${warning}`);
      console.log(`  written: ${writeReport(report)}`);
      reports.push(report);
    } catch (error) {
      progress.clear();
      failed.push(name);
      console.error(
        `bench: ${name} could not finish: ${error instanceof Error ? error.stack : String(error)}`,
      );
    }
  }
  return { reports, failed };
}
