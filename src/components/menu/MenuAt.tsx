import { type ReactNode, useState } from "react";
import { Menu as AriaMenu, Popover } from "react-aria-components";
import css from "./Menu.module.css";

interface Props {
  readonly label: string;
  /** Where it opens, CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
  readonly onAction: (id: string) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A menu of what lies at a point, open as long as it is there; the focus goes back to where it was. */
export function MenuAt({ label, x, y, onAction, onClose, children }: Props) {
  const [place, setPlace] = useState<HTMLElement | null>(null);
  return (
    <>
      <span ref={setPlace} className={css.point} style={{ left: x, top: y }} />
      {place === null ? null : (
        <Popover
          className={css.popover ?? ""}
          triggerRef={{ current: place }}
          isOpen
          onOpenChange={(isOpen) => {
            if (!isOpen) onClose();
          }}
          placement="bottom start"
        >
          <AriaMenu
            className={css.menu ?? ""}
            aria-label={label}
            autoFocus="first"
            onAction={(key) => onAction(String(key))}
            onClose={onClose}
          >
            {children}
          </AriaMenu>
        </Popover>
      )}
    </>
  );
}
