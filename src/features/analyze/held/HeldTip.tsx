import { createPortal } from "react-dom";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import css from "./HeldTip.module.css";
import type { HeldMark } from "./held-marks.ts";
import { usePointedCell } from "./use-pointed-cell.ts";

/** CSS pixels; the narrowest phone has room for it. */
const WIDTH = 248;
const LINE = 18;
const PAD = 8;
const GAP = 4;

interface Props {
  readonly grid: GridPlace;
  /** Of the chain on screen, one a row. */
  readonly strikes: Float64Array;
  /** Of the expiry on screen. */
  readonly marks: readonly HeldMark[];
}

/** Below the cell, or above it where there is no room. The layout is read: only while there is something to say. */
function styleOf(
  { layout, body, rowHeight, scroller }: GridPlace,
  row: number,
  inner: number,
  lines: number,
) {
  const height = lines * LINE + 2 * PAD;
  const top = body.offsetTop + row * rowHeight;
  const hasRoom = top + rowHeight + GAP + height <= scroller.scrollTop + scroller.clientHeight;
  const left = Math.max(
    scroller.scrollLeft + GAP,
    Math.min(layout.edges[inner] ?? 0, scroller.scrollLeft + scroller.clientWidth - WIDTH - GAP),
  );
  return { left, width: WIDTH, top: hasRoom ? top + rowHeight + GAP : top - height - GAP };
}

/** What is marked in a cell, said in full below it, or above where there is no room: under the pointer, and where the keys are (rule POS-8). */
export function HeldTip({ grid, strikes, marks }: Props) {
  const cell = usePointedCell(grid);
  const { columns } = grid.layout;
  const side = cell === null ? undefined : columns[cell.column]?.side;
  const inner =
    side === "call"
      ? columns.findLastIndex((each) => each.side === "call")
      : columns.findIndex((each) => each.side === "put");
  const here =
    cell === null || cell.column !== inner
      ? []
      : marks.filter(({ tag }) => tag.strike === strikes[cell.row] && tag.option === side);
  const count = here.reduce((sum, { lines }) => sum + lines.length, 0);
  return createPortal(
    // What is said of a cell under keys is heard as well: the place is there before the words.
    <div role={cell?.byKey === true ? "status" : undefined} className={css.place}>
      {cell === null || count === 0 ? null : (
        <div className={css.tip} style={styleOf(grid, cell.row, inner, count)} data-testid="held-tip">
          {here.map(({ lines: [first, ...rest] }) => (
            <section key={first}>
              <h2>{first}</h2>
              {rest.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </section>
          ))}
        </div>
      )}
    </div>,
    grid.content,
  );
}
