import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { formatDateTime } from "#domain/format/date.ts";
import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import { live } from "../live/live-state.ts";
import { useDelay } from "../shared/delay/use-delay.ts";
import { PERFORMANCE_KEYS, shell, showPerformance } from "../shared/shell-state.ts";
import css from "./HealthDot.module.css";

const kib = (bytes: number): string =>
  bytes >= 1_048_576 ? `${formatFixed(bytes / 1_048_576, 1)} MB` : `${formatFixed(bytes / 1024, 0)} kB`;

const wordOf = (state: string): string => state.charAt(0).toUpperCase() + state.slice(1);

/** What the connection has done since the engine started, once a second. */
export function HealthPanel() {
  const { link, health } = useSnapshot(live);
  const isLate = useDelay();
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (event.key === "Escape") shell.healthOpen = false;
    };
    // A press anywhere else closes it; on the dot itself, the dot does.
    const closeOutside = (event: PointerEvent): void => {
      const inside = event.target instanceof Element && event.target.closest("[data-health]") !== null;
      if (!inside) shell.healthOpen = false;
    };
    window.addEventListener("keydown", close);
    window.addEventListener("pointerdown", closeOutside);
    return () => {
      window.removeEventListener("keydown", close);
      window.removeEventListener("pointerdown", closeOutside);
    };
  }, []);
  const rows: readonly (readonly [string, string])[] = health
    ? [
        ["Connection", wordOf(health.feed === "refused" ? "refused" : health.state)],
        ["Latency", health.latencyMs === null ? UNKNOWN : `${formatFixed(health.latencyMs, 1)} ms`],
        ["Last message", health.ageMs === null ? UNKNOWN : `${formatFixed(health.ageMs / 1000, 1)} s ago`],
        ["Market time", health.marketTime === null ? UNKNOWN : `${formatDateTime(health.marketTime)} IST`],
        ["Feed", `${health.simulated ? "Simulated" : "Exchange"}${isLate ? ", 1 minute late" : ""}`],
        ["Messages", formatFixed(health.messages, 0)],
        ["Received", kib(health.bytes)],
        ["Gaps healed", formatFixed(health.gaps, 0)],
        ["Reconnects", formatFixed(health.reconnects, 0)],
        ["Messages refused", formatFixed(health.refused, 0)],
        ["Tabs, views", `${health.tabs}, ${health.views}`],
        ["Engine", link.phase === "ready" && link.shared ? "Shared by all tabs" : "This tab only"],
        ["Decoder", health.decoder === "wasm" ? "WebAssembly" : "JavaScript"],
        ["Saved market data", health.storage === "ready" ? "On" : "Not available"],
      ]
    : [];
  return (
    <section className={css.panel} id="health-panel" aria-label="Connection health">
      <h2>Connection</h2>
      {rows.length === 0 ? <p>The engine is starting.</p> : null}
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} style={{ display: "contents" }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button
        type="button"
        className={css.more}
        aria-keyshortcuts="Control+Alt+P"
        onClick={(event) => {
          // This button goes with its panel: the focus waits where it will be given back.
          event.currentTarget.closest("[data-health]")?.querySelector("button")?.focus();
          shell.healthOpen = false;
          showPerformance(true);
        }}
      >
        Performance
        <kbd>{PERFORMANCE_KEYS}</kbd>
      </button>
    </section>
  );
}
