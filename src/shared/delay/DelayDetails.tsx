import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { useSnapshot } from "valtio";
import { Button, buttonClass } from "../../components/button/Button.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { sandboxAddress } from "../../session/sandbox-address.ts";
import { session } from "../../session/session-state.ts";
import { useSandboxOffer } from "../use-sandbox-offer.ts";
import css from "./DelayBadge.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** Why prices are late, and the ways to real time. */
export function DelayDetails({ trigger, onClose }: Props) {
  const { phase } = useSnapshot(session);
  const isOffered = useSandboxOffer();
  const here = window.location.pathname + window.location.search;
  return (
    <Popover
      className={css.popover ?? ""}
      triggerRef={trigger}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      placement="top"
      offset={8}
    >
      <Dialog className={css.details ?? ""} aria-label={TEXTS.details.label}>
        <h2>{TEXTS.details.title}</h2>
        <p>{phase === "signed_in" ? TEXTS.details.google : TEXTS.details.visitor}</p>
        <div className={css.ways}>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              openLogin(here);
            }}
          >
            {TEXTS.details.logIn}
          </Button>
          {isOffered ? (
            <a className={buttonClass("secondary")} href={sandboxAddress(here)} data-testid="try-real-time">
              {TEXTS.details.sandbox}
            </a>
          ) : null}
        </div>
      </Dialog>
    </Popover>
  );
}
