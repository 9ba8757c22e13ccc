/** What teams build instead: each gets ticks as a transferred array and writes the texts that ours writes. */
import { useVirtualizer } from "@tanstack/react-virtual";
import * as ag from "ag-grid-community";
import { memo, useRef, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { wordsOf } from "#src/features/chain/headings.ts";
import { COLUMNS, LOOK, ROW_HEIGHT, ROWS, startValue, type Tick, textOf } from "./columns.ts";
import { feed } from "./feed.ts";

const WIDTH = COLUMNS.length;
const onTick = (take: (cells: Float64Array) => void): void => {
  feed.onmessage = ({ data }: MessageEvent<Tick>) => take(data.cells);
};

/** React rows with memo over a store that tells only the rows that changed. */
export function mountReact(root: HTMLElement): void {
  type Row = readonly number[];
  const rows: Row[] = Array.from({ length: ROWS }, (_, r) => COLUMNS.map((_c, c) => startValue(r, c)));
  const listeners: Set<() => void>[] = rows.map(() => new Set());
  onTick((cells) => {
    const changed = new Map<number, number[]>();
    for (let i = 0; i < cells.length; i += 2) {
      const row = Math.floor(cells[i]! / WIDTH);
      let next = changed.get(row);
      if (next === undefined) changed.set(row, (next = [...rows[row]!]));
      next[cells[i]! % WIDTH] = cells[i + 1]!;
    }
    for (const [row, next] of changed) {
      rows[row] = next;
      for (const listener of listeners[row]!) listener();
    }
  });

  const Cell = memo(function Cell({ row, column, value }: { row: number; column: number; value: number }) {
    return <span className="peer-cell">{textOf(row, column, value)}</span>;
  });
  const RowView = memo(function RowView({ index, top }: { index: number; top: number }) {
    const row = useSyncExternalStore(
      (listener) => {
        listeners[index]!.add(listener);
        return () => listeners[index]!.delete(listener);
      },
      () => rows[index]!,
    );
    return (
      <div className="peer-row" style={{ position: "absolute", top, left: 0, right: 0 }}>
        {row.map((value, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
          <Cell key={column} row={index} column={column} value={value} />
        ))}
      </div>
    );
  });
  function Grid() {
    const scroller = useRef<HTMLDivElement>(null);
    const virtual = useVirtualizer({
      count: ROWS,
      getScrollElement: () => scroller.current,
      estimateSize: () => ROW_HEIGHT,
      overscan: 4,
    });
    return (
      <div ref={scroller} className="peer-scroller">
        <div style={{ position: "relative", height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <RowView key={item.key} index={item.index} top={item.start} />
          ))}
        </div>
      </div>
    );
  }
  createRoot(root).render(<Grid />);
}

/** Text nodes written by hand, no framework at all. */
export function mountText(root: HTMLElement): void {
  const scroller = document.createElement("div");
  scroller.className = "peer-scroller";
  const nodes: Text[] = [];
  for (let r = 0; r < ROWS; r++) {
    const row = document.createElement("div");
    row.className = "peer-row";
    for (let c = 0; c < WIDTH; c++) {
      const cell = document.createElement("span");
      cell.className = "peer-cell";
      const text = document.createTextNode(textOf(r, c, startValue(r, c)));
      cell.append(text);
      row.append(cell);
      nodes.push(text);
    }
    scroller.append(row);
  }
  root.append(scroller);
  onTick((cells) => {
    for (let i = 0; i < cells.length; i += 2) {
      const cell = cells[i]!;
      nodes[cell]!.data = textOf(Math.floor(cell / WIDTH), cell % WIDTH, cells[i + 1]!);
    }
  });
}

/** AG Grid as its documentation says for streams: asynchronous transactions. The market has batched them already, so the grid waits for no more. */
export function mountAgGrid(root: HTMLElement): void {
  interface AgRow {
    id: string;
    v: number[];
  }
  ag.ModuleRegistry.registerModules([ag.AllCommunityModule]);
  const host = document.createElement("div");
  host.style.flex = "1";
  root.append(host);
  const rows: AgRow[] = Array.from({ length: ROWS }, (_, r) => ({
    id: String(r),
    v: COLUMNS.map((_c, c) => startValue(r, c)),
  }));
  const api = ag.createGrid<AgRow>(host, {
    rowData: rows,
    rowHeight: ROW_HEIGHT,
    headerHeight: 46,
    getRowId: ({ data }) => data.id,
    asyncTransactionWaitMillis: 0,
    // Columns wider than the screen are drawn as they come into sight, which is what the grid does by default.
    suppressColumnVirtualisation: LOOK === null,
    animateRows: false,
    defaultColDef: { sortable: false, suppressMovable: true, resizable: false },
    columnDefs: COLUMNS.map((column, c) => ({
      colId: String(c),
      headerName: wordsOf(column).heading,
      flex: 1,
      minWidth: LOOK === null ? 40 : column.width,
      valueGetter: ({ data }) => data?.v[c],
      valueFormatter: ({ data, value }) => textOf(Number(data?.id), c, value as number),
    })),
  });
  onTick((cells) => {
    const changed = new Map<number, AgRow>();
    for (let i = 0; i < cells.length; i += 2) {
      const index = Math.floor(cells[i]! / WIDTH);
      let row = changed.get(index);
      if (row === undefined) changed.set(index, (row = { id: String(index), v: [...rows[index]!.v] }));
      row.v[cells[i]! % WIDTH] = cells[i + 1]!;
    }
    for (const [index, row] of changed) rows[index] = row;
    api.applyTransactionAsync({ update: [...changed.values()] });
  });
}
