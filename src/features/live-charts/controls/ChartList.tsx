import { ArrowUp, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import controls from "../../../shared/page-controls/Controls.module.css";
import { moved } from "../address.ts";
import { KINDS, type Kind, MOST_KINDS } from "../kinds.ts";
import type { LivePage } from "../live-page.ts";
import { TEXTS } from "../texts.ts";
import css from "./ChartList.module.css";

const { controls: texts, kinds: names } = TEXTS;

/** The charts in their order: each may be moved and left out, others put under them (rule LCHART-5). */
export function ChartList({ page: { search, set } }: { readonly page: Pick<LivePage, "search" | "set"> }) {
  const { charts } = search;
  const list = useRef<HTMLUListElement>(null);
  const [said, setSaid] = useState("");
  const others = KINDS.filter((kind) => !charts.includes(kind));

  const focusOn = (kind: Kind | undefined): void => {
    // The list is drawn anew with the address.
    setTimeout(() => list.current?.querySelector<HTMLElement>(`[data-kind="${kind}"]`)?.focus());
  };
  function leaveOut(kind: Kind): void {
    if (charts.length < 2) return;
    const at = charts.indexOf(kind);
    const next = charts.filter((each) => each !== kind);
    set({ charts: next });
    focusOn(next[Math.min(at, next.length - 1)]);
  }
  function move(kind: Kind, by: -1 | 1): void {
    const next = moved(charts, kind, by);
    set({ charts: next }, "replace");
    setSaid(texts.movedTo(names[kind], next.indexOf(kind) + 1, next.length));
    focusOn(kind);
  }
  function onKey(event: KeyboardEvent, kind: Kind): void {
    const isUp = event.key === "ArrowUp" || event.key === "ArrowLeft";
    const isDown = event.key === "ArrowDown" || event.key === "ArrowRight";
    if (event.key === "Delete" || event.key === "Backspace") leaveOut(kind);
    else if (event.altKey && (isUp || isDown)) move(kind, isUp ? -1 : 1);
    else return;
    event.preventDefault();
  }

  return (
    <div className={css.charts} role="group" aria-label={texts.charts}>
      <ul ref={list} className={css.list} data-testid="live-charts-list">
        {charts.map((kind, at) => (
          <li key={kind} className={css.item}>
            <button
              type="button"
              className={css.name}
              title={texts.hint}
              data-kind={kind}
              onKeyDown={(event) => onKey(event, kind)}
            >
              {names[kind]}
            </button>
            {at === 0 ? null : (
              <button
                type="button"
                className={css.act}
                aria-label={texts.up(names[kind])}
                title={texts.up(names[kind])}
                onClick={() => move(kind, -1)}
              >
                <ArrowUp size={13} strokeWidth={1.75} aria-hidden="true" />
              </button>
            )}
            {charts.length < 2 ? null : (
              <button
                type="button"
                className={css.act}
                aria-label={texts.remove(names[kind])}
                title={texts.remove(names[kind])}
                onClick={() => leaveOut(kind)}
              >
                <X size={13} strokeWidth={1.75} aria-hidden="true" />
              </button>
            )}
          </li>
        ))}
      </ul>
      <select
        className={controls.select}
        aria-label={texts.add}
        value=""
        disabled={charts.length >= MOST_KINDS}
        title={charts.length >= MOST_KINDS ? texts.most : undefined}
        onChange={({ target }) => {
          const kind = others.find((each) => each === target.value);
          if (kind !== undefined) set({ charts: [...charts, kind], pane: null });
        }}
        data-testid="live-add"
      >
        <option value="">{charts.length >= MOST_KINDS ? texts.most : texts.add}</option>
        {others.map((kind) => (
          <option key={kind} value={kind}>
            {names[kind]}
          </option>
        ))}
      </select>
      <span className="visually-hidden" role="status">
        {said}
      </span>
    </div>
  );
}
