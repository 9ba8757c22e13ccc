import { useState } from "react";
import { Button, buttonClass } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { dismissTrialEnded } from "./trial-ended.ts";

/** The trial is over: said once, then never again in this browser (rule PLAN-7). */
export function TrialEndedModal() {
  const [isOpen, setOpen] = useState(true);
  const close = (): void => {
    dismissTrialEnded();
    setOpen(false);
  };
  return (
    <Dialog
      isOpen={isOpen}
      size="auto"
      title="Your trial has ended"
      onClose={close}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Stay on Free
          </Button>
          <PageLink
            className={buttonClass("primary")}
            to="/profile?tab=strikewise_plans&upgrade=true"
            onClick={close}
          >
            See the plans
          </PageLink>
        </>
      }
    >
      <p>You are on the free plan again. Nothing was charged, and what you saved is still there.</p>
      <p>Pages that need Lite or Pro say so, and open as soon as you have that plan.</p>
    </Dialog>
  );
}
