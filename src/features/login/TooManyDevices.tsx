import { useRouter } from "@tanstack/react-router";
import { MonitorSmartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiFailure } from "../../api/api-failure.ts";
import { invalidateOldSessionsAndLogin } from "../../api/login-calls.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { brokerFrom } from "../../session/login-brokers.ts";
import { enter } from "./enter.ts";
import panel from "./LoginPanel.module.css";
import { TEXTS } from "./texts.ts";
import { readTooMany } from "./too-many-address.ts";

const TICKETS = ["request_token", "logout_request_token"];

function ticketInAddress(): string | null {
  const params = new URLSearchParams(window.location.search);
  return TICKETS.map((name) => params.get(name)).find((value) => value) ?? null;
}

/** The texts of rule LOGIN-16 as people read them. */
const readable = (text: string): string => text.replace(/^TMDLGE:/, "").replace(/^./, (c) => c.toUpperCase());

/**
 * Three devices are signed in already: which, and one press that ends them and goes on here (rule LOGIN-15).
 */
export function TooManyDevices() {
  const { history } = useRouter();
  const [ticket] = useState(ticketInAddress);
  const [{ broker: name, devices }] = useState(readTooMany);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const broker = brokerFrom(name);
  const loginHref = `/login${broker ? `?broker=${broker.name}` : ""}`;

  useEffect(() => {
    if (window.location.search !== "") {
      window.history.replaceState(window.history.state, "", window.location.pathname);
    }
  }, []);

  const goOn = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      history.replace(enter(await invalidateOldSessionsAndLogin(ticket ?? "")));
    } catch (error) {
      const said = error instanceof ApiFailure ? readable(error.message) : "";
      const known = TEXTS.tooMany.failed;
      setProblem(said === known || said === "" ? known : `${known}. ${said}`);
      setBusy(false);
    }
  };

  const canGoOn = ticket !== null && problem === null;
  return (
    <StatusScreen
      icon={MonitorSmartphone}
      tone="warn"
      title={TEXTS.tooMany.title}
      actions={
        <>
          {canGoOn ? (
            <button
              type="button"
              className={buttonClass("primary")}
              disabled={isBusy}
              onClick={() => void goOn()}
            >
              {isBusy ? TEXTS.tooMany.goingOn : TEXTS.tooMany.goOn}
            </button>
          ) : (
            <PageLink className={buttonClass("primary")} to={loginHref}>
              {TEXTS.logInAgain}
            </PageLink>
          )}
          <PageLink className={buttonClass()} to="/home">
            {TEXTS.tooMany.keep}
          </PageLink>
        </>
      }
    >
      <p>
        {TEXTS.tooMany.limit}
        {canGoOn ? ` ${TEXTS.tooMany.whatEnds}` : null}
      </p>
      {devices.length > 0 ? (
        <ul aria-label={TEXTS.tooMany.devices}>
          {devices.map((device) => (
            <li key={device}>{device}</li>
          ))}
        </ul>
      ) : null}
      {ticket === null ? (
        <p role="alert" className={panel.problem}>
          {TEXTS.tooMany.over}
        </p>
      ) : null}
      {problem ? (
        <p role="alert" className={panel.problem}>
          {problem} {TEXTS.tooMany.another}
        </p>
      ) : null}
    </StatusScreen>
  );
}
