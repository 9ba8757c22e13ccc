import { Ellipsis } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { strikeText } from "#domain/format/chain-cells.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { StoryLines } from "../../../shared/provenance/StoryLines.tsx";
import type { ChainChoice } from "../shown-chain.ts";
import css from "./CellStoryPanel.module.css";
import { titleOf, toldStory, valueText } from "./story-lines.ts";
import { TEXTS } from "./texts.ts";
import type { AskedCell } from "./use-asked-cell.ts";
import { useCellStory } from "./use-cell-story.ts";

interface Props {
  readonly grid: GridPlace;
  readonly choice: ChainChoice;
  readonly asked: AskedCell;
  /** Opens the menu of the row at a point of the window, CSS pixels. */
  readonly onMore: (x: number, y: number) => void;
  readonly onClose: () => void;
}

/** To the cell, and to the edge of the screen, px. */
const GAP = 4;
const EDGE = 8;

/** Under the cell, over it where there is no room, and always on the screen. */
function placeBeside(
  panel: HTMLElement,
  { body, layout, rowHeight }: GridPlace,
  { row, column }: AskedCell,
): void {
  const at = layout.columns.findIndex(({ id, side }) => id === column.id && side === column.side);
  const box = body.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth: width, offsetHeight: height } = panel;
  const top = box.top + row * rowHeight;
  const under = top + rowHeight + GAP;
  const y = under + height + EDGE <= clientHeight ? under : top - GAP - height;
  const x = box.left + (layout.edges[Math.max(0, at)] ?? 0);
  panel.style.left = `${Math.max(EDGE, Math.min(x, clientWidth - width - EDGE))}px`;
  panel.style.top = `${Math.max(EDGE, Math.min(y, clientHeight - height - EDGE))}px`;
}

/** How a cell came to be, beside it. Asked by a key it takes the focus, and gives it back to the cell. */
export function CellStoryPanel({ grid, choice, asked, onMore, onClose }: Props) {
  const { column, strike, byKey } = asked;
  const { layout, content, body } = grid;
  const [panel, setPanel] = useState<HTMLElement | null>(null);
  const lines = useId();
  const { story, refused } = useCellStory({ ...choice, strike, field: column.field });
  const closing = useRef(onClose);
  closing.current = onClose;

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is told gives it its height
  useLayoutEffect(() => {
    if (panel !== null) placeBeside(panel, grid, asked);
  }, [panel, grid, asked, story === null, refused]);

  useEffect(() => {
    if (byKey) panel?.focus({ preventScroll: true });
  }, [panel, byKey]);

  useEffect(() => {
    // A press on another cell asks for that one's.
    const down = ({ target }: PointerEvent): void => {
      const isHere = target instanceof Node && (body.contains(target) || panel?.contains(target) === true);
      if (!isHere) closing.current();
    };
    document.addEventListener("pointerdown", down);
    return () => document.removeEventListener("pointerdown", down);
  }, [panel, body]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const isEnd = event.key === "Escape" || (event.key === "Enter" && event.target === event.currentTarget);
    if (!isEnd) return;
    event.preventDefault();
    event.stopPropagation();
    content.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
    onClose();
  };

  if (story === null && refused === null) return null;
  const cell = { column, strike, layout };
  const title = titleOf(cell);
  return createPortal(
    <section
      ref={setPanel}
      className={css.panel}
      role="dialog"
      aria-label={title}
      aria-describedby={lines}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      data-testid="cell-story"
    >
      <button
        type="button"
        className={css.more}
        aria-label={TEXTS.more(strikeText(strike, layout))}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, bottom } = currentTarget.getBoundingClientRect();
          onMore(left, bottom);
        }}
      >
        <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
      <div id={lines}>
        {story === null ? null : (
          <StoryLines
            name={TEXTS.valued(title, valueText(cell, story))}
            story={() => toldStory(cell, story)}
          />
        )}
        {refused === null ? null : <p className={css.refused}>{refused}</p>}
      </div>
    </section>,
    document.body,
  );
}
