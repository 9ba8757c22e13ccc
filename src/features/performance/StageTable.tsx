import { useState } from "react";
import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import { type PerformanceReport, STAGES, type Stage, type StageFigures } from "#workers/engine/api.ts";
import css from "./PerformancePanel.module.css";
import { TEXTS } from "./texts.ts";

/** What clocks of a worker tell apart; less than that is no figure. */
const RESOLUTION_MS = 0.1;

export function msText(ms: number | null): string {
  if (ms === null) return UNKNOWN;
  return ms < RESOLUTION_MS / 2 ? `<${RESOLUTION_MS}` : formatFixed(ms, 1);
}

/** All stages on one axis, so that their places can be compared as well as their shapes. */
function Shape({ shape }: { readonly shape: StageFigures["shape"] }) {
  const most = Math.max(1, ...shape);
  return (
    <svg
      className={css.shape}
      viewBox={`0 0 ${shape.length} 10`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {[1, 2, 3].map((decade) => (
        <line key={decade} x1={decade * 6} x2={decade * 6} y1="0" y2="10" />
      ))}
      {shape.map((count, bar) => {
        // The root lets the rare slow ones be seen beside the many.
        const height = count === 0 ? 0 : Math.max(0.8, 10 * Math.sqrt(count / most));
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its band
          <rect key={bar} x={bar + 0.1} width="0.8" y={10 - height} height={height} />
        );
      })}
    </svg>
  );
}

export function StageTable({ stages }: { readonly stages: PerformanceReport["stages"] }) {
  const [told, setTold] = useState<Stage | null>(null);
  return (
    <div className={css.stages}>
      <table className={css.table}>
        <caption className="visually-hidden">{TEXTS.stages.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{TEXTS.stages.stage}</th>
            <th scope="col" className={css.axis}>
              <span className="visually-hidden">{TEXTS.stages.distribution}</span>
              <span aria-hidden="true" className={css.decades}>
                {TEXTS.stages.decades.map((decade, i) => (
                  <span key={decade} style={{ left: `${i * 25}%` }}>
                    {decade}
                  </span>
                ))}
              </span>
            </th>
            <th scope="col">{TEXTS.stages.p50}</th>
            <th scope="col">{TEXTS.stages.p99}</th>
            <th scope="col">{TEXTS.stages.max}</th>
          </tr>
        </thead>
        <tbody>
          {STAGES.map((stage) => {
            const { name, meaning } = TEXTS.stages.words[stage];
            const { shape, p50Ms, p99Ms, maxMs } = stages[stage];
            return (
              <tr key={stage} data-stage={stage}>
                <th scope="row">
                  <button
                    type="button"
                    className={css.story}
                    title={meaning}
                    aria-expanded={told === stage}
                    aria-controls="performance-story"
                    onClick={() => setTold(told === stage ? null : stage)}
                  >
                    {name}
                  </button>
                </th>
                <td>
                  <Shape shape={shape} />
                </td>
                <td>{msText(p50Ms)}</td>
                <td>{msText(p99Ms)}</td>
                <td>{msText(maxMs)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={css.meaning} id="performance-story" hidden={told === null}>
        {told === null ? "" : TEXTS.stages.words[told].meaning}
      </p>
    </div>
  );
}
