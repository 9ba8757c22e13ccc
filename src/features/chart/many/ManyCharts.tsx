import { Columns2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { showToast } from "../../../components/toast/toast.ts";
import { pickInstrument } from "../../../shared/instrument-target.ts";
import toolCss from "../../../shared/page-controls/Tools.module.css";
import { useIsNarrow } from "../../../shared/page-controls/use-is-narrow.ts";
import type { ChartSearch } from "../address/address.ts";
import { Controls } from "../controls/Controls.tsx";
import { TEXTS as PAGE } from "../texts.ts";
import type { SetChart } from "../use-chart-address.ts";
import { MOST_CHARTS, writeBeside } from "./beside-address.ts";
import { ChartPane, type HeldChart } from "./ChartPane.tsx";
import { createCursorLink } from "./cursor-link.ts";
import css from "./ManyCharts.module.css";
import { changeOf, type Kept, NOTHING_KEPT, panesOf, searchOf, without } from "./panes.ts";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly Chart: HeldChart;
  readonly search: ChartSearch;
  readonly set: SetChart;
}

let last = 0;

/** Two to four charts on one page, each of its own instrument and bars, with one cursor by time (rule CHART-20). */
export function ManyCharts({ Chart, search, set }: Props) {
  const { panes, tooMany } = panesOf(search);
  const isNarrow = useIsNarrow();
  const [link] = useState(createCursorLink);
  const [chosen, activate] = useState(0);
  const active = chosen < panes.length ? chosen : 0;
  const [kept, keep] = useState<ReadonlyMap<number, Kept>>(new Map());
  /** Of each chart, the same when another is closed. */
  const ids = useRef<number[]>([]);
  while (ids.current.length < panes.length) ids.current.push(++last);
  ids.current.length = panes.length;

  useEffect(() => {
    if (tooMany) showToast(TEXTS.tooMany(MOST_CHARTS), { tone: "warning" });
  }, [tooMany]);

  const keptOf = (at: number): Kept => kept.get(ids.current[at]!) ?? NOTHING_KEPT;
  const setOf =
    (at: number): SetChart =>
    (change, how) => {
      const { address, kept: own } = changeOf(panes, at, change);
      if (own !== null && Object.keys(own).length > 0) {
        const id = ids.current[at]!;
        keep((before) => new Map(before).set(id, { ...(before.get(id) ?? NOTHING_KEPT), ...own }));
      }
      if (Object.keys(address).length > 0) set(address, how);
    };
  const close = (at: number): void => {
    const change = without(panes, at, keptOf(1));
    ids.current.splice(at, 1);
    activate(active > at ? active - 1 : Math.min(active, panes.length - 2));
    set(change);
  };
  const add = (): void =>
    pickInstrument((symbol) => {
      const { interval } = panes[active]!;
      set({ beside: writeBeside([...panes.slice(1), { symbol, interval }]) });
    });
  const shown = panes.map((_, at) => searchOf(search, panes, at, keptOf(at)));
  const another =
    panes.length >= MOST_CHARTS ? null : (
      <button
        type="button"
        className={toolCss.tool}
        aria-label={TEXTS.add}
        title={TEXTS.add}
        onClick={add}
        data-testid="chart-add"
      >
        <Columns2 size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    );
  return (
    <>
      <div className={css.bar}>
        <Controls search={shown[active]!} set={setOf(active)} />
        {isNarrow ? null : another}
      </div>
      {isNarrow ? (
        <div className={css.line}>
          <div className={css.tabs} role="tablist" aria-label={TEXTS.name}>
            {panes.map(({ symbol, interval }, at) => (
              <button
                key={ids.current[at]}
                type="button"
                role="tab"
                className={css.tab}
                aria-selected={at === active}
                onClick={() => activate(at)}
              >
                {`${symbol} ${PAGE.short[interval]}`}
              </button>
            ))}
          </div>
          {another}
        </div>
      ) : null}
      <div className={css.panes} data-count={isNarrow ? 1 : panes.length}>
        {panes.map((_, at) =>
          isNarrow && at !== active ? null : (
            <ChartPane
              Chart={Chart}
              key={ids.current[at]}
              search={shown[at]!}
              set={setOf(at)}
              link={link}
              at={at + 1}
              of={panes.length}
              isAlone={isNarrow}
              isActive={at === active}
              onActivate={() => activate(at)}
              onClose={() => close(at)}
            />
          ),
        )}
      </div>
    </>
  );
}
