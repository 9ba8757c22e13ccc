import { useEffect } from "react";
import type { AnalyzerView } from "../analyzer/analyzer.ts";
import { hasTrades } from "../analyzer/request-of.ts";
import { useAnalyzer, useAnalyzerState } from "../analyzer/use-analyzer.tsx";
import { Button } from "../components/button/Button.tsx";
import { showToast } from "../components/toast/toast.ts";
import css from "./Standing.module.css";
import { TEXTS } from "./texts.ts";

const { standing } = TEXTS;

/** Settings that were not kept, and legs of the draft that are gone or have other terms, are told once. */
function useToasts(): void {
  const { settingsFailure, legNotes } = useAnalyzerState();
  useEffect(() => {
    if (settingsFailure !== null) showToast(settingsFailure, { tone: "error" });
  }, [settingsFailure]);
  useEffect(() => {
    const gone = legNotes.filter(({ kind }) => kind === "gone");
    const names = gone.map(({ tradingsymbol }) => tradingsymbol).join(", ");
    if (gone.length > 0) showToast(standing.gone(gone.length, names), { tone: "warning" });
    const changed = legNotes.flatMap((note) => (note.kind === "gone" ? [] : standing.change(note)));
    if (changed.length > 0) showToast(standing.changed(changed.join("; ")), { tone: "warning" });
  }, [legNotes]);
}

/** In which market the figures are that the tab computes itself. */
function figuresAre({ payload, local, market }: Pick<AnalyzerView, "payload" | "local" | "market">): string {
  if (payload === null) return standing.nothing;
  if (local !== "live") return standing.localAnswer;
  return market?.isStale === true ? standing.localStale : standing.local;
}

/** The tab's own worker is gone, and what is shown comes from the server alone. */
function Broken() {
  const analyzer = useAnalyzer();
  return (
    <div className={css.notice} role="status" data-testid="local-broken">
      <span className={css.what}>{standing.broken}</span>
      <Button size="small" onClick={() => analyzer.retry()}>
        {standing.startAgain}
      </Button>
    </div>
  );
}

/** How the analysis stands when something is amiss: what happened, whose figures are shown, and the way on. */
export function Standing() {
  const analyzer = useAnalyzer();
  const view = useAnalyzerState();
  const { instance, payload, payloadSource, server, mayAnalyse, marketRefused, isLocalBroken } = view;
  useToasts();
  const error = instance?.strategySummary.error ?? null;
  const trouble =
    error ??
    (server.state === "away" || server.state === "limited" || server.state === "refused"
      ? server.message
      : null);
  if (mayAnalyse === false) return <p className={css.notice}>{standing.notAllowed}</p>;
  if (trouble === null) {
    if (isLocalBroken && instance !== null && hasTrades(instance)) return <Broken />;
    if (marketRefused === null) return null;
    return (
      <p className={css.notice} role="status">
        {[standing.marketRefused, marketRefused.message].join(" ")}
      </p>
    );
  }
  const isLocal = payload !== null && payloadSource === "local";
  return (
    <div className={css.notice} role="status" data-testid="standing">
      <span className={css.what}>{trouble}</span>
      <span>{isLocal || payload === null ? figuresAre(view) : ""}</span>
      <Button size="small" onClick={() => analyzer.retry()}>
        {standing.retry}
      </Button>
    </div>
  );
}
