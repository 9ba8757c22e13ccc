/** The plain builder: what is dragged is React's state, curves are computed while rendering, ECharts is told all of it each time. */
import { type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { chartOption, reach } from "./chart-option.ts";
import { type Analysis, analyseChoices, type Choices, UNTOUCHED, WORLD, type World } from "./textbook.ts";

const PRICE_STEP = 1;
const STRIKE_STEP = 50;
/** CSS pixels that the chart's axes take of its width, and those left of them. */
const AXES = 74;
const LEFT = 58;
const IV_LEAST = -10;
const X_AXIS = { xAxisIndex: 0 };

const query = new URLSearchParams(location.search);
const given = (name: string, otherwise: number): number => Number(query.get(name) ?? otherwise);
const size = { width: given("width", 760), height: given("height", 360) };
const slider = { width: given("slider", 500) };
const dates = given("dates", 60);
const ivs = given("ivs", 60);
const START: World = {
  ...WORLD,
  reach: (((size.width - AXES) / given("strike", 15)) * STRIKE_STEP) / 2 / WORLD.spot,
};
const tick = (world: World): World => ({ ...world, forward: world.forward + Math.random() - 0.5 });

const rupees = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 2 });

interface ChartProps {
  readonly analysis: Analysis;
  readonly choices: Choices;
}

function Chart({ analysis, choices }: ChartProps) {
  const { target, strikes } = choices;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<EChart>(null);
  const handle = useRef<HTMLDivElement>(null);
  const lane = useRef<HTMLDivElement>(null);
  const drawn = useRef(choices);
  useLayoutEffect(() => {
    const made = window.echarts.init(host.current!);
    chart.current = made;
    return () => made.dispose();
  }, []);
  useLayoutEffect(() => {
    // Before ECharts draws, which it does at once; a tick of the market answers no move.
    if (drawn.current !== choices) window.probe?.handed();
    drawn.current = choices;
    const placeOf = (price: number): string => `${chart.current!.convertToPixel(X_AXIS, price)}px`;
    chart.current!.setOption(chartOption(analysis, target));
    handle.current!.style.left = placeOf(target);
    for (const [i, each] of [...lane.current!.children].entries())
      (each as HTMLElement).style.left = placeOf(strikes[i]!);
  }, [analysis, choices, target, strikes]);
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
      <div ref={lane} className="strikes">
        {analysis.legs.map(({ leg }, i) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place
            key={i}
            className="handle"
            role="slider"
            aria-label={`Strike of ${leg.type}`}
            aria-valuenow={leg.strike}
            tabIndex={0}
            data-leg={i}
          >
            {leg.type}
          </div>
        ))}
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
          {legs.map(({ leg, price, pnl: own, delta }, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a leg is its place
            <tr key={i}>
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

/** What a pointer holds: the target price, or a leg by its place. */
type Held = "target" | number | null;

function Builder() {
  const [choices, setChoices] = useState(UNTOUCHED);
  const [world, setWorld] = useState(START);
  const analysis = useMemo(() => analyseChoices(choices, world), [choices, world]);
  const box = useRef<HTMLDivElement>(null);
  const held = useRef<Held>(null);
  useEffect(() => {
    window.isPeerShown = true;
    let ticks: ReturnType<typeof setInterval> | undefined;
    // Its market moves as often as ours does while the same is dragged.
    window.moveMarket = (rate) => {
      clearInterval(ticks);
      ticks = rate > 0 ? setInterval(() => setWorld(tick), 1000 / rate) : undefined;
    };
    window.moveMarket(1);
    const forget = ({ key }: KeyboardEvent) => {
      if (key === "Escape") setChoices(UNTOUCHED);
    };
    window.addEventListener("keydown", forget);
    return () => {
      clearInterval(ticks);
      window.removeEventListener("keydown", forget);
    };
  }, []);
  const change = (next: Partial<Choices>) => setChoices((now) => ({ ...now, ...next }));
  const drag = (event: PointerEvent) => {
    const of = held.current;
    if (of === null) return;
    const x = event.clientX - box.current!.getBoundingClientRect().left;
    // The axis spans the box but for the margins of the chart's grid.
    const { min, max } = reach(analysis.prices);
    const step = of === "target" ? PRICE_STEP : STRIKE_STEP;
    const price = min + ((x - LEFT) / (size.width - AXES)) * (max - min);
    const next = Math.min(max, Math.max(min, Math.round(price / step) * step));
    const { target, strikes } = choices;
    if (next === (of === "target" ? target : strikes[of])) return;
    if (of === "target") change({ target: next });
    else change({ strikes: strikes.map((strike, i) => (i === of ? next : strike)) });
  };
  return (
    <>
      <div
        ref={box}
        className="box"
        onPointerDown={(event) => {
          const { role, dataset } = event.target as HTMLElement;
          if (role !== "slider") return;
          held.current = dataset.leg === undefined ? "target" : Number(dataset.leg);
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null;
        }}
      >
        <Chart analysis={analysis} choices={choices} />
      </div>
      <div data-testid="date-slider">
        <input
          type="range"
          aria-label="Target date"
          style={slider}
          min={0}
          max={dates}
          value={Math.round(choices.gone * dates)}
          onChange={({ target }) => change({ gone: Number(target.value) / dates })}
        />
      </div>
      <div data-testid="iv-slider">
        <input
          type="range"
          aria-label="IV offset"
          style={slider}
          min={IV_LEAST * 2}
          max={IV_LEAST * 2 + ivs}
          value={Math.round(choices.ivOffset * 2)}
          onChange={({ target }) => change({ ivOffset: Number(target.value) / 2 })}
        />
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
