import { buttonClass } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { TEXTS } from "./texts.ts";

/** A plan or a trial that could not be added: nothing was charged, and who helps (rule PLAN-16). */
export function PaymentFailure({ reason, onClose }: { readonly reason: string; onClose(): void }) {
  return (
    <Dialog
      isOpen
      size="auto"
      title={TEXTS.failure.title}
      onClose={onClose}
      footer={
        <>
          <PageLink className={buttonClass()} to="/support" onClick={onClose}>
            {TEXTS.failure.write}
          </PageLink>
          <button type="button" className={buttonClass("primary")} onClick={onClose}>
            {TEXTS.failure.ok}
          </button>
        </>
      }
    >
      <p>{reason}</p>
      <p>{TEXTS.failure.unchanged}</p>
    </Dialog>
  );
}
