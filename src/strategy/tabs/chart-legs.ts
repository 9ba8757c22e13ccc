import { useRef } from "react";
import type { AnalyzerLeg } from "#domain/strategy/analyzer/model.ts";

const isSameOnChart = (a: AnalyzerLeg, b: AnalyzerLeg): boolean =>
  a.id === b.id &&
  a.type === b.type &&
  a.strike === b.strike &&
  a.expiry === b.expiry &&
  a.quantity === b.quantity &&
  a.isSelected === b.isSelected &&
  a.isExpired === b.isExpired;

/** The same list while a chart would draw the same of it: the market's prices, told every second, move no handle. */
export function keptLegs(kept: readonly AnalyzerLeg[], legs: readonly AnalyzerLeg[]): readonly AnalyzerLeg[] {
  return kept.length === legs.length && legs.every((leg, i) => isSameOnChart(leg, kept[i]!)) ? kept : legs;
}

export function useChartLegs(legs: readonly AnalyzerLeg[]): readonly AnalyzerLeg[] {
  const kept = useRef(legs);
  kept.current = keptLegs(kept.current, legs);
  return kept.current;
}
