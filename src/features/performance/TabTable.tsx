import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { TabFigures } from "#workers/engine/api.ts";
import { kiloText, megaText } from "./EngineFacts.tsx";
import css from "./PerformancePanel.module.css";
import type { Namer } from "./report-json.ts";
import { msText } from "./StageTable.tsx";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly tabs: readonly TabFigures[];
  /** Number of the tab that shows this. */
  readonly own: number;
  readonly nameOf: Namer;
}

export function TabTable({ tabs, own, nameOf }: Props) {
  return (
    <table className={`${css.table} ${css.tabs}`}>
      <caption className="visually-hidden">{TEXTS.tabs.caption}</caption>
      <thead>
        <tr>
          <th scope="col">{TEXTS.tabs.tab}</th>
          <th scope="col" className={css.frames}>
            {TEXTS.tabs.frames}
          </th>
          <th scope="col" className={css.wide}>
            {TEXTS.tabs.kilobytes}
          </th>
          <th scope="col" className={css.frames} title={TEXTS.tabs.droppedStory}>
            {TEXTS.tabs.dropped}
          </th>
          <th scope="col" title={TEXTS.tabs.latencyStory}>
            {TEXTS.tabs.p50}
          </th>
          <th scope="col" title={TEXTS.tabs.latencyStory}>
            {TEXTS.tabs.p99}
          </th>
          <th scope="col" title={TEXTS.tabs.heapStory}>
            {TEXTS.tabs.heap}
          </th>
        </tr>
      </thead>
      <tbody>
        {tabs.map((tab) => (
          <tr key={tab.id} data-hidden={!tab.visible} data-testid="performance-tab">
            <th scope="row">
              {tab.views
                .map((view) => `${nameOf(view.underlying)} ${formatExpiry(view.expiry)}`)
                .join(", ") || TEXTS.tabs.noChain}{" "}
              <span className={css.tag}>
                {tab.id === own ? TEXTS.tabs.own : tab.visible ? "" : TEXTS.tabs.hidden}
              </span>
            </th>
            <td>{formatFixed(tab.framesPerSecond, 1)}</td>
            <td className={css.wide}>{kiloText(tab.bytesPerSecond)}</td>
            <td>{formatFixed(tab.dropped, 0)}</td>
            <td>{msText(tab.total.p50Ms)}</td>
            <td>{msText(tab.total.p99Ms)}</td>
            <td>{megaText(tab.heapBytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
