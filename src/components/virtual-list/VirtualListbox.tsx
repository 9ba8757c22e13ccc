import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useMemo, useRef } from "react";
import { type ListRow, type ListSection, rowsOf } from "./list-rows.ts";
import css from "./VirtualListbox.module.css";

export interface VirtualListboxProps<T> {
  /** of the listbox element; options are `<id>-<place>` */
  readonly id: string;
  readonly label: string;
  readonly sections: readonly ListSection<T>[];
  readonly keyOf: (option: T) => string;
  /** px */
  readonly rowHeight: number;
  readonly headingHeight: number;
  /** place of the option that the keys are on, -1 none: it is kept in sight, and in the document */
  readonly active: number;
  readonly onChoose: (option: T) => void;
  readonly render: (option: T) => ReactNode;
  /** in place of an empty list */
  readonly empty: ReactNode;
  readonly className: string;
}

/**
 * A list of options of which only those in sight are in the document, whatever their number. The field that it belongs to keeps
 * the focus and names the active option (`aria-activedescendant`); keys are the field's.
 */
export function VirtualListbox<T>(props: VirtualListboxProps<T>) {
  const { id, label, sections, keyOf, rowHeight, headingHeight, active, empty, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => rowsOf(sections), [sections]);
  const activeRow = rows.findIndex((row) => row.heading === null && row.place === active);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (i) => (rows[i]?.heading !== null ? headingHeight : rowHeight),
    getItemKey: (i) => keyOfRow(rows[i], keyOf),
    overscan: 4,
    paddingStart: 6,
    paddingEnd: 6,
    scrollPaddingStart: headingHeight,
    rangeExtractor: (range) => {
      const seen = defaultRangeExtractor(range);
      return activeRow < 0 || seen.includes(activeRow) ? seen : [...seen, activeRow].sort((a, b) => a - b);
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning
  useEffect(() => list.scrollToOffset(0), [rows]);
  useEffect(() => {
    if (activeRow >= 0) list.scrollToIndex(activeRow);
  }, [activeRow, list]);

  if (rows.length === 0) {
    return (
      <div ref={box} id={id} role="listbox" aria-label={label} className={className} tabIndex={-1}>
        {empty}
      </div>
    );
  }
  const options = rows.length - sections.filter((section) => section.options.length > 0).length;
  const shown = list.getVirtualItems();
  return (
    <div ref={box} id={id} role="listbox" aria-label={label} className={className} tabIndex={-1}>
      <div className={css.all} role="presentation" style={{ height: list.getTotalSize() }}>
        {sections.map((section, at) => {
          const here = shown.filter(({ index }) => rows[index]?.section === at);
          if (here.length === 0) return null;
          return (
            <div key={section.id} role="group" aria-label={section.title}>
              {here.map(({ index, key, start, size }) => (
                <Line
                  key={key}
                  row={rows[index]!}
                  style={{ transform: `translateY(${start}px)`, height: size }}
                  options={options}
                  {...props}
                />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function keyOfRow<T>(row: ListRow<T> | undefined, keyOf: (option: T) => string): string {
  if (row === undefined) return "";
  return row.heading !== null ? `heading:${row.section}` : `${row.section}:${keyOf(row.option)}`;
}

interface LineProps<T> extends VirtualListboxProps<T> {
  readonly row: ListRow<T>;
  readonly style: { readonly transform: string; readonly height: number };
  readonly options: number;
}

function Line<T>({ row, style, options, id, active, onChoose, render }: LineProps<T>) {
  if (row.heading !== null) {
    return (
      <div className={css.heading} role="presentation" style={style}>
        {row.heading}
      </div>
    );
  }
  const { option, place } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and hears the keys
    <div
      id={`${id}-${place}`}
      role="option"
      aria-selected={place === active}
      aria-posinset={place + 1}
      aria-setsize={options}
      className={css.option}
      style={style}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(option)}
    >
      {render(option)}
    </div>
  );
}
