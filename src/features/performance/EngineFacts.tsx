import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import type { PerformanceReport } from "#workers/engine/api.ts";
import css from "./PerformancePanel.module.css";
import { TEXTS } from "./texts.ts";

export const kiloText = (bytes: number): string => formatFixed(bytes / 1000, 1);
export const megaText = (bytes: number | null): string =>
  bytes === null ? UNKNOWN : formatFixed(bytes / 1e6, 1);

export interface Fact {
  readonly name: string;
  readonly meaning: string;
  readonly value: string;
}

function factsOf({ rates, health, frames, dropped, wasmBytes, heapBytes }: PerformanceReport): Fact[] {
  const { facts } = TEXTS;
  const whole = (n: number): string => formatFixed(n, 0);
  return [
    { ...facts.quotes, value: whole(rates.quotes) },
    { ...facts.frames, value: formatFixed(rates.frames, 1) },
    { ...facts.messages, value: formatFixed(rates.messages, 1) },
    { ...facts.dropped, value: facts.droppedOf(whole(dropped), whole(frames + dropped)) },
    { ...facts.received, value: kiloText(rates.bytes) },
    { ...facts.posted, value: kiloText(rates.frameBytes) },
    {
      ...facts.slowCalls,
      value: health.slowCalls === null ? "0" : facts.slowOf(health.slowCalls),
    },
    { ...facts.gaps, value: whole(health.gaps) },
    { ...facts.reconnects, value: whole(health.reconnects) },
    { ...facts.tabs, value: `${health.tabs}, ${health.views}` },
    { ...facts.subscriptions, value: whole(health.subscriptions) },
    { ...facts.clockOffset, value: formatFixed(health.clockOffsetMs, 1) },
    { ...facts.ping, value: health.latencyMs === null ? UNKNOWN : formatFixed(health.latencyMs, 1) },
    { ...(wasmBytes === null ? facts.noWasm : facts.wasm), value: megaText(wasmBytes) },
    heapBytes === null
      ? { ...facts.noHeap, value: facts.notToBeHad }
      : { ...facts.heap, value: megaText(heapBytes) },
  ];
}

export function FactList({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <dl className={css.facts} aria-label={title}>
      {facts.map(({ name, value, meaning }) => (
        <div key={name} title={meaning}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Facts({ report }: { readonly report: PerformanceReport }) {
  return <FactList title={TEXTS.facts.title} facts={factsOf(report)} />;
}
