import { X } from "lucide-react";
import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { useSnapshot } from "valtio";
import type { ChainSettings } from "#domain/chain/settings.ts";
import { Columns } from "./Columns.tsx";
import { Figures } from "./Figures.tsx";
import { shownSettings } from "./page-settings.ts";
import css from "./SettingsPanel.module.css";
import { TEXTS } from "./texts.ts";
import { Views } from "./Views.tsx";

interface Props {
  readonly trigger: RefObject<HTMLElement | null>;
  /** id of the view on screen, whose columns are chosen here */
  readonly view: string;
  readonly onView: (view: string) => void;
  readonly onClose: () => void;
}

/** Views, their columns, and how figures are written: every change shows in the grid beside it at once. */
export function SettingsPanel({ trigger, view, onView, onClose }: Props) {
  const shown = useSnapshot(shownSettings);
  const settings = shown.settings as ChainSettings;
  return (
    <Popover
      className={css.popover ?? ""}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="bottom end"
      offset={6}
    >
      <Dialog className={css.dialog ?? ""} aria-label={TEXTS.name} data-testid="chain-settings-panel">
        <header className={css.head}>
          <h2 className={css.title}>{TEXTS.name}</h2>
          <button type="button" className={css.icon} aria-label={TEXTS.close} onClick={onClose}>
            <X size={16} strokeWidth={1.5} aria-hidden="true" />
          </button>
        </header>
        <Views settings={settings} view={view} onView={onView} />
        <Columns settings={settings} view={view} />
        <Figures settings={settings} />
        <p className={css.kept} data-where={shown.where} role="status">
          {TEXTS.where[shown.where]}
        </p>
      </Dialog>
    </Popover>
  );
}
