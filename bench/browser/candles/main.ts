/**
 * A hundred thousand candles that grow. `?impl=empty|line|ours|copied|lightweight|echarts`; `&view=half`: the newer half of them is in
 * view, and one comes each second, as in a live market, in place of twenty.
 */
import "uplot/dist/uPlot.min.css";
import "#src/components/theme/tokens.css";
import { grow, noteFirst } from "../charts/growing-page.ts";
import { loadPeer } from "../charts/peers.ts";
import { growingBars } from "./bars.ts";
import { type Drawing, isHalf } from "./drawing.ts";
import { drawOurs } from "./ours.tsx";
import { drawEcharts, drawLightweight, drawLine } from "./peers.ts";

const DRAWINGS: Readonly<Record<string, Drawing>> = {
  empty: () => ({ append: () => {} }),
  line: drawLine,
  ours: drawOurs(false),
  copied: drawOurs(true),
  lightweight: drawLightweight,
  echarts: drawEcharts,
};

const impl = new URLSearchParams(location.search).get("impl") ?? "empty";
if (impl === "echarts") await loadPeer("echarts");
if (impl === "lightweight") await loadPeer("lightweight-charts");
const bars = growingBars();
const startedAt = performance.now();
const { drawn, append } = DRAWINGS[impl]!(document.getElementById("host")!, bars);
await noteFirst(startedAt, drawn);
grow(
  () => {
    bars.append();
    append();
  },
  isHalf ? 1000 : 50,
);
