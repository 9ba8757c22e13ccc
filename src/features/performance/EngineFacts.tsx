import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import type { PerformanceReport } from "#workers/engine/api.ts";
import css from "./PerformancePanel.module.css";

export const kiloText = (bytes: number): string => formatFixed(bytes / 1000, 1);
export const megaText = (bytes: number | null): string =>
  bytes === null ? UNKNOWN : formatFixed(bytes / 1e6, 1);

interface Fact {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

function factsOf({ rates, health, frames, dropped, wasmBytes, heapBytes }: PerformanceReport): Fact[] {
  const whole = (n: number): string => formatFixed(n, 0);
  return [
    { name: "Quotes/s", value: whole(rates.quotes), meaning: "Quote packets received, over the last 5 s." },
    {
      name: "Frames/s",
      value: formatFixed(rates.frames, 1),
      meaning: "Frames posted to painters, all tabs.",
    },
    { name: "Messages/s", value: formatFixed(rates.messages, 1), meaning: "Messages on the one socket." },
    {
      name: "Frames dropped",
      value: `${whole(dropped)} of ${whole(frames + dropped)}`,
      meaning:
        "Due while the painter took no more, or replaced by a newer one before they were painted. Newest figures only: nothing queues.",
    },
    { name: "Received, kB/s", value: kiloText(rates.bytes), meaning: "Bytes of messages, unpacked." },
    { name: "Posted, kB/s", value: kiloText(rates.frameBytes), meaning: "Bytes of frames, to all tabs." },
    {
      name: "Gaps",
      value: whole(health.gaps),
      meaning: "Sequences missed and healed by a fresh snapshot, since the engine started.",
    },
    { name: "Reconnects", value: whole(health.reconnects), meaning: "Since the engine started." },
    { name: "Tabs, views", value: `${health.tabs}, ${health.views}`, meaning: "Served by this engine." },
    { name: "Subscriptions", value: whole(health.subscriptions), meaning: "Asked of the server." },
    {
      name: "Clock offset, ms",
      value: formatFixed(health.clockOffsetMs, 1),
      meaning: "The server's clock less this device's, from the fastest ping of the last 5 minutes.",
    },
    {
      name: "Ping, ms",
      value: health.latencyMs === null ? UNKNOWN : formatFixed(health.latencyMs, 1),
      meaning: "What the newest ping needed beyond the fastest.",
    },
    {
      name: "WebAssembly, MB",
      value: wasmBytes === null ? UNKNOWN : megaText(wasmBytes),
      meaning:
        wasmBytes === null
          ? "JavaScript decodes here."
          : "Memory of the decoder: fixed, room for 65,536 rows.",
    },
    {
      name: "Engine heap, MB",
      value: heapBytes === null ? "n/a" : megaText(heapBytes),
      meaning:
        heapBytes === null
          ? "This browser tells a worker nothing of its heap."
          : "JavaScript heap of the engine's worker.",
    },
  ];
}

export function Facts({ report }: { readonly report: PerformanceReport }) {
  return (
    <dl className={css.facts} aria-label="Engine">
      {factsOf(report).map(({ name, value, meaning }) => (
        <div key={name} title={meaning}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
