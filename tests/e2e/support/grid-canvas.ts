/** A painter and its canvas on an empty page: what a test has it paint, and the pixels that come of it. */
import { CHAIN_FIELDS, type ChainField } from "#domain/chain/fields.ts";
import { layoutChain, quantityUnit } from "#domain/format/chain-columns.ts";
import {
  CHAIN_FIELD_INDEX,
  createFrameBuffer,
  FRAME_DELTA,
  FRAME_FULL,
  HEAD_INDEX,
  HEAD_LENGTH,
  readChainFrame,
} from "#protocol/frames/chain-frame.ts";
import { PAINT_COLOURS, type PaintColour, type PainterEvent } from "#workers/painter/api.ts";
import { createMarks } from "#workers/painter/marks.ts";
import { createPainter } from "#workers/painter/painter.ts";

export type Cell = readonly [row: number, field: ChainField, value: number];

interface Picture {
  /** left edges of the columns by name, physical pixels */
  readonly edges: ReadonlyMap<string, number>;
  readonly width: number;
  /** a pixel each */
  readonly pixels: Uint32Array;
  /** how often the page was told of figures that did not fit */
  readonly told: number;
}

export type Steps = readonly (readonly Cell[])[];

const STRIKES = [24_000, 24_050, 24_100, 24_150];
const ROW_HEIGHT = 34;

const theme = {
  colours: Object.fromEntries(
    PAINT_COLOURS.map((name, i) => [name, name === "paper" ? "#fff" : `hsl(${i * 19} 70% 40%)`]),
  ) as Record<PaintColour, string>,
  fontSize: 13,
  reducedMotion: true,
};

function frame(kind: number, cells: readonly Cell[]): ArrayBuffer {
  const full = kind === FRAME_FULL;
  const buffer = createFrameBuffer(full ? STRIKES.length : 0, cells.length);
  const head = new Float64Array(buffer, 0, HEAD_LENGTH);
  const figures = {
    kind,
    rows: STRIKES.length,
    changed: cells.length,
    forward: 24_060,
    atmRow: 1,
    maxOi: 1e6,
  };
  for (const [name, value] of Object.entries(figures)) head[HEAD_INDEX[name as "kind"]] = value;
  head[HEAD_INDEX.maxPainRow] = 2;
  const view = readChainFrame(buffer);
  if (full) view.strikes.set(STRIKES);
  cells.forEach(([row, field, value], i) => {
    view.values[i] = value;
    view.cells[i] = row * CHAIN_FIELDS.length + CHAIN_FIELD_INDEX[field];
  });
  return buffer;
}

/** Paints the first figures whole and the others as they change, all on one canvas. */
function paint(steps: Steps, devicePixelRatio: number): Picture {
  const layout = layoutChain({
    view: "all",
    width: 800,
    page: 0,
    quantity: quantityUnit(1e6),
    tickSize: 0.05,
    strikeStep: 50,
    isCurrency: false,
    isLastDay: false,
  });
  const width = layout.edges.at(-1)!;
  const canvas = document.createElement("canvas");
  const events: PainterEvent[] = [];
  let pictures: (() => void)[] = [];
  const painter = createPainter(
    {
      emit: (event) => events.push(event),
      requestFrame: (run) => pictures.push(run),
      setTimeout: () => 0,
      now: () => 1_000,
      loadFont: async () => {},
    },
    undefined,
    createMarks,
  );
  const port = {
    onmessage: null as ((event: { data: ArrayBuffer }) => void) | null,
    postMessage() {},
    close() {},
  };
  painter.post({ type: "theme", theme });
  painter.post({
    type: "geometry",
    geometry: {
      width,
      rowHeight: ROW_HEIGHT,
      devicePixelRatio,
      stripRows: STRIKES.length,
      strikes: { left: 0, width: 80 },
    },
  });
  painter.post({ type: "layout", layout });
  painter.post({ type: "slot", slot: 0, canvas });
  painter.post({ type: "assign", strips: [{ slot: 0, strip: 0 }] });
  painter.post({ type: "attach", port: port as unknown as MessagePort });
  steps.forEach((cells, i) => {
    port.onmessage?.({ data: frame(i === 0 ? FRAME_FULL : FRAME_DELTA, cells) });
    const due = pictures;
    pictures = [];
    for (const run of due) run();
  });
  const context = canvas.getContext("2d")!;
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  return {
    edges: new Map(
      layout.columns.map(({ side, id }, i) => [
        `${side}.${id}`,
        Math.round(layout.edges[i]! * devicePixelRatio),
      ]),
    ),
    width: canvas.width,
    pixels: new Uint32Array(data.buffer),
    told: events.filter(({ type }) => type === "widths").length,
  };
}

/** Where what is painted in some steps differs from what is painted in others. */
export interface Difference {
  /** columns with a pixel that differs */
  readonly columns: readonly string[];
  /** pixels that differ, counted from their column's left edge, the nearest to it */
  readonly nearest: number;
  readonly told: number;
}

export function compare(steps: Steps, others: Steps, devicePixelRatio: number): Difference {
  const [a, b] = [paint(steps, devicePixelRatio), paint(others, devicePixelRatio)];
  const columns = new Set<string>();
  const edges = [...a.edges];
  let nearest = Number.POSITIVE_INFINITY;
  for (let i = 0; i < a.pixels.length; i++) {
    if (a.pixels[i] === b.pixels[i]) continue;
    const x = i % a.width;
    const [name, edge] = edges.findLast(([, left]) => left <= x)!;
    columns.add(name);
    nearest = Math.min(nearest, x - edge);
  }
  return { columns: [...columns], nearest, told: b.told };
}
