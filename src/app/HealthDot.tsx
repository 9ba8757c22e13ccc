import { Suspense, useEffect } from "react";
import { useSnapshot } from "valtio";
import { formatFixed } from "#domain/format/number.ts";
import { optional } from "../components/optional.ts";
import { engine } from "../live/engine-client.ts";
import { live } from "../live/live-state.ts";
import { useDelay } from "../shared/delay/use-delay.ts";
import { shell } from "../shared/shell-state.ts";
import css from "./HealthDot.module.css";
import { TEXTS as SHELL } from "./texts.ts";

const { health: TEXTS } = SHELL;

// A user who looks at the connection because it is bad may not be brought the panel's code.
const HealthPanel = optional(
  () => import("./panels/HealthPanel.tsx").then((m) => m.HealthPanel),
  () => (
    <section className={css.panel} id="health-panel" aria-label={TEXTS.panel}>
      <p>{TEXTS.panelMissing}</p>
    </section>
  ),
);

const liveText = (ms: number | null): string =>
  ms === null ? TEXTS.live : TEXTS.liveWithin(ms < 1 ? "<1" : formatFixed(ms, 0));

type Tone = "live" | "late" | "waiting" | "down";

/** The connection in one dot and one word; pressed, it tells the rest. */
export function HealthDot() {
  const { link, health } = useSnapshot(live);
  const { healthOpen } = useSnapshot(shell);
  // Every page says how the connection stands, so every page joins the engine.
  useEffect(() => void engine(), []);
  const isLate = useDelay();
  let tone: Tone = "waiting";
  let text: string = TEXTS.connecting;
  if (link.phase === "failed" || link.phase === "outdated") [tone, text] = ["down", TEXTS.notLive];
  else if (health?.feed === "refused") [tone, text] = ["down", TEXTS.noData];
  else if (health?.state === "live" && isLate) [tone, text] = ["late", TEXTS.late];
  else if (health?.state === "live") [tone, text] = ["live", liveText(health.latencyMs)];
  else if (health?.state === "offline") [tone, text] = ["down", TEXTS.offline];
  else if (health?.state === "stale" || health?.state === "backoff")
    [tone, text] = ["down", TEXTS.reconnecting];
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
        <span className={css.text} data-in-picture={TEXTS.connecting}>
          {text}
        </span>
      </button>
      {healthOpen ? (
        <Suspense fallback={null}>
          <HealthPanel />
        </Suspense>
      ) : null}
    </div>
  );
}
