import { useRouter } from "@tanstack/react-router";
import { X } from "lucide-react";
import { useId } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { useSnapshot } from "valtio";
import { closeLogin, loginPanel } from "../../session/login-panel.ts";
import css from "./LoginDialog.module.css";
import panelCss from "./LoginPanel.module.css";
import { LoginPanel } from "./LoginPanel.tsx";
import { returnPathOr } from "./login-params.ts";
import { loginTitle } from "./login-title.ts";
import { TEXTS } from "./texts.ts";

/** The login panel over the page that is open: two columns on a desktop, a bottom sheet on a phone. */
export function LoginDialog() {
  const { isOpen, view, returnPath, error } = useSnapshot(loginPanel);
  const { history } = useRouter();
  const titleId = useId();
  return (
    <ModalOverlay
      className={css.overlay ?? ""}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) closeLogin();
      }}
    >
      <Modal className={css.modal ?? ""}>
        <Dialog className={css.dialog ?? ""} aria-labelledby={titleId}>
          <LoginPanel
            title={loginTitle(returnPath, window.location.pathname)}
            titleId={titleId}
            firstView={view}
            returnPath={returnPathOr(returnPath)}
            notice={
              error === null ? null : (
                <p role="alert" className={panelCss.notice}>
                  {error}
                </p>
              )
            }
            corner={
              <button type="button" className={css.close} aria-label={TEXTS.panel.close} onClick={closeLogin}>
                <X size={16} strokeWidth={1.5} aria-hidden="true" />
              </button>
            }
            go={(path) => {
              closeLogin();
              history.push(path);
            }}
            onFailed={(text) => {
              loginPanel.error = text;
            }}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
