import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useRef } from "react";
import css from "./VirtualRows.module.css";

interface Props<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string;
  /** px */
  readonly rowHeight: number;
  readonly render: (row: T) => ReactNode;
  readonly className: string;
}

/** A list of rows with controls in them, of which only those in sight are in the document. */
export function VirtualRows<T>({ label, rows, keyOf, rowHeight, render, className }: Props<T>) {
  const box = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (i) => keyOf(rows[i]!),
    overscan: 3,
  });
  return (
    <div ref={box} className={className}>
      <ul className={css.all} aria-label={label} style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, key, start, size }) => (
          <li
            key={key}
            className={css.row}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            style={{ transform: `translateY(${start}px)`, height: size }}
          >
            {render(rows[index]!)}
          </li>
        ))}
      </ul>
    </div>
  );
}
