import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import css from "./Dialog.module.css";
import { TEXTS } from "./texts.ts";

/**
 * 600x400, 960x600 and 1284x700, never more than 85 % of the screen (rule SHELL-6); `auto` is as high as its
 * content.
 */
type DialogSize = "small" | "medium" | "large" | "auto";

interface Props {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly size?: DialogSize;
  /** Buttons, the primary one last; they stay in sight while the content scrolls. */
  readonly footer?: ReactNode;
  /** false: only its own buttons close it */
  readonly isDismissable?: boolean;
  readonly children: ReactNode;
}

export function Dialog({
  title,
  isOpen,
  onClose,
  size = "small",
  footer,
  isDismissable = true,
  children,
}: Props) {
  return (
    <ModalOverlay
      className={css.overlay ?? ""}
      isOpen={isOpen}
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={css.modal ?? ""} data-size={size}>
        <AriaDialog className={css.dialog ?? ""}>
          <header className={css.head}>
            <Heading slot="title" className={css.title ?? ""}>
              {title}
            </Heading>
            {isDismissable ? (
              <button type="button" className={css.close} aria-label={TEXTS.close} onClick={onClose}>
                <X size={16} strokeWidth={1.5} aria-hidden="true" />
              </button>
            ) : null}
          </header>
          <div className={css.content}>{children}</div>
          {footer ? <footer className={css.foot}>{footer}</footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
