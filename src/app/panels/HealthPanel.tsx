import { useEffect } from "react";
import { useSnapshot } from "valtio";
import { formatDateTime } from "#domain/format/date.ts";
import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import { live } from "../../live/live-state.ts";
import { useDelay } from "../../shared/delay/use-delay.ts";
import { shell, showPerformance } from "../../shared/shell-state.ts";
import { TEXTS as SHARED } from "../../shared/texts.ts";
import css from "../HealthDot.module.css";
import { TEXTS as SHELL } from "../texts.ts";
import own from "./HealthPanel.module.css";
import { healthWords } from "./health-words.ts";
import { TEXTS as PANELS } from "./texts.ts";

const { health: TEXTS } = PANELS;

const kib = (bytes: number): string =>
  bytes >= 1_048_576
    ? TEXTS.megabytes(formatFixed(bytes / 1_048_576, 1))
    : TEXTS.kilobytes(formatFixed(bytes / 1024, 0));

const feedText = (isSimulated: boolean, isLate: boolean): string => {
  const feed = isSimulated ? TEXTS.simulated : TEXTS.exchange;
  return isLate ? TEXTS.late(feed) : feed;
};

/** A value that is not known yet is said to be so. */
const known = (value: number | null, text: (value: number) => string): string =>
  value === null ? UNKNOWN : text(value);

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
        [TEXTS.connection, TEXTS.states[health.feed === "refused" ? "refused" : health.state]],
        [TEXTS.latency, known(health.latencyMs, (ms) => TEXTS.milliseconds(formatFixed(ms, 1)))],
        [TEXTS.lastMessage, known(health.ageMs, (ms) => TEXTS.ago(formatFixed(ms / 1000, 1)))],
        [TEXTS.marketTime, known(health.marketTime, (time) => TEXTS.inIndia(formatDateTime(time)))],
        [TEXTS.feed, feedText(health.simulated, isLate)],
        [TEXTS.messages, formatFixed(health.messages, 0)],
        [TEXTS.received, kib(health.bytes)],
        [TEXTS.gaps, formatFixed(health.gaps, 0)],
        [TEXTS.reconnects, formatFixed(health.reconnects, 0)],
        [TEXTS.refused, formatFixed(health.refused, 0)],
        [TEXTS.tabsAndViews, `${health.tabs}, ${health.views}`],
        [TEXTS.engine, link.phase === "ready" && link.shared ? TEXTS.shared : TEXTS.ownEngine],
        [TEXTS.decoder, TEXTS.decoders[health.decoder]],
        [TEXTS.storage, TEXTS.storages[health.storage]],
      ]
    : [];
  return (
    <section className={css.panel} id="health-panel" aria-label={SHELL.health.panel}>
      <h2 className={own.title}>{TEXTS.title}</h2>
      <p className={own.words} data-testid="health-words">
        {health === null ? TEXTS.starting : healthWords(health, isLate).join(" ")}
      </p>
      {rows.length === 0 ? null : (
        <details>
          <summary className={own.summary}>{TEXTS.figures}</summary>
          <dl className={own.figures}>
            {rows.map(([name, value]) => (
              <div key={name} style={{ display: "contents" }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <button
        type="button"
        className={own.more}
        aria-keyshortcuts="Control+Alt+P"
        onClick={(event) => {
          // This button goes with its panel: the focus waits where it will be given back.
          event.currentTarget.closest("[data-health]")?.querySelector("button")?.focus();
          shell.healthOpen = false;
          showPerformance(true);
        }}
      >
        {TEXTS.performance}
        <kbd>{SHARED.performanceKeys}</kbd>
      </button>
    </section>
  );
}
