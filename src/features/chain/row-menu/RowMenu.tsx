import { strikeText } from "#domain/format/chain-cells.ts";
import type { OptionType } from "#domain/pricing/black76.ts";
import { MenuItem } from "../../../components/menu/Menu.tsx";
import { MenuAt } from "../../../components/menu/MenuAt.tsx";
import { type MenuRow, useRowEntries } from "./row-entries.ts";
import { TEXTS } from "./texts.ts";
import type { MenuPlace } from "./use-row-menu.ts";

interface Props {
  readonly at: MenuPlace;
  readonly row: MenuRow;
  /** Tells how the cell came to be. */
  readonly onWhy: () => void;
  /** Opens the book of an option of the row. */
  readonly onDepth: (option: OptionType) => void;
  readonly onClose: () => void;
}

/** What can be done with a row. */
export function RowMenu({ at, row, onWhy, onDepth, onClose }: Props) {
  const entries = useRowEntries(row, { onWhy, onDepth });
  return (
    <MenuAt
      label={TEXTS.name(strikeText(row.strike, row.layout))}
      x={at.x}
      y={at.y}
      onAction={(id) => entries.find((entry) => entry.id === id)?.act()}
      onClose={onClose}
    >
      {entries.map(({ id, text, Icon }) => (
        <MenuItem key={id} id={id} icon={<Icon size={16} strokeWidth={1.5} aria-hidden="true" />}>
          {text}
        </MenuItem>
      ))}
    </MenuAt>
  );
}
