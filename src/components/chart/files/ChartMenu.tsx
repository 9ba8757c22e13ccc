import { Ellipsis } from "lucide-react";
import { type ComponentType, useState } from "react";
import { loadPart } from "../../load-part.ts";
import { showToast } from "../../toast/toast.ts";
import css from "../Chart.module.css";
import { TEXTS } from "../texts.ts";
import type { ChartFiles } from "./chart-files.ts";

type Menu = ComponentType<{ files(): Promise<ChartFiles> }>;

const load = (): Promise<Menu> => import("./FilesMenu.tsx").then(({ FilesMenu }) => FilesMenu);

/** What can be kept of a chart. Its code comes with the first press. */
export function ChartMenu({ files }: { files(): Promise<ChartFiles> }) {
  const [Menu, setMenu] = useState<Menu | null>(null);
  if (Menu !== null) return <Menu files={files} />;
  const open = (): void =>
    void loadPart(load).then(
      (menu) => setMenu(() => menu),
      () => showToast(TEXTS.missing, { tone: "warning" }),
    );
  return (
    <button
      type="button"
      className={css.button}
      aria-label={TEXTS.menu}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={open}
    >
      <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
    </button>
  );
}
