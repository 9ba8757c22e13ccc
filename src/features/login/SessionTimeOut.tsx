import { Button } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";
import { TEXTS } from "./texts.ts";

/** Angel One allows one login at a time: a newer one elsewhere ends this one (rule SES-8). */
export function SessionTimeOut() {
  const close = (): void => {
    session.ended = null;
  };
  return (
    <Dialog
      isOpen
      size="auto"
      title={TEXTS.timeOut.title}
      onClose={close}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {TEXTS.notNow}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              close();
              openLogin();
            }}
          >
            {TEXTS.logInAgain}
          </Button>
        </>
      }
    >
      <p>{TEXTS.timeOut.why}</p>
      <p>{TEXTS.timeOut.next}</p>
    </Dialog>
  );
}
