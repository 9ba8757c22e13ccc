import { useRouter } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { useState } from "react";
import { useSnapshot } from "valtio";
import { textOf } from "../../api/api-failure.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { logOut } from "../../session/account-changes.ts";
import { session } from "../../session/session-state.ts";
import panel from "./LoginPanel.module.css";
import { TEXTS } from "./texts.ts";

/** Asks before it logs out: a link from elsewhere must not end a session. */
export function LogoutPage() {
  const { history } = useRouter();
  const { phase, profile } = useSnapshot(session);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const leave = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await logOut();
      history.replace("/");
    } catch (error) {
      setProblem(textOf(error));
      setBusy(false);
    }
  };

  if (phase !== "signed_in") {
    return (
      <StatusScreen
        icon={LogOut}
        title={phase === "loading" ? TEXTS.logout.wait : TEXTS.logout.done}
        actions={
          <>
            <PageLink className={buttonClass("primary")} to="/home">
              {TEXTS.goHome}
            </PageLink>
            <PageLink className={buttonClass()} to="/login">
              {TEXTS.logout.logIn}
            </PageLink>
          </>
        }
      >
        <p>{TEXTS.logout.late}</p>
      </StatusScreen>
    );
  }
  return (
    <StatusScreen
      icon={LogOut}
      title={TEXTS.logout.question(profile?.name ?? "")}
      actions={
        <>
          <button
            type="button"
            className={buttonClass("primary")}
            disabled={isBusy}
            onClick={() => void leave()}
          >
            {isBusy ? TEXTS.logout.busy : TEXTS.logout.logOut}
          </button>
          <PageLink className={buttonClass()} to="/home">
            {TEXTS.logout.stay}
          </PageLink>
        </>
      }
    >
      <p>{TEXTS.logout.whatEnds}</p>
      {problem ? (
        <p role="alert" className={panel.problem}>
          {problem}
        </p>
      ) : null}
    </StatusScreen>
  );
}
