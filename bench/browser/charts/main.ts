/** Lines of 100,000 points that grow twenty times a second. `?impl=empty|plain|ours|unseen`; `&lines=6`: by the chart family and its peers */
import "uplot/dist/uPlot.min.css";
import uPlot from "uplot";
import "#src/components/theme/tokens.css";
import { createLiveChart } from "#src/components/chart/live-chart.ts";
import { grow, noteFirst } from "./growing-page.ts";
import { startSix } from "./six.ts";

const POINTS = 100_000;
const EVERY_MS = 50;
const WIDTH = 1200;

const query = new URLSearchParams(location.search);
const impl = query.get("impl") ?? "empty";
const options: uPlot.Options = {
  width: WIDTH,
  height: 500,
  ms: 1,
  legend: { show: false },
  axes: [{}, {}],
  series: [{}, { stroke: "#2563eb", width: 1 }],
};

let y = 24_000;
let x = 1.7e12;
function next(): void {
  x += EVERY_MS;
  y += Math.sin(x / 7e5) * 0.3 + Math.sin(x * 12.9898) * 2;
}

/** The day so far, and how it goes on. */
function growing(): { readonly xs: number[]; readonly ys: number[]; readonly append: () => void } {
  const xs: number[] = [];
  const ys: number[] = [];
  const append = (): void => {
    next();
    xs.push(x);
    ys.push(y);
  };
  for (let i = 0; i < POINTS; i++) append();
  return { xs, ys, append };
}

function plain(host: HTMLElement): () => void {
  const { xs, ys, append } = growing();
  const chart = new uPlot(options, [xs, ys], host);
  return () => {
    append();
    chart.setData([xs, ys]);
  };
}

function ours(host: HTMLElement): () => void {
  const { xs, ys, append } = growing();
  const chart = createLiveChart(host, options);
  chart.show(xs, ys);
  return () => {
    append();
    chart.show(xs, ys);
  };
}

function placeOf(name: string): HTMLElement {
  const host = document.getElementById(name === "unseen" ? "below" : "host");
  if (host === null) throw new Error("no place for the chart");
  return host;
}

if (query.get("lines") === "6") {
  void startSix(impl, placeOf(impl));
} else if (impl === "empty") grow(next);
else {
  const host = placeOf(impl);
  const startedAt = performance.now();
  const append = impl === "plain" ? plain(host) : ours(host);
  void noteFirst(startedAt).then(() => grow(append));
}
