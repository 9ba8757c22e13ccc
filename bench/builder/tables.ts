/** What the drags came to. */
import { distribution, type Goal, median, percentile, type Ratio, type Table } from "../harness.ts";
import type { BothDrags, Drags } from "./drag-run.ts";
import { goals } from "./goals.ts";

export const OURS = "Strikewise";
export const PEER = "React and ECharts";

const rowsOf = ({ ours, peer }: BothDrags, pick: (drags: Drags) => readonly number[]) =>
  [
    [OURS, ours],
    [PEER, peer],
  ]
    .filter(([, drags]) => pick(drags as Drags).length > 0)
    .map(([name, drags]) => distribution(name as string, pick(drags as Drags)));

const known = (ratios: readonly Ratio[]): Ratio[] => ratios.filter(({ value }) => Number.isFinite(value));

/** @param isHeld the goals of this condition are: a void run has none */
export function dragTables(where: string, both: BothDrags, isSlow: boolean, isHeld: boolean): Table[] {
  const { ours, peer } = both;
  const held = (bounds: Goal, of: boolean): Goal => (of && isHeld ? bounds : {});
  const latency = (p: number, bounds: Goal): Ratio => ({
    what: `${where}: a move until it is drawn, p${p * 100}`,
    value: percentile(ours.latencies, p),
    unit: "ms",
    ...held(bounds, !isSlow),
  });
  return [
    {
      title: `${where}: from a move of the pointer to the end of the frame that draws its answer`,
      unit: "ms",
      better: "lower",
      rows: rowsOf(both, (drags) => drags.latencies),
      ratios: [
        latency(0.5, goals.half),
        latency(0.99, goals.slowest),
        ...known([
          {
            what: `${where}: a move until it is drawn, p50, ${OURS} / ${PEER}`,
            value: percentile(ours.latencies, 0.5) / percentile(peer.latencies, 0.5),
          },
        ]),
      ],
    },
    {
      title: `${where}: animation frames while dragging`,
      unit: "frames a second",
      better: "higher",
      rows: [
        ...rowsOf(both, (drags) => drags.frames),
        distribution(`${OURS}: drawings of the chart`, ours.draws),
      ],
      ratios: [
        {
          what: `${where}: animation frames while dragging`,
          value: median(ours.frames),
          unit: "fps",
          ...held(isSlow ? goals.slowFrames : goals.frames, true),
        },
      ],
    },
    {
      title: `${where}: main thread while dragging`,
      unit: "CPU ms a second",
      better: "lower",
      rows: rowsOf(both, (drags) => drags.main),
      ratios: known([
        {
          what: `${where}: main thread while dragging, ${OURS} / ${PEER}`,
          value: median(ours.main) / median(peer.main),
          ...held(goals.mainThread, !isSlow),
        },
      ]),
    },
  ];
}
