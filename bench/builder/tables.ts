/** What the drags came to. */
import { type Calibration, onSlowLaptop } from "../browser/conditions.ts";
import { distribution, type Goal, median, percentile, type Ratio, type Table } from "../harness.ts";
import { DRAGGED, type Dragged } from "./drag.ts";
import type { BothDrags, Drags } from "./drag-run.ts";
import { dragGoal } from "./goals.ts";

export const OURS = "Strikewise";
export const PEER = "React and ECharts";

const SAID: Readonly<Record<Dragged, string>> = {
  target: "the target price dragged",
  strike: "a strike dragged",
  date: "the target date dragged",
  iv: "all IVs dragged",
};

interface Beside {
  readonly ours: Drags;
  readonly peer: Drags;
}

const rowsOf = ({ ours, peer }: Beside, pick: (drags: Drags) => readonly number[]) =>
  [
    [OURS, ours],
    [PEER, peer],
  ]
    .filter(([, drags]) => pick(drags as Drags).length > 0)
    .map(([name, drags]) => distribution(name as string, pick(drags as Drags)));

const known = (ratios: readonly Ratio[]): Ratio[] => ratios.filter(({ value }) => Number.isFinite(value));

function tablesOf(where: string, dragged: Dragged, both: Beside, slow: Calibration | null): Table[] {
  const { ours, peer } = both;
  const isSlow = slow !== null;
  const what = `${where}, ${SAID[dragged]}`;
  const of = (goal: Parameters<typeof dragGoal>[0]): Goal => dragGoal(goal, dragged, isSlow);
  const laptop = onSlowLaptop(slow);
  /** Promised of this machine. */
  const latency = (p: number, goal: Goal): Ratio => ({
    what: `${what}: a move until it is drawn, p${p * 100}`,
    value: percentile(ours.latencies, p),
    unit: "ms",
    ...(isSlow ? laptop : goal),
  });
  return [
    {
      title: `${what}: from a move of the pointer to the end of the frame that draws its answer`,
      unit: "ms",
      better: "lower",
      rows: rowsOf(both, (drags) => drags.latencies),
      ratios: [
        latency(0.5, of("half")),
        latency(0.99, of("slowest")),
        ...known([
          {
            what: `${what}: a move until it is drawn, p50, ${OURS} / ${PEER}`,
            value: percentile(ours.latencies, 0.5) / percentile(peer.latencies, 0.5),
            ...laptop,
          },
        ]),
      ],
    },
    {
      title: `${what}: displayed frames`,
      unit: "frames a second",
      better: "higher",
      rows: [
        ...rowsOf(both, (drags) => drags.frames),
        distribution(`${OURS}: drawings of the chart`, ours.draws),
      ],
      ratios: [
        {
          what: `${what}: displayed frames`,
          value: median(ours.frames),
          ...of(isSlow ? "slowFrames" : "frames"),
          ...laptop,
        },
      ],
    },
    {
      title: `${what}: main thread`,
      unit: "CPU ms a second",
      better: "lower",
      rows: rowsOf(both, (drags) => drags.main),
      ratios: known([
        {
          what: `${what}: main thread, ${OURS} / ${PEER}`,
          value: median(ours.main) / median(peer.main),
          ...of("mainThread"),
          ...laptop,
        },
      ]),
    },
  ];
}

/** @param slow of the slow laptop; null of this machine */
export const dragTables = (where: string, { ours, peer }: BothDrags, slow: Calibration | null): Table[] =>
  DRAGGED.flatMap((dragged) => tablesOf(where, dragged, { ours: ours[dragged], peer: peer[dragged] }, slow));
