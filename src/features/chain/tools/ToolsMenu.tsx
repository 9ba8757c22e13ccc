import { Copy, Download, Ellipsis } from "lucide-react";
import { Button } from "react-aria-components";
import { istDate } from "#domain/calendar/ist.ts";
import { formatTime } from "#domain/format/date.ts";
import { fieldsOf, type GridTable, gridTable } from "#protocol/frames/grid-table.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { Menu, MenuItem } from "../../../components/menu/Menu.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import { askPainter } from "../../../live/ask-painter.ts";
import { engine } from "../../../live/engine-client.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import css from "./ChainTools.module.css";
import { asCsv, asTabs, type Headings, tableRows } from "./table-text.ts";
import { TEXTS } from "./texts.ts";
import { WEBSITE_FIELDS, websiteTable } from "./website-table.ts";
import { wholeChain } from "./whole-chain.ts";

interface Props {
  readonly grid: GridPlace;
  readonly headings: Headings;
  readonly symbol: string;
  /** YYYY-MM-DD */
  readonly expiry: string;
}

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** The whole chain to the clipboard or into a file (rule CHAIN-39); open, for a press has brought it. */
export function ToolsMenu({ grid, headings, symbol, expiry }: Props) {
  const unknown = (): void => showToast(TEXTS.menu.unknown, { tone: "warning" });
  const save = (rows: string[][], name: string): void =>
    saveFile(new Blob([asCsv(rows)], { type: "text/csv" }), name);

  /** A file is of every strike: its quantities add up to the totals below the grid. */
  const download = async (action: string): Promise<void> => {
    const { layout } = grid;
    const asked = askPainter<GridTable | null>(grid.painter, (port) => ({ type: "table", port }));
    const underlying = (await asked)?.underlying ?? 0;
    const fields = action === "website" ? WEBSITE_FIELDS : fieldsOf(layout);
    const whole = await wholeChain({ underlying, expiry, fields }, (...wanted) =>
      engine().openChain(...wanted),
    );
    if (whole === null) return unknown();
    const table = gridTable(whole, layout);
    if (action === "website") return save(websiteTable(whole), TEXTS.menu.websiteFileName(symbol, expiry));
    const time = formatTime(table.asOf).replaceAll(":", "");
    save(tableRows(table, headings), TEXTS.menu.fileName(symbol, expiry, istDate(table.asOf), time));
  };

  const copy = async (): Promise<void> => {
    const table = await askPainter<GridTable | null>(grid.painter, (port) => ({ type: "table", port }));
    const strikes = table?.columns[0]?.values.length ?? 0;
    if (table === null || strikes === 0) return unknown();
    await navigator.clipboard.writeText(asTabs(tableRows(table, headings))).then(
      () => showToast(TEXTS.menu.copied(strikes)),
      () => showToast(TEXTS.menu.failed, { tone: "warning" }),
    );
  };
  return (
    <Menu
      label={TEXTS.menu.name}
      isOpenAtFirst
      onAction={(action) => void (action === "copy" ? copy() : download(action))}
      trigger={
        <Button className={css.trigger ?? ""} aria-label={TEXTS.menu.name}>
          <Ellipsis {...icon} />
        </Button>
      }
    >
      <MenuItem id="copy" icon={<Copy {...icon} />}>
        {TEXTS.menu.copy}
      </MenuItem>
      <MenuItem id="csv" icon={<Download {...icon} />}>
        {TEXTS.menu.csv}
      </MenuItem>
      <MenuItem id="website" icon={<Download {...icon} />}>
        {TEXTS.menu.website}
      </MenuItem>
    </Menu>
  );
}
