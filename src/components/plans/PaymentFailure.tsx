import { PageLink } from "../link/PageLink.tsx";
import { MessageModal } from "../modal/MessageModal.tsx";
import actions from "../status-screen/actions.module.css";

/** A plan or a trial that could not be added: nothing was charged, and who helps (spec 3 §8). */
export function PaymentFailure({ reason, onClose }: { readonly reason: string; onClose(): void }) {
  return (
    <MessageModal
      role="alertdialog"
      title="That did not work"
      onClose={onClose}
      actions={
        <>
          <PageLink className={actions.secondary} to="/support" onClick={onClose}>
            Write to us
          </PageLink>
          <button type="button" className={actions.primary} onClick={onClose}>
            OK
          </button>
        </>
      }
    >
      <p>{reason}</p>
      <p>Your plan is as it was, and nothing was charged.</p>
    </MessageModal>
  );
}
