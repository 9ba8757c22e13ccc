import { Ellipsis, FileText, Image, Table2 } from "lucide-react";
import { useState } from "react";
import { Button } from "react-aria-components";
import { saveFile } from "../../../browser/save-file.ts";
import { loadPart } from "../../load-part.ts";
import { Menu, MenuItem } from "../../menu/Menu.tsx";
import { showToast } from "../../toast/toast.ts";
import css from "../Chart.module.css";
import { TEXTS } from "../texts.ts";
import { type ChartFiles, csvOf, fileName } from "./chart-files.ts";
import { FiguresTable } from "./FiguresTable.tsx";
import { pictureOf } from "./picture.ts";

const icon = { size: 16, strokeWidth: 1.5, "aria-hidden": true } as const;
/** Without it a table program takes the file for one of its own old encodings, and "₹" for three letters. */
const BYTE_ORDER_MARK = "\uFEFF";

function saveCsv(files: ChartFiles): void {
  const text = BYTE_ORDER_MARK + csvOf(files, TEXTS.columns.source);
  saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), fileName(files.source, "csv"));
}

async function savePicture(files: ChartFiles): Promise<void> {
  const picture = await pictureOf(files);
  if (picture === null) showToast(TEXTS.noPicture, { tone: "warning" });
  else saveFile(picture, fileName(files.source, "png"));
}

/** What can be kept of a chart; open, for a press has brought it. */
export function FilesMenu({ files }: { files(): Promise<ChartFiles> }) {
  const [table, setTable] = useState<ChartFiles | null>(null);
  const actions: Readonly<Record<string, (files: ChartFiles) => void>> = {
    table: setTable,
    csv: saveCsv,
    png: (made) => void savePicture(made),
  };
  const act = (action: string): void =>
    void loadPart(files).then(
      (made) => actions[action]?.(made),
      () => showToast(TEXTS.missing, { tone: "warning" }),
    );
  return (
    <>
      <Menu
        label={TEXTS.menu}
        isOpenAtFirst
        onAction={act}
        trigger={
          <Button className={css.button ?? ""} aria-label={TEXTS.menu}>
            <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        }
      >
        <MenuItem id="table" icon={<Table2 {...icon} />}>
          {TEXTS.table}
        </MenuItem>
        <MenuItem id="csv" icon={<FileText {...icon} />}>
          {TEXTS.csv}
        </MenuItem>
        <MenuItem id="png" icon={<Image {...icon} />}>
          {TEXTS.png}
        </MenuItem>
      </Menu>
      {table === null ? null : <FiguresTable files={table} onClose={() => setTable(null)} />}
    </>
  );
}
