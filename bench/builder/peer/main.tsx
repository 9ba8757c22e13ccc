/** The plain builder: the target price is React's state, curves are computed while rendering, ECharts is told all of it each time. */
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { chartOption, reach } from "./chart-option.ts";
import { type Analysis, analyse, IRON_CONDOR, WORLD, type World } from "./textbook.ts";

const STEP = 1;
/** Its market moves as often as ours. */
const TICK_MS = 100;
const tick = (world: World): World => ({ ...world, forward: world.forward + Math.random() - 0.5 });
const X_AXIS = { xAxisIndex: 0 };
const query = new URLSearchParams(location.search);
const size = { width: Number(query.get("width") ?? 760), height: Number(query.get("height") ?? 360) };
const rupees = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 2 });

function Chart({ analysis, target }: { readonly analysis: Analysis; readonly target: number }) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<EChart>(null);
  const handle = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const made = window.echarts.init(host.current!);
    chart.current = made;
    return () => made.dispose();
  }, []);
  useLayoutEffect(() => {
    chart.current!.setOption(chartOption(analysis, target));
    handle.current!.style.left = `${chart.current!.convertToPixel(X_AXIS, target)}px`;
    window.probe?.handed();
  }, [analysis, target]);
  return (
    <>
      <div ref={host} className="peer-chart" style={size} />
      <div
        ref={handle}
        className="handle"
        role="slider"
        aria-label="Target price"
        aria-valuenow={target}
        tabIndex={0}
      >
        {plain.format(target)}
      </div>
    </>
  );
}

function Figures({ analysis }: { readonly analysis: Analysis }) {
  const { most, least, breakevens, pnl, legs } = analysis;
  const net = (name: "delta" | "gamma" | "vega" | "theta") => legs.reduce((sum, leg) => sum + leg[name], 0);
  return (
    <>
      <dl>
        <dt>Max profit</dt>
        <dd>{rupees.format(most)}</dd>
        <dt>Max loss</dt>
        <dd>{rupees.format(least)}</dd>
        <dt>Breakevens</dt>
        <dd>{breakevens.map((price) => plain.format(price)).join(", ")}</dd>
        <dt>P&L at target</dt>
        <dd>{rupees.format(pnl)}</dd>
        <dt>Net greeks</dt>
        <dd>
          {(["delta", "gamma", "vega", "theta"] as const).map((name) => plain.format(net(name))).join(" ")}
        </dd>
      </dl>
      <table>
        <tbody>
          {legs.map(({ leg, price, pnl: own, delta }) => (
            <tr key={leg.strike + leg.type}>
              <td>
                {leg.strike} {leg.type}
              </td>
              <td>{leg.quantity}</td>
              <td>{plain.format(price)}</td>
              <td>{rupees.format(own)}</td>
              <td>{plain.format(delta)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Builder() {
  const [target, setTarget] = useState(WORLD.spot);
  const [world, setWorld] = useState(WORLD);
  const analysis = useMemo(() => analyse(IRON_CONDOR, world, target), [world, target]);
  const box = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  useEffect(() => {
    window.isPeerShown = true;
    const ticks = setInterval(() => setWorld(tick), TICK_MS);
    return () => clearInterval(ticks);
  }, []);
  const drag = (event: PointerEvent) => {
    if (!isHeld.current) return;
    const x = event.clientX - box.current!.getBoundingClientRect().left;
    // The axis spans the box but for the margins of the chart's grid.
    const { min, max } = reach(analysis.prices);
    const price = min + ((x - 58) / (size.width - 74)) * (max - min);
    setTarget(Math.min(max, Math.max(min, Math.round(price / STEP) * STEP)));
  };
  return (
    <>
      <div
        ref={box}
        className="box"
        onPointerDown={(event) => {
          isHeld.current = (event.target as HTMLElement).role === "slider";
          if (isHeld.current) event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          isHeld.current = false;
        }}
      >
        <Chart analysis={analysis} target={target} />
      </div>
      <Figures analysis={analysis} />
    </>
  );
}

await new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = "/echarts.min.js";
  script.onload = resolve;
  script.onerror = reject;
  document.head.append(script);
});
createRoot(document.getElementById("root")!).render(<Builder />);
