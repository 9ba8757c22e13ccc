import { useState } from "react";
import { Button, buttonClass } from "../../../components/button/Button.tsx";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { PageLink } from "../../../components/link/PageLink.tsx";
import { TEXTS } from "./texts.ts";
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
      title={TEXTS.trialEnded.title}
      onClose={close}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {TEXTS.trialEnded.stay}
          </Button>
          <PageLink
            className={buttonClass("primary")}
            to="/profile?tab=strikewise_plans&upgrade=true"
            onClick={close}
          >
            {TEXTS.trialEnded.plans}
          </PageLink>
        </>
      }
    >
      <p>{TEXTS.trialEnded.now}</p>
      <p>{TEXTS.trialEnded.closedPages}</p>
    </Dialog>
  );
}
