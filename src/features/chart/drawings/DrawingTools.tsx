import { Minus, MousePointerClick, MoveUpRight, Slash, Trash2 } from "lucide-react";
import { useSyncExternalStore } from "react";
import { formatFixed } from "#domain/format/number.ts";
import {
  DRAWN_KINDS,
  type DrawnKind,
  type DrawnLine,
  type DrawnPoint,
} from "../../../components/chart/prices/drawn/drawn-lines.ts";
import toolCss from "../../../shared/page-controls/Tools.module.css";
import { barText } from "../extras/bar-text.ts";
import css from "../extras/Extras.module.css";
import type { BoardState } from "./board.ts";
import { drawingFault, drawingsOf, forgetFault, subscribeDrawings } from "./drawing-store.ts";
import { TEXTS } from "./texts.ts";
import type { Drawings } from "./use-drawings.ts";

const ICONS = { level: Minus, trend: Slash, ray: MoveUpRight } as const satisfies Record<DrawnKind, unknown>;
const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

function hintOf({ tool, points, selected }: BoardState, lines: readonly DrawnLine[]): string {
  const { hint, kinds } = TEXTS;
  const line = lines[selected];
  if (tool === null)
    return line !== undefined ? hint.selected(kinds[line.kind]) : lines.length > 0 ? hint.select : hint.none;
  return tool === "level" ? hint.level : points.length === 0 ? hint.first : hint.second;
}

interface Props {
  readonly symbol: string;
  readonly drawings: Drawings;
  readonly decimals: number;
  /** dates alone are said */
  readonly isOfDays: boolean;
  /** the tools are shown */
  readonly hasTools: boolean;
}

/** What draws lines, and takes them away (rule CHART-11); what was drawn is read out without the tools as well. */
export function DrawingTools({ symbol, drawings, decimals, isOfDays, hasTools }: Props) {
  const { board, overlay } = drawings;
  const state = useSyncExternalStore(board.subscribe, () => board.state);
  const lines = useSyncExternalStore(subscribeDrawings, () => drawingsOf(symbol));
  const fault = useSyncExternalStore(subscribeDrawings, drawingFault);
  const pointText = ({ at, price }: DrawnPoint): string =>
    TEXTS.at(barText(at, isOfDays), formatFixed(price, decimals));
  const lineText = ({ kind, points }: DrawnLine): string =>
    TEXTS.line(
      TEXTS.kinds[kind],
      kind === "level" ? formatFixed(points[0]!.price, decimals) : points.map(pointText).join(TEXTS.between),
    );
  const { tool, next, isByKey, selected } = state;
  return (
    <>
      {hasTools ? (
        <div
          className={css.group}
          role="toolbar"
          aria-label={TEXTS.tools}
          data-testid="chart-tools"
          onKeyDown={(event) => {
            if (event.key === "Escape" && board.escape()) event.stopPropagation();
            if ((event.key === "Delete" || event.key === "Backspace") && board.remove())
              event.preventDefault();
          }}
        >
          {DRAWN_KINDS.map((kind) => {
            const Icon = ICONS[kind];
            return (
              <button
                key={kind}
                type="button"
                className={toolCss.tool}
                aria-pressed={tool === kind}
                aria-label={TEXTS.kinds[kind]}
                title={TEXTS.kinds[kind]}
                onClick={() => {
                  board.choose(tool === kind ? null : kind);
                  overlay.focus();
                }}
                data-testid={`draw-${kind}`}
              >
                <Icon {...icon} />
              </button>
            );
          })}
          <button
            type="button"
            className={toolCss.tool}
            aria-label={TEXTS.next}
            title={TEXTS.next}
            disabled={lines.length === 0}
            onClick={() => board.select((selected + 1) % lines.length)}
            data-testid="draw-next"
          >
            <MousePointerClick {...icon} />
          </button>
          <button
            type="button"
            className={toolCss.tool}
            aria-label={TEXTS.remove}
            title={TEXTS.remove}
            disabled={lines[selected] === undefined}
            onClick={() => {
              board.remove();
              overlay.focus();
            }}
            data-testid="draw-remove"
          >
            <Trash2 {...icon} />
          </button>
          <p className={css.said} role="status" data-testid="draw-hint">
            {hintOf(state, lines)}
            {tool === null || next === null ? null : (
              <span aria-hidden={!isByKey || undefined}>{` (${pointText(next)})`}</span>
            )}
            {lines[selected] === undefined ? null : (
              <span className="visually-hidden"> {lineText(lines[selected])}</span>
            )}
            {tool === null ? null : <span className="visually-hidden">. {TEXTS.hint.keys}</span>}
          </p>
        </div>
      ) : null}
      {fault === null ? null : (
        <p className={css.fault} role="alert" data-testid="draw-fault">
          {TEXTS.faults[fault]}
          <button type="button" className={toolCss.tool} onClick={forgetFault}>
            {TEXTS.understood}
          </button>
        </p>
      )}
      {lines.length === 0 ? null : (
        <ul className="visually-hidden" aria-label={TEXTS.list} data-testid="chart-drawings">
          {lines.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
            <li key={i}>{lineText(line)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
