import { X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import css from "./Drawer.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly title: string;
  /** Left and right are 15.6rem wide, top and bottom 21rem high (rule SHELL-6). */
  readonly side: "left" | "right" | "top" | "bottom";
  /** Holds a long list: from the foot of the screen up to 85 % of it. */
  readonly isTall?: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A sheet that comes in from an edge of the screen. */
export function Drawer({ title, side, isTall = false, isOpen, onClose, children }: Props) {
  return (
    <ModalOverlay
      className={css.overlay ?? ""}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={css.modal ?? ""} data-side={side} data-tall={isTall ? "" : undefined}>
        <Dialog className={css.dialog ?? ""}>
          <header className={css.head}>
            <Heading slot="title" className={css.title ?? ""}>
              {title}
            </Heading>
            <button type="button" className={css.close} aria-label={TEXTS.close} onClick={onClose}>
              <X size={16} strokeWidth={1.5} aria-hidden="true" />
            </button>
          </header>
          <div className={css.content}>{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
