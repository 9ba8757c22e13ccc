import { GripVertical } from "lucide-react";
import type { ReactNode } from "react";
import { Button, GridList, GridListItem, useDragAndDrop } from "react-aria-components";
import { moved } from "#domain/chain/view-edits.ts";
import css from "./SettingsPanel.module.css";
import { TEXTS } from "./texts.ts";

interface Item<Id extends string> {
  readonly id: Id;
  readonly name: string;
}

interface Props<Id extends string> {
  readonly label: string;
  readonly items: readonly Item<Id>[];
  readonly onOrder: (ids: readonly Id[]) => void;
  /** What stands in an item's row; its name where that is left out. */
  readonly render?: (item: Item<Id>) => ReactNode;
}

/** A list that is put in order by dragging, or by Enter on a handle and arrow keys. */
export function OrderList<Id extends string>({ label, items, onOrder, render }: Props<Id>) {
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": String(key) })),
    onReorder({ keys, target }) {
      if (target.dropPosition === "on") return;
      const ids = items.map(({ id }) => id);
      const some = new Set(ids.filter((id) => keys.has(id)));
      const at = ids.find((id) => id === target.key);
      if (at !== undefined) onOrder(moved(ids, some, at, target.dropPosition));
    },
  });
  return (
    <GridList aria-label={label} className={css.order ?? ""} dragAndDropHooks={dragAndDropHooks}>
      {items.map((item) => (
        <GridListItem key={item.id} id={item.id} textValue={item.name} className={css.orderItem ?? ""}>
          <Button slot="drag" className={css.handle ?? ""} aria-label={TEXTS.views.drag(item.name)}>
            <GripVertical size={14} strokeWidth={1.5} aria-hidden="true" />
          </Button>
          {render ? render(item) : <span className={css.orderName}>{item.name}</span>}
        </GridListItem>
      ))}
    </GridList>
  );
}
