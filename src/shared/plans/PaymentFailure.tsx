import { buttonClass } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";

/** A plan or a trial that could not be added: nothing was charged, and who helps (rule PLAN-16). */
export function PaymentFailure({ reason, onClose }: { readonly reason: string; onClose(): void }) {
  return (
    <Dialog
      isOpen
      size="auto"
      title="That did not work"
      onClose={onClose}
      footer={
        <>
          <PageLink className={buttonClass()} to="/support" onClick={onClose}>
            Write to us
          </PageLink>
          <button type="button" className={buttonClass("primary")} onClick={onClose}>
            OK
          </button>
        </>
      }
    >
      <p>{reason}</p>
      <p>Your plan is as it was, and nothing was charged.</p>
    </Dialog>
  );
}
