import { useEffect } from "react";
import { isPagesKey } from "../../../shared/pages-key.ts";
import { analyze, openModal } from "../analyze-state.ts";
import { modalStep } from "./modal-keys.ts";
import { modal, restore, show, variantOf } from "./modal-state.ts";

/** A, M and E, from anywhere on the chain's page. @param mayOpen there is something to analyse, and the account may */
export function useModalKeys(mayOpen: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!isPagesKey(event)) return;
      const step = modalStep(event, { isOpen: analyze.isModalOpen, mayOpen, variant: variantOf(modal) });
      if (step === null) return;
      event.preventDefault();
      if (step.to === "open") openModal();
      else if (step.to === "restore") restore();
      else show(step.to);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [mayOpen]);
}
