import { Check, Copy, RotateCcw, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useSnapshot } from "valtio";
import { formatFixed } from "#domain/format/number.ts";
import type { PerformanceReport } from "#workers/engine/api.ts";
import { engine } from "../../live/engine-client.ts";
import { live } from "../../live/live-state.ts";
import { type PerformanceWatch, watchPerformance } from "../../live/watch-performance.ts";
import { shell, showPerformance } from "../../shared/shell-state.ts";
import { TEXTS as SHARED } from "../../shared/texts.ts";
import { Facts } from "./EngineFacts.tsx";
import css from "./PerformancePanel.module.css";
import { type Namer, reportJson } from "./report-json.ts";
import { StageTable } from "./StageTable.tsx";
import { StrategyFacts } from "./StrategyFacts.tsx";
import { TabTable } from "./TabTable.tsx";
import { TEXTS } from "./texts.ts";

const spanText = (ms: number): string =>
  ms < 120_000 ? TEXTS.seconds(formatFixed(ms / 1000, 0)) : TEXTS.minutes(formatFixed(ms / 60_000, 0));

/** Reports of the engine that lives now, and of its successor; measuring ends with the component. */
function useReports(): { report: PerformanceReport | null; reset: () => void } {
  const { phase } = useSnapshot(live).link;
  const [report, setReport] = useState<PerformanceReport | null>(null);
  const watch = useRef<PerformanceWatch | null>(null);
  useEffect(() => {
    if (phase !== "ready") return;
    const started = watchPerformance(setReport);
    watch.current = started;
    return () => {
      started.stop();
      setReport(null);
    };
  }, [phase]);
  return { report, reset: () => watch.current?.reset() };
}

function useNames(): Namer {
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => {
    let isGone = false;
    void engine()
      .ask((api) => api.underlyings())
      .then((outcome) => {
        if (isGone || !outcome.ok) return;
        setNames(new Map(outcome.value.map(({ token, symbol }) => [token, symbol])));
      });
    return () => {
      isGone = true;
    };
  }, []);
  return (underlying) => names.get(underlying) ?? String(underlying);
}

const SAID_MS = 2000;

function CopyButton({ text }: { readonly text: () => string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (): void =>
    void navigator.clipboard.writeText(text()).then(
      () => setSaid(TEXTS.copy.done),
      () => setSaid(TEXTS.copy.failed),
    );
  const Icon = said === TEXTS.copy.done ? Check : Copy;
  return (
    <>
      <button type="button" className={css.action} onClick={copy}>
        <Icon size={14} strokeWidth={1.5} aria-hidden="true" />
        {said === "" ? TEXTS.copy.offer : said}
      </button>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </>
  );
}

/** Takes the focus when it was asked for, not when a reload brought it back, and gives it back when it closes. */
function useFocusHere(): React.RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    const here = panel.current;
    if (shell.performancePanel === "open") here?.focus();
    return () => {
      const isInside = here?.contains(document.activeElement) || document.activeElement === document.body;
      if (isInside && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return panel;
}

/** How fast a figure comes from the server to the pixel, and what the engine and its tabs do: measured while this is open. */
export function PerformancePanel() {
  const { report, reset } = useReports();
  const nameOf = useNames();
  const panel = useFocusHere();
  const json = (): string =>
    report === null
      ? ""
      : reportJson(report, nameOf, {
          build: __BUILD__,
          userAgent: navigator.userAgent,
          tab: engine().tabId(),
        });
  return (
    <section
      ref={panel}
      className={css.panel}
      aria-label={TEXTS.title}
      aria-keyshortcuts="Control+Alt+P"
      tabIndex={-1}
      data-testid="performance-panel"
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        showPerformance(false);
      }}
    >
      <header className={css.head}>
        <h2>{TEXTS.title}</h2>
        <span className={css.since}>
          {report === null ? "" : TEXTS.measuredFor(spanText(report.measuredMs))}
        </span>
        <button type="button" className={css.action} onClick={reset} disabled={report === null}>
          <RotateCcw size={14} strokeWidth={1.5} aria-hidden="true" />
          {TEXTS.reset}
        </button>
        {report === null ? null : <CopyButton text={json} />}
        <button
          type="button"
          className={css.close}
          aria-label={TEXTS.close}
          title={TEXTS.closeByKeys(SHARED.performanceKeys)}
          onClick={() => showPerformance(false)}
        >
          <X size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      </header>
      {report === null ? (
        <p className={css.told}>{TEXTS.starting}</p>
      ) : (
        <>
          <StageTable stages={report.stages} />
          <Facts report={report} />
          <StrategyFacts />
          <TabTable tabs={report.tabs} own={engine().tabId()} nameOf={nameOf} />
        </>
      )}
    </section>
  );
}
