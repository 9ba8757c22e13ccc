import { useState } from "react";
import { BROKERS, GOOGLE } from "#domain/access/brokers.ts";
import { finishLogin } from "../../api/login-calls.ts";
import { showToast, TOAST_MS } from "../../components/toast/toast.ts";
import { keepRedirectPath } from "../../session/redirect-path.ts";
import { enter } from "./enter.ts";
import { loginFailure, tooManyTicket } from "./login-failure.ts";
import { oncePrepared } from "./preparing.ts";
import { TEXTS } from "./texts.ts";
import { tooManyAddress } from "./too-many-address.ts";

/** How the login with Google's token stands; "preparing" while the server's storage opens. */
export type GoogleLogin = "idle" | "busy" | "preparing";

/**
 * Hands Google's id_token to the server.
 * @param returnPath where to end; Google carries no path of ours, so it is kept here
 * @param go goes to a path of this site
 * @param onFailed told why, to say so where the login was begun
 */
export function useGoogleLogin(
  returnPath: string,
  go: (path: string) => void,
  onFailed: (text: string) => void,
): readonly [GoogleLogin, (idToken: string) => void] {
  const [phase, setPhase] = useState<GoogleLogin>("idle");

  const logIn = async (token: string): Promise<void> => {
    setPhase("busy");
    keepRedirectPath(returnPath);
    try {
      const step = () => finishLogin("google", { token, state: null });
      go(enter(await oncePrepared(step, () => setPhase("preparing"))));
    } catch (error) {
      const ticket = tooManyTicket(error);
      if (ticket !== null) return go(tooManyAddress(ticket, BROKERS[GOOGLE], error));
      const { headline } = loginFailure(BROKERS[GOOGLE], error);
      // It hides after 5 s (rule LOGIN-21). Google's own prompt stands in the upper corner, over all that is a page's.
      showToast(TEXTS.google.failed, { tone: "error", detail: headline, ms: TOAST_MS, atFoot: true });
      onFailed(headline);
    } finally {
      setPhase("idle");
    }
  };
  return [phase, (idToken) => void logIn(idToken)];
}
