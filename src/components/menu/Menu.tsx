import type { ReactElement, ReactNode } from "react";
import { Menu as AriaMenu, MenuItem as AriaMenuItem, MenuTrigger, Popover } from "react-aria-components";
import css from "./Menu.module.css";

interface Props {
  readonly label: string;
  /** The react-aria button that opens it. */
  readonly trigger: ReactElement;
  readonly onAction: (id: string) => void;
  /** It was asked for before it was there. */
  readonly isOpenAtFirst?: boolean;
  /** Above the entries: whose menu it is. */
  readonly head?: ReactNode;
  readonly children: ReactNode;
}

/** A short list of things to do, by arrows and letters as well. */
export function Menu({ label, trigger, onAction, isOpenAtFirst = false, head, children }: Props) {
  return (
    <MenuTrigger defaultOpen={isOpenAtFirst}>
      {trigger}
      <Popover className={css.popover ?? ""} placement="bottom end">
        {head}
        <AriaMenu className={css.menu ?? ""} aria-label={label} onAction={(key) => onAction(String(key))}>
          {children}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}

interface ItemProps {
  readonly id: string;
  readonly children: ReactNode;
  readonly icon?: ReactNode;
}

export function MenuItem({ id, icon, children }: ItemProps) {
  return (
    <AriaMenuItem id={id} className={css.item ?? ""} textValue={typeof children === "string" ? children : id}>
      {icon}
      <span className={css.text}>{children}</span>
    </AriaMenuItem>
  );
}
