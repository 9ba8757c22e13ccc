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
        title={phase === "loading" ? "One moment…" : "You are logged out"}
        actions={
          <>
            <PageLink className={buttonClass("primary")} to="/home">
              Go home
            </PageLink>
            <PageLink className={buttonClass()} to="/login">
              Login
            </PageLink>
          </>
        }
      >
        <p>Prices come with one minute's delay until you log in with your broker.</p>
      </StatusScreen>
    );
  }
  return (
    <StatusScreen
      icon={LogOut}
      title={`Log out ${profile?.name ?? ""} on this device?`}
      actions={
        <>
          <button
            type="button"
            className={buttonClass("primary")}
            disabled={isBusy}
            onClick={() => void leave()}
          >
            {isBusy ? "Logging out…" : "Log out"}
          </button>
          <PageLink className={buttonClass()} to="/home">
            Stay
          </PageLink>
        </>
      }
    >
      <p>Every tab of this browser is logged out. Your other devices stay as they are.</p>
      {problem ? (
        <p role="alert" className={panel.problem}>
          {problem}
        </p>
      ) : null}
    </StatusScreen>
  );
}
