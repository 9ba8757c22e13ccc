import { Columns2, Copy, Download, Ellipsis, ExternalLink, PanelTop } from "lucide-react";
import { Button } from "react-aria-components";
import { useSnapshot } from "valtio";
import { istDate } from "#domain/calendar/ist.ts";
import { formatTime } from "#domain/format/date.ts";
import { fieldsOf, type GridTable, gridTable } from "#protocol/frames/grid-table.ts";
import { saveFile } from "../../../browser/save-file.ts";
import { Menu, MenuItem } from "../../../components/menu/Menu.tsx";
import { showToast } from "../../../components/toast/toast.ts";
import { askPainter } from "../../../live/ask-painter.ts";
import { engine } from "../../../live/engine-client.ts";
import type { GridPlace } from "../../../shared/beside-chain.ts";
import { popOut } from "../many/pop-out.ts";
import css from "./ChainTools.module.css";
import { setTabTitle, tabTitle } from "./tab-title.ts";
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
  /** As the address has it. */
  readonly view: string | undefined;
  /** Picks another chain to stand beside this one. */
  readonly onBeside: (() => void) | undefined;
}

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;

/** The whole chain to the clipboard or into a file (rule CHAIN-39), and where else it can be; open, for a press has brought it. */
export function ToolsMenu({ grid, headings, symbol, expiry, view, onBeside }: Props) {
  const { isPriced } = useSnapshot(tabTitle);
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
  const act = (action: string): void => {
    if (action === "beside") onBeside?.();
    else if (action === "title") setTabTitle(!isPriced);
    else if (action === "copy") void copy();
    else if (action !== "pop") void download(action);
    else if (!popOut({ tradingsymbol: symbol, expiry, ...(view && { view }) }))
      showToast(TEXTS.menu.popBlocked, { tone: "warning" });
  };
  return (
    <Menu
      label={TEXTS.menu.name}
      isOpenAtFirst
      onAction={act}
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
      {onBeside ? (
        <MenuItem id="beside" icon={<Columns2 {...icon} />}>
          {TEXTS.menu.beside}
        </MenuItem>
      ) : null}
      <MenuItem id="pop" icon={<ExternalLink {...icon} />}>
        {TEXTS.menu.pop}
      </MenuItem>
      <MenuItem id="title" icon={<PanelTop {...icon} />}>
        {isPriced ? TEXTS.menu.titleOff : TEXTS.menu.titleOn}
      </MenuItem>
    </Menu>
  );
}
