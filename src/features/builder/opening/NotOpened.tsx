import { CloudOff, Link2Off, type LucideIcon } from "lucide-react";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { buttonClass } from "../../../components/button/Button.tsx";
import { PageLink } from "../../../components/link/PageLink.tsx";
import { StatusScreen } from "../../../components/status-screen/StatusScreen.tsx";
import type { OpeningFailure } from "./failures.ts";
import { TEXTS } from "./texts.ts";

const PLANS = "/profile?tab=strikewise_plans&upgrade=true";

interface Props {
  readonly failure: OpeningFailure;
  readonly onRetry: () => void;
}

/** In place of the page: what the address asks for could not be opened, and nothing of it is shown. */
export function NotOpened({ failure, onRetry }: Props) {
  const { kind, of, message } = failure;
  const { title, text } = TEXTS.screens[of][kind];
  const icon: LucideIcon = kind === "unavailable" ? CloudOff : Link2Off;
  return (
    <StatusScreen
      icon={icon}
      tone="warn"
      title={title}
      isAlert
      actions={
        <>
          {kind === "unavailable" ? (
            <button type="button" className={buttonClass("primary")} onClick={onRetry}>
              {TEXTS.retry}
            </button>
          ) : null}
          {kind === "not_allowed" ? (
            <PageLink className={buttonClass("primary")} to={PLANS}>
              {TEXTS.plans}
            </PageLink>
          ) : (
            <PageLink
              className={buttonClass(kind === "unavailable" ? "secondary" : "primary")}
              to={PAGE_PATHS.builder}
            >
              {TEXTS.builder}
            </PageLink>
          )}
          <PageLink className={buttonClass("quiet")} to="/home">
            {TEXTS.home}
          </PageLink>
        </>
      }
    >
      {message === null ? null : <p>{message}</p>}
      <p>{text}</p>
    </StatusScreen>
  );
}
