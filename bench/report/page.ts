/** One HTML file that needs no other and no network: every bench, its question, figures, goals and pictures. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Baseline } from "../lib/baseline.ts";
import type { Plot, Report } from "../lib/types.ts";
import { verdictOf } from "../lib/verdict.ts";
import { html, jsonScript, type Markup, raw } from "./markup.ts";
import { overview, section } from "./sections.ts";

const beside = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");

function uPlotFile(name: string): string {
  const main = createRequire(import.meta.url).resolve("uplot");
  return readFileSync(path.join(path.dirname(main), name), "utf8");
}

function facts(reports: readonly Report[]): Markup {
  const newest = [...reports].sort((a, b) => (a.at < b.at ? 1 : -1))[0];
  if (newest === undefined) return html`<p>Nothing has been measured yet: <code>npm run bench</code></p>`;
  const list = (entries: Readonly<Record<string, string | number>>): Markup[] =>
    Object.entries(entries).map(([name, value]) => html`<li><b>${name}</b> ${value}</li>`);
  return html`<h3>Machine</h3><ul class="facts">${list(newest.machine)}</ul>
<h3>Versions</h3><ul class="facts">${list(newest.versions)}</ul>`;
}

function count(reports: readonly Report[], verdict: string): number {
  const ratios = reports.flatMap(({ tables }) => tables.flatMap((table) => table.ratios));
  return ratios.filter((entry) => verdictOf(entry) === verdict).length;
}

export function reportPage(reports: readonly Report[], baseline: Baseline | null): string {
  const plots: Plot[] = [];
  const sections = reports.map((report) => section(report, baseline, plots));
  const links = reports.map(({ bench }) => html`<a href="#${bench}">${bench}</a> `);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Strikewise benches</title><style>${raw(uPlotFile("uPlot.min.css"))}${raw(beside("page.css"))}</style></head><body>
<header><h1>Strikewise benches</h1><button type="button" id="theme">Light or dark</button></header>
<main><p>Strikewise shows live option chains of the Indian derivative markets in a browser. Its speed is measured here from the
packet that leaves the server to the pixel on the screen, always beside others doing the same work in the same run: brokers' libraries,
common servers and grids, the best plain JavaScript, native C.</p>
<p><b>How to read it.</b> Machines differ and are noisy, so goals are ratios within one run wherever they can be: every candidate runs in turn,
round after round, and the ratio is the median over the rounds. Absolute figures (with a unit) belong to this machine.
<span class="verdict met">met</span> the goal is reached; <span class="verdict explained">missed, explained</span> it is not, and the reason was measured;
<span class="verdict missed">missed</span> it is not, and the reason is not known yet; <span class="verdict void">void</span> it was measured in vain, and counts neither way.</p>
<p><b>How to run it.</b> <code>npm ci</code>, then <code>npm ci --prefix bench/peers</code> for what we compare with, then <code>npm run bench</code>
(all), <code>npm run bench -- decode</code> (one), <code>npm run bench:check</code> (against the committed baseline).</p>
<h2>Goals</h2><p>${count(reports, "met")} met, ${count(reports, "explained")} missed and explained, ${count(reports, "missed")} missed, ${count(reports, "void")} void.</p>
${overview(reports)}${facts(reports)}<nav>${links}</nav>${sections}</main>
${jsonScript("plots", plots)}<script>${raw(uPlotFile("uPlot.iife.min.js"))}</script><script>${raw(beside("draw.js"))}</script></body></html>
`.text;
}
