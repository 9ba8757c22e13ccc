import { Button } from "../../components/button/Button.tsx";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";

/** Angel One allows one login at a time: a newer one elsewhere ends this one (rule SES-8). */
export function SessionTimeOut() {
  const close = (): void => {
    session.ended = null;
  };
  return (
    <Dialog
      isOpen
      size="auto"
      title="Session time out"
      onClose={close}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Not now
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              close();
              openLogin();
            }}
          >
            Log in again
          </Button>
        </>
      }
    >
      <p>You were logged out because you logged in elsewhere with your Angel One account.</p>
      <p>Please log in again to go on here.</p>
    </Dialog>
  );
}
