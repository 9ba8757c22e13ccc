import { Suspense, useEffect } from "react";
import { useSnapshot } from "valtio";
import { formatFixed } from "#domain/format/number.ts";
import { optional } from "../components/optional.ts";
import { engine } from "../live/engine-client.ts";
import { live } from "../live/live-state.ts";
import { useDelay } from "../shared/delay/use-delay.ts";
import { shell } from "../shared/shell-state.ts";
import css from "./HealthDot.module.css";

// A user who looks at the connection because it is bad may not be brought the panel's code.
const HealthPanel = optional(
  () => import("./HealthPanel.tsx").then((m) => m.HealthPanel),
  () => (
    <section className={css.panel} id="health-panel" aria-label="Connection health">
      <p>The details could not be loaded. Reload the page when the server can be reached.</p>
    </section>
  ),
);

const latencyText = (ms: number): string => (ms < 1 ? "<1 ms" : `${formatFixed(ms, 0)} ms`);

type Tone = "live" | "late" | "waiting" | "down";

/** The connection in one dot and one word; pressed, it tells the rest. */
export function HealthDot() {
  const { link, health } = useSnapshot(live);
  const { healthOpen } = useSnapshot(shell);
  // Every page says how the connection stands, so every page joins the engine.
  useEffect(() => void engine(), []);
  const isLate = useDelay();
  let tone: Tone = "waiting";
  let text = "Connecting";
  if (link.phase === "failed" || link.phase === "outdated") [tone, text] = ["down", "Not live"];
  else if (health?.feed === "refused") [tone, text] = ["down", "No market data"];
  else if (health?.state === "live" && isLate) [tone, text] = ["late", "Delayed 1 min"];
  else if (health?.state === "live") {
    tone = "live";
    text = health.latencyMs === null ? "Live" : `Live ${latencyText(health.latencyMs)}`;
  } else if (health?.state === "offline") [tone, text] = ["down", "Offline"];
  else if (health?.state === "stale" || health?.state === "backoff") [tone, text] = ["down", "Reconnecting"];
  return (
    <div className={css.wrap} data-health="">
      <button
        type="button"
        className={css.dot}
        data-tone={tone}
        aria-expanded={healthOpen}
        aria-controls="health-panel"
        data-testid="health"
        onClick={() => {
          shell.healthOpen = !shell.healthOpen;
        }}
      >
        <span className={css.mark} aria-hidden="true" />
        <span className={css.text}>{text}</span>
      </button>
      {healthOpen ? (
        <Suspense fallback={null}>
          <HealthPanel />
        </Suspense>
      ) : null}
    </div>
  );
}
