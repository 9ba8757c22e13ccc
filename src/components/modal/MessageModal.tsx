import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import css from "./MessageModal.module.css";

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  /** buttons, the primary one last */
  readonly actions: ReactNode;
  /** a question that must be answered by a button is no dismissable one */
  readonly isDismissable?: boolean;
  readonly role?: "dialog" | "alertdialog";
  onClose(): void;
}

/** A short message over the page, and what to do about it; a bottom sheet on a phone. */
export function MessageModal({
  title,
  children,
  actions,
  isDismissable = true,
  role = "dialog",
  onClose,
}: Props) {
  return (
    <ModalOverlay
      className={css.overlay ?? ""}
      isOpen
      isDismissable={isDismissable}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={css.modal ?? ""}>
        <Dialog className={css.dialog ?? ""} role={role}>
          <Heading slot="title" className={css.title ?? ""}>
            {title}
          </Heading>
          <div className={css.body}>{children}</div>
          <div className={css.actions}>{actions}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
