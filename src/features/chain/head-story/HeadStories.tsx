import { useCallback, useId, useMemo } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { spokenHeadingOf } from "../headings.ts";
import css from "./HeadStories.module.css";
import { headLines } from "./head-lines.ts";
import { useToldHead } from "./use-told-head.ts";

/** What the headings of the columns tell, by pointer, press and keys; a screen reader has it as their description. */
export function HeadStories({ grid }: { readonly grid: GridPlace }) {
  const { layout } = grid;
  const own = useId();
  const described = useCallback((at: number) => `${own}-${at}`, [own]);
  const [told, close] = useToldHead(grid, css.head ?? "", described);
  const lines = useMemo(() => layout.columns.map((column) => headLines(column, layout)), [layout]);
  const trigger = useMemo(() => ({ current: told }), [told]);
  const at = told === null ? -1 : Number(told.getAttribute("aria-colindex")) - 1;
  const [column, line] = [layout.columns[at], lines[at]];
  return (
    <>
      <div hidden>
        {lines.map(({ says, formula, letters, shown }, i) => (
          <p key={described(i)} id={described(i)}>
            {[says, shown, formula, letters].filter(Boolean).join(" ")}
          </p>
        ))}
      </div>
      {told === null || column === undefined || line === undefined ? null : (
        <TooltipTriggerStateContext value={{ isOpen: true, shouldSkipAnimation: true, open() {}, close }}>
          <Tooltip
            className={css.tip ?? ""}
            triggerRef={trigger}
            placement="bottom"
            offset={6}
            data-testid="head-story"
          >
            <p className={css.name}>{spokenHeadingOf(layout, column)}</p>
            <p>{line.says}</p>
            {line.shown === null ? null : <p>{line.shown}</p>}
            <p className={css.formula}>{line.formula}</p>
            {line.letters === "" ? null : <p>{line.letters}</p>}
          </Tooltip>
        </TooltipTriggerStateContext>
      )}
    </>
  );
}
