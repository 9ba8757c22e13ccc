/** What taps and open strips came to. */
import { distribution, type Goal, median, percentile, type Ratio, type Table } from "../harness.ts";
import type { Costs } from "./frames.ts";
import { goals } from "./goals.ts";
import type { Taps } from "./taps.ts";

export const OURS = "Strikewise";
export const PEER = "plain React";
export const WITH = "with an open strip";
export const WITHOUT = "the chain alone";

const known = (ratios: readonly Ratio[]): Ratio[] => ratios.filter(({ value }) => Number.isFinite(value));

const rowsOf = (all: Readonly<Record<string, readonly number[]>>) =>
  Object.entries(all)
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => distribution(name, values));

export function tapTable(ours: Taps, peer: Taps): Table {
  const ratio = (p: number, values: readonly number[], what: string, bounds: Goal): Ratio => ({
    what: `this machine: a tap until ${what}, p${p * 100}`,
    value: percentile(values, p),
    unit: "ms",
    ...bounds,
  });
  return {
    title: "This machine: from a tap on B or S to the end of the frame that shows it",
    unit: "ms",
    better: "lower",
    rows: rowsOf({
      [`${OURS}: the strip with its trade`]: ours.trade,
      [`${OURS}: with the figures`]: ours.figures,
      [`${PEER}: the strip with its trade and figures`]: peer.figures,
    }),
    ratios: known([
      ratio(0.5, ours.trade, "the strip is painted", goals.tap),
      ratio(0.95, ours.trade, "the strip is painted", {}),
      ratio(0.5, ours.figures, "its figures are", goals.figures),
      ratio(0.95, ours.figures, "its figures are", {}),
      {
        what: `a tap until its figures are painted, p50, ${OURS} / ${PEER}`,
        value: percentile(ours.figures, 0.5) / percentile(peer.figures, 0.5),
      },
    ]),
  };
}

/** @param isHeld a void run has no goals */
export function firstTable(taps: Taps, isHeld: boolean): Table {
  return {
    title: "Slow laptop: the first tap of a first visit",
    unit: "ms",
    better: "lower",
    rows: rowsOf({ "the strip with its trade": taps.trade, "with the figures": taps.figures }),
    ratios: known([
      {
        what: "slow laptop: the first tap until the strip is painted",
        value: median(taps.trade),
        unit: "ms",
        ...(isHeld ? goals.firstTap : {}),
      },
      { what: "slow laptop: the first tap until its figures are", value: median(taps.figures), unit: "ms" },
    ]),
  };
}

export interface BesideStrip {
  readonly alone: Costs;
  readonly open: Costs;
}

const ofBoth = (ours: BesideStrip, peer: BesideStrip, pick: (costs: Costs) => readonly number[]) =>
  rowsOf({
    [`${OURS}, ${WITHOUT}`]: pick(ours.alone),
    [`${OURS}, ${WITH}`]: pick(ours.open),
    [`${PEER}, ${WITHOUT}`]: pick(peer.alone),
    [`${PEER}, ${WITH}`]: pick(peer.open),
  });

/** @param isHeld a void run has no goals */
export function frameTables(where: string, ours: BesideStrip, peer: BesideStrip, isHeld: boolean): Table[] {
  const held = (bounds: Goal): Goal => (isHeld ? bounds : {});
  const isSlow = where === "Slow laptop";
  return [
    {
      title: `${where}: displayed frames while the chain is scrolled`,
      unit: "frames a second",
      better: "higher",
      rows: ofBoth(ours, peer, (costs) => costs.displayed),
      ratios: known([
        {
          what: `${where}: displayed frames while scrolling, ${WITH}`,
          value: median(ours.open.displayed),
          unit: "fps",
          ...held(isSlow ? goals.displayedSlow : goals.displayed),
        },
        {
          what: `${where}: displayed frames, ${WITH} / ${WITHOUT}`,
          value: median(ours.open.displayed) / median(ours.alone.displayed),
          ...held(goals.keptFrames),
        },
      ]),
    },
    {
      title: `${where}: main thread, untouched`,
      unit: "CPU ms a second",
      better: "lower",
      rows: ofBoth(ours, peer, (costs) => costs.still),
      ratios: known([
        {
          what: `${where}: main thread of an open strip, net of the chain`,
          value: median(ours.open.still) - median(ours.alone.still),
          unit: "ms/s",
          ...held(isSlow ? {} : goals.main),
        },
        {
          what: `${where}: main thread of chain and strip, ${OURS} / ${PEER}`,
          value: median(ours.open.still) / median(peer.open.still),
          ...held(isSlow ? {} : goals.mainBesidePeer),
        },
      ]),
    },
    {
      title: `${where}: main thread while the chain is scrolled`,
      unit: "CPU ms a second",
      better: "lower",
      rows: ofBoth(ours, peer, (costs) => costs.scrolled),
      ratios: known([
        {
          what: `${where}: main thread while scrolling, ${WITH} / ${WITHOUT}`,
          value: median(ours.open.scrolled) / median(ours.alone.scrolled),
        },
      ]),
    },
  ];
}
