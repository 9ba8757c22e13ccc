/** The plain chain: its figures are React's state, the strip below it is computed and drawn again with every tick. */
import { memo, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { type Analysis, analyse, type Leg, WORLD, type World } from "../../builder/peer/textbook.ts";

const ROWS = 120;
const COLUMNS = 20;
const STEP = 50;
/** Ten ticks a second, as our engine sends. */
const TICK_MS = 100;
const LOT = 65;
const SKETCH = { width: 160, height: 48 };
const BUTTONS = [
  ["BUY", "CE"],
  ["SELL", "CE"],
  ["BUY", "PE"],
  ["SELL", "PE"],
] as const;
const rate = Number(new URLSearchParams(location.search).get("rate") ?? 2000);
const rupees = new Intl.NumberFormat("en-IN", { maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

interface Market extends World {
  readonly rows: readonly (readonly number[])[];
}

const begin = (): Market => ({
  ...WORLD,
  rows: Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => Math.random() * 1000)),
});

function tick(market: Market): Market {
  const rows = market.rows.slice();
  for (let n = 0; n < (rate * TICK_MS) / 1000; n += 1) {
    const at = Math.floor(Math.random() * ROWS);
    const row = rows[at] === market.rows[at] ? rows[at]!.slice() : (rows[at] as number[]);
    row[Math.floor(Math.random() * COLUMNS)] = Math.random() * 1000;
    rows[at] = row;
  }
  const move = Math.random() - 0.5;
  return { ...market, spot: market.spot + move, forward: market.forward + move, rows };
}

const strikeOf = (row: number): number => WORLD.spot + STEP * (row - ROWS / 2);

interface RowProps {
  readonly row: number;
  readonly figures: readonly number[];
  readonly isNear: boolean;
  onNear(row: number): void;
  onTrade(row: number, action: "BUY" | "SELL", type: Leg["type"]): void;
}

const Row = memo(({ row, figures, isNear, onNear, onTrade }: RowProps) => (
  <div className="row" onPointerMove={() => onNear(row)}>
    {figures.slice(0, COLUMNS / 2).map((figure, i) => (
      <span key={`call-${String(i)}`}>{plain.format(figure)}</span>
    ))}
    <b>{strikeOf(row)}</b>
    {figures.slice(COLUMNS / 2).map((figure, i) => (
      <span key={`put-${String(i)}`}>{plain.format(figure)}</span>
    ))}
    {isNear ? (
      <div className="buttons">
        {BUTTONS.map(([action, type]) => (
          <button
            key={action + type}
            type="button"
            data-testid={`${action}-${type}`}
            onClick={() => onTrade(row, action, type)}
          >
            {action[0]}
          </button>
        ))}
      </div>
    ) : null}
  </div>
));

function sketch({ prices, expiry, most, least }: Analysis): string {
  const [first, last] = [prices[0]!, prices.at(-1)!];
  const x = (price: number): number => ((price - first) / (last - first)) * SKETCH.width;
  const y = (value: number): number => SKETCH.height * (1 - (value - least) / (most - least || 1));
  return prices.map((price, i) => `${i === 0 ? "M" : "L"}${x(price)},${y(expiry[i]!)}`).join("");
}

function Strip({ legs, market, onClear }: { legs: readonly Leg[]; market: Market; onClear(): void }) {
  const analysis = analyse(legs, market, market.spot);
  const net = (name: "delta" | "gamma" | "vega" | "theta") =>
    analysis.legs.reduce((sum, leg) => sum + leg[name], 0);
  const figures = {
    maxProfit: rupees.format(analysis.most),
    maxLoss: rupees.format(analysis.least),
    breakevens: analysis.breakevens.map((price) => plain.format(price)).join(" · "),
    delta: plain.format(net("delta")),
    theta: plain.format(net("theta")),
    gamma: plain.format(net("gamma")),
    vega: plain.format(net("vega")),
  };
  return (
    <section className="strip" data-testid="chain-strip">
      <ul>
        {legs.map(({ type, strike, quantity, price }) => (
          <li key={strike + type} data-testid="strip-leg">
            {quantity} {strike} {type} {plain.format(price)}
          </li>
        ))}
      </ul>
      <button type="button" data-testid="strip-clear" onClick={onClear}>
        Clear
      </button>
      <svg {...SKETCH} data-testid="strip-sketch" aria-hidden="true">
        <path d={sketch(analysis)} fill="none" stroke="green" />
      </svg>
      <dl>
        {Object.entries(figures).map(([name, text]) => (
          <div key={name} data-testid={`strip-${name}`}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Chain() {
  const [market, setMarket] = useState(begin);
  const [near, setNear] = useState(-1);
  const [legs, setLegs] = useState<readonly Leg[]>([]);
  // The same function at each render, for rows that remember.
  const [trade] = useState(() => (row: number, action: "BUY" | "SELL", type: Leg["type"]) => {
    const quantity = action === "BUY" ? LOT : -LOT;
    setLegs((held) => [...held, { type, strike: strikeOf(row), quantity, iv: 0.13, price: 80 }]);
  });
  useEffect(() => {
    window.isPeerShown = true;
    const ticks = setInterval(() => setMarket(tick), TICK_MS);
    return () => clearInterval(ticks);
  }, []);
  return (
    <>
      <div className="grid" data-testid="chain-grid">
        {market.rows.map((figures, row) => (
          <Row
            key={strikeOf(row)}
            row={row}
            figures={figures}
            isNear={row === near}
            onNear={setNear}
            onTrade={trade}
          />
        ))}
      </div>
      {legs.length === 0 ? null : <Strip legs={legs} market={market} onClear={() => setLegs([])} />}
    </>
  );
}

createRoot(document.getElementById("root")!).render(<Chain />);
