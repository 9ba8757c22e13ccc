/** What docs/comparison.md shows: a few tables of the benches, said for a reader who has never seen the project. */

export interface Chosen {
  readonly bench: string;
  /** the table's title in its bench */
  readonly table: string;
  /** name of the picture's file */
  readonly id: string;
  readonly title: string;
  /** what was compared, in a sentence or two */
  readonly what: string;
  readonly unit: string;
  readonly better: "higher" | "lower";
  /** the row that is ours, and what the page calls it */
  readonly ours: readonly [row: string, name: string];
  /** rows beside it, by what the page calls them */
  readonly peers: Readonly<Record<string, string>>;
  /** those of them that mark what is possible, and do not do the same work for a trader */
  readonly limits?: readonly string[];
  /** bars as long as the logarithm of their value, where rows differ a hundredfold */
  readonly logarithmic?: true;
}

const grid = (name: string): string => `${name}, 10 Hz`;

export const CHOSEN: readonly Chosen[] = [
  {
    bench: "grid",
    table: "One core, 10 k updates/s: all processes",
    id: "grid-cpu",
    title: "A ticking option chain: processor",
    what: "120 strikes and 20 columns get 10,000 new figures a second; every grid shows what moved ten times a second. Counted is the CPU of all processes of the browser, on one core.",
    unit: "ms of CPU a second",
    better: "lower",
    ours: [grid("Strikewise, painter worker"), "Strikewise"],
    peers: {
      "AG Grid Community": grid("AG Grid"),
      "React, memoised rows": grid("React memo, TanStack Virtual"),
      "text nodes by hand": grid("text nodes by hand"),
    },
  },
  {
    bench: "grid",
    table: "Slow laptop, 10 k updates/s while scrolling: what the reader sees",
    id: "grid-frames",
    title: "The same chain, scrolled on a slow laptop",
    what: "The whole browser has a third of one core. Counted are the frames that reach the screen while the chain ticks and is scrolled.",
    unit: "frames a second",
    better: "higher",
    ours: [grid("Strikewise, painter worker"), "Strikewise"],
    peers: {
      "AG Grid Community": grid("AG Grid"),
      "React, memoised rows": grid("React memo, TanStack Virtual"),
      "text nodes by hand": grid("text nodes by hand"),
    },
  },
  {
    bench: "end-to-end",
    table: "10 Hz",
    id: "freshness",
    title: "How old a figure is when it is seen",
    what: "From the server's timestamp to the painted figure, half of all figures are younger. Strikewise paints ten times a second; the page beside it gets the same chain as JSON over a socket of its own and renders each message at once, with nothing else to do.",
    unit: "ms, median",
    better: "lower",
    ours: ["Strikewise, painter worker", "Strikewise"],
    peers: { "JSON socket, React rows": "JSON socket, React rows" },
  },
  {
    bench: "end-to-end",
    table: "10 Hz, main thread blocked",
    id: "freshness-blocked",
    title: "The same while the page is busy",
    what: "Now the page's main thread is blocked two seconds at a time, as by a heavy chart or an extension.",
    unit: "ms, median",
    better: "lower",
    ours: ["Strikewise, painter worker", "Strikewise"],
    peers: { "JSON socket, React rows": "JSON socket, React rows" },
    logarithmic: true,
  },
  {
    bench: "tabs",
    table: "10 tabs: CPU of all processes",
    id: "tabs-cpu",
    title: "Ten open tabs: processor",
    what: "Ten tabs keep live option chains of five underlyings and paint nothing. Strikewise decodes and solves them once in a shared worker; the others are told finished changes by the server over a socket each, so that the solving is the server's cost and not counted here.",
    unit: "ms of CPU a second",
    better: "lower",
    ours: ["Strikewise's engine, frames kept", "Strikewise"],
    peers: {
      "JSON, a socket a tab": "view deltas as JSON, a socket a tab",
      "binary, a socket a tab": "the engine's frames, a socket a tab",
      "empty pages": "empty page",
    },
    limits: ["empty pages"],
  },
  {
    bench: "fan-out",
    table: "Messages of 205 bytes, 32 a turn, 200 clients",
    id: "relay",
    title: "Passing the market on to 200 clients",
    what: "How many small messages a second of server CPU reaches clients. C is the limit that the operating system sets.",
    unit: "deliveries a second of CPU",
    better: "higher",
    ours: ["our relay", "Strikewise's relay"],
    peers: {
      "ws, a send loop": "ws, a send loop",
      "socket.io": "socket.io",
      "nats-server, websocket": "nats-server, websocket",
      "native C": "native C, coalesced",
    },
    limits: ["native C"],
    logarithmic: true,
  },
  {
    bench: "decode",
    table: "200 full quotes a message, 4096 instruments, copy into the table's memory included",
    id: "decoder",
    title: "From bytes to figures",
    what: "Quotes of 184 bytes become rows of numbers. C with SSE is the limit of this processor.",
    unit: "quotes a second",
    better: "higher",
    ours: ["WASM", "Strikewise"],
    peers: {
      "best JavaScript": "best JavaScript rows",
      "JSON.parse": "JSON.parse",
      "kiteconnect's parser": "kiteconnect parseBinary",
      "native C, SSE": "native C, SSE",
    },
    limits: ["native C, SSE"],
    logarithmic: true,
  },
  {
    bench: "numerics",
    table: "IV and greeks of a chain, 120 strikes, 240 options, rate 0",
    id: "greeks",
    title: "Implied volatilities and greeks of a chain",
    what: "Every price of an expiry of 120 strikes is turned into IV and greeks.",
    unit: "chains a second",
    better: "higher",
    ours: ["WASM kernel", "Strikewise"],
    peers: {
      "best JavaScript": "best JavaScript",
      "plain TypeScript": "our TypeScript twin",
      "native C, textbook": "native C",
      "native C, vectorised": "native C, vectorised",
    },
    limits: ["native C, vectorised"],
  },
  {
    bench: "builder",
    table: "This machine, a strike dragged: main thread",
    id: "drag",
    title: "Dragging a strategy's strike",
    what: "A leg of an iron condor is dragged over the payoff; every move is analysed anew and drawn. Counted is the page's main thread.",
    unit: "ms a second",
    better: "lower",
    ours: ["Strikewise", "Strikewise"],
    peers: { "React and ECharts": "React and ECharts" },
  },
];
