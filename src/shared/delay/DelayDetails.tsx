import type { RefObject } from "react";
import { Dialog, Popover } from "react-aria-components";
import { useSnapshot } from "valtio";
import { Button, buttonClass } from "../../components/button/Button.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { sandboxAddress } from "../../session/sandbox-address.ts";
import { session } from "../../session/session-state.ts";
import { useSandboxOffer } from "../use-sandbox-offer.ts";
import css from "./DelayBadge.module.css";

interface Props {
  readonly trigger: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** Why prices are late, and the ways to real time. */
export function DelayDetails({ trigger, onClose }: Props) {
  const { phase } = useSnapshot(session);
  const isOffered = useSandboxOffer();
  const here = window.location.pathname + window.location.search;
  const why =
    phase === "signed_in"
      ? "Accounts that are logged in with Google get every price, chain and chart one minute after the exchange."
      : "Visitors get every price, chain and chart one minute after the exchange.";
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
      <Dialog className={css.details ?? ""} aria-label="Why prices are delayed">
        <h2>Prices are delayed by 1 minute</h2>
        <p>{why} Log in with your broker account to see them in real time.</p>
        <div className={css.ways}>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              openLogin(here);
            }}
          >
            Log in with a broker
          </Button>
          {isOffered ? (
            <a className={buttonClass("secondary")} href={sandboxAddress(here)} data-testid="try-real-time">
              Try real-time with a sandbox Zerodha account
            </a>
          ) : null}
        </div>
      </Dialog>
    </Popover>
  );
}
