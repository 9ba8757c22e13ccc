import { formatExpiry } from "#domain/format/date.ts";
import { formatFixed } from "#domain/format/number.ts";
import type { TabFigures } from "#workers/engine/api.ts";
import { kiloText, megaText } from "./EngineFacts.tsx";
import css from "./PerformancePanel.module.css";
import type { Namer } from "./report-json.ts";
import { msText } from "./StageTable.tsx";

interface Props {
  readonly tabs: readonly TabFigures[];
  /** Number of the tab that shows this. */
  readonly own: number;
  readonly nameOf: Namer;
}

export function TabTable({ tabs, own, nameOf }: Props) {
  return (
    <table className={`${css.table} ${css.tabs}`}>
      <caption className="visually-hidden">Tabs of this engine</caption>
      <thead>
        <tr>
          <th scope="col">Tab</th>
          <th scope="col" className={css.frames}>
            Frames/s
          </th>
          <th scope="col" className={css.wide}>
            kB/s
          </th>
          <th
            scope="col"
            className={css.frames}
            title="Frames due while its painter took no more, or replaced before they were painted"
          >
            Dropped
          </th>
          <th scope="col" title="Server to pixel in this tab, ms">
            p50, ms
          </th>
          <th scope="col" title="Server to pixel in this tab, ms">
            p99, ms
          </th>
          <th
            scope="col"
            title="JavaScript heap of its page, as it told when it was last in view; Chromium only"
          >
            Heap, MB
          </th>
        </tr>
      </thead>
      <tbody>
        {tabs.map((tab) => (
          <tr key={tab.id} data-hidden={!tab.visible} data-testid="performance-tab">
            <th scope="row">
              {tab.views
                .map((view) => `${nameOf(view.underlying)} ${formatExpiry(view.expiry)}`)
                .join(", ") || "No chain"}{" "}
              <span className={css.tag}>{tab.id === own ? "this" : tab.visible ? "" : "hidden"}</span>
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
