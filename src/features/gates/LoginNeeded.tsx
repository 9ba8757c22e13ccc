import { LogIn } from "lucide-react";
import { useSnapshot } from "valtio";
import { PAGE_TEXTS } from "#domain/access/page-texts.ts";
import type { Page } from "#domain/access/pages.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";
import { AccessError } from "./AccessError.tsx";
import { widgetErrorKind } from "./access-error-kinds.ts";

/** In front of a page that only accounts may open. A page inside a broker's app has no login of its own. */
export function LoginNeeded({ page }: { readonly page: Page }) {
  const { failure } = useSnapshot(session);
  if (page.isWidget) return <AccessError kind={widgetErrorKind(window.location.search)} />;
  const { title, description } = PAGE_TEXTS[page.name];
  return (
    <StatusScreen
      icon={LogIn}
      title={`Log in to open ${title}`}
      actions={
        <>
          <button type="button" className={buttonClass("primary")} onClick={() => openLogin()}>
            Login
          </button>
          <PageLink className={buttonClass("quiet")} to="/home">
            See what is open to everybody
          </PageLink>
        </>
      }
    >
      <p>{description}</p>
      {failure ? (
        <p role="alert">{failure} If you are logged in, this page opens as soon as the server answers.</p>
      ) : (
        <p>Logging in is free. Your broker's password stays with your broker.</p>
      )}
    </StatusScreen>
  );
}
