import type { Baseline } from "../lib/baseline.ts";
import { compareWithBaseline, keyOf } from "../lib/baseline.ts";
import { busyWarning } from "../lib/busy.ts";
import { figure, scaled } from "../lib/format.ts";
import type { Held } from "../lib/held.ts";
import type { Measured, Plot, Ratio, Report, Table } from "../lib/types.ts";
import { goalText, reasonOf, type Verdict, verdictOf } from "../lib/verdict.ts";
import { html, type Markup, nothing } from "./markup.ts";
import { plotsOf } from "./plots.ts";

const WORDS: Record<Verdict, string> = {
  met: "met",
  missed: "missed",
  explained: "missed, explained",
  void: "void",
  "no goal": "",
};

function verdict(entry: Ratio): Markup {
  const found = verdictOf(entry);
  if (found === "no goal") return html`<span class="none">no goal</span>`;
  return html`<span class="verdict ${found}">${WORDS[found]}</span>`;
}

/** A row's bar, in proportion to the table's largest value. */
function measuredRow(row: Measured, largest: number, hasP95: boolean): Markup {
  const width = largest > 0 ? Math.max(0.2, (100 * row.median) / largest) : 0;
  return html`<tr><th scope="row">${row.name}</th><td class="number">${scaled(row.median)}</td>
<td class="bar"><div style="width:${width.toFixed(1)}%"></div></td>
<td class="number">${scaled(row.low)} to ${scaled(row.high)}</td>${
    hasP95 ? html`<td class="number">${row.p95 === undefined ? "--" : scaled(row.p95)}</td>` : nothing
  }</tr>`;
}

function measuredTable(table: Table): Markup {
  const { rows, unit, better } = table;
  if (rows.length === 0) return nothing;
  const largest = Math.max(...rows.map(({ median }) => (Number.isFinite(median) ? median : 0)));
  const hasP95 = rows.some(({ p95 }) => p95 !== undefined);
  const p95 = better === "lower" ? "95 % stay below" : "95 % of rounds reach";
  return html`<div class="wide"><table><caption>${unit}; ${
    better === "lower" ? "shorter bars are better" : "longer bars are better"
  }</caption>
<thead><tr><th>What</th><th class="number">Median</th><th></th><th class="number">Range</th>${
    hasP95 ? html`<th class="number">${p95}</th>` : nothing
  }</tr></thead>
<tbody>${rows.map((row) => measuredRow(row, largest, hasP95))}</tbody></table></div>`;
}

function ratioRow(entry: Ratio, baseline: Held | undefined): Markup {
  const reason = reasonOf(entry);
  const why = reason === null ? nothing : html`<p class="why">Why: ${reason}</p>`;
  return html`<tr><th scope="row">${entry.what}${why}</th><td class="number">${figure(entry.value, entry.unit)}</td>
<td>${goalText(entry)}</td><td>${verdict(entry)}</td><td class="number">${
    baseline === undefined ? "" : figure(baseline.value, baseline.unit)
  }</td></tr>`;
}

function ratioTable(report: Report, table: Table, baseline: Baseline | null): Markup {
  if (table.ratios.length === 0) return nothing;
  const rows = table.ratios.map((entry) =>
    ratioRow(entry, baseline?.ratios[keyOf(report.bench, table, entry)]),
  );
  return html`<div class="wide"><table><thead><tr><th>Figure</th><th class="number">This run</th><th>Goal</th><th>Verdict</th>
<th class="number">${baseline === null ? "" : "Baseline"}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** @param plots where the section's pictures are put; the page draws them into the figures by number */
export function section(report: Report, baseline: Baseline | null, plots: Plot[]): Markup {
  const { bench, question, about, compared, tables, notes, quick, at, seconds } = report;
  const parts = tables.map((table) => {
    const figures = plotsOf(table).map((plot) => {
      plots.push(plot);
      return html`<figure><figcaption>${plot.title}</figcaption><div class="plot" data-plot="${plots.length - 1}"></div></figure>`;
    });
    return html`<h3>${table.title}</h3>${measuredTable(table)}${ratioTable(report, table, baseline)}${figures}`;
  });
  const names = Object.entries(compared ?? {}).map(([name, what]) => html`<dt>${name}</dt><dd>${what}</dd>`);
  const moved = baseline === null ? [] : compareWithBaseline(baseline, [report]);
  const warning = busyWarning(report.busy);
  const worse = moved.filter(({ state }) => state === "worse").length;
  return html`<section id="${bench}"><h2>${bench}</h2><p class="question">${question}</p>
${about === undefined ? nothing : html`<p>${about}</p>`}
${names.length === 0 ? nothing : html`<h3>What is compared</h3><dl>${names}</dl>`}
${quick ? html`<p class="warning">Short rounds (--quick): good for seeing that it works, not for quoting.</p>` : nothing}
${warning === null ? nothing : html`<p class="warning">Careful: ${warning}.</p>`}
${worse === 0 ? nothing : html`<p class="warning">${worse} figures are worse than the baseline allows.</p>`}
${parts}
${notes.length === 0 ? nothing : html`<h3>Notes</h3><ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
<p class="rerun">Measured ${at.replace("T", " ").slice(0, 16)} UTC in ${seconds} s. Again: <code>npm run bench -- ${bench}</code></p></section>`;
}

/** All goals of all benches on one screen. */
export function overview(reports: readonly Report[]): Markup {
  const rows = reports.flatMap(({ bench, tables }) =>
    tables.flatMap((table) =>
      table.ratios
        .filter((entry) => verdictOf(entry) !== "no goal")
        .map(
          (
            entry,
          ) => html`<tr><td><a href="#${bench}">${bench}</a></td><td>${entry.what}<br><small>${table.title}</small></td>
<td class="number">${figure(entry.value, entry.unit)}</td><td>${goalText(entry)}</td><td>${verdict(entry)}</td></tr>`,
        ),
    ),
  );
  return html`<div class="wide"><table><thead><tr><th>Bench</th><th>Figure</th><th class="number">This run</th><th>Goal</th><th>Verdict</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}
