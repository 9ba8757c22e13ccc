import type { ReactNode } from "react";
import { Button } from "../button/Button.tsx";
import { Dialog } from "./Dialog.tsx";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly title: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly confirmLabel?: string;
  /** Left out where there is nothing to call off: then it only tells. */
  readonly cancelLabel?: string;
  /** What is confirmed cannot be undone. */
  readonly isDangerous?: boolean;
}

/** A title, a content and a confirm button (rule SHELL-7). */
export function ConfirmDialog({
  title,
  children,
  isOpen,
  onConfirm,
  onClose,
  confirmLabel = TEXTS.confirm,
  cancelLabel,
  isDangerous = false,
}: Props) {
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      size="auto"
      footer={
        <>
          {cancelLabel ? (
            <Button variant="quiet" onClick={onClose}>
              {cancelLabel}
            </Button>
          ) : null}
          <Button variant={isDangerous ? "danger" : "primary"} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
