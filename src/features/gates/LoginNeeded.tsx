import { LogIn } from "lucide-react";
import { pageText } from "#domain/access/page-texts.ts";
import type { Page } from "#domain/access/pages.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { openLogin } from "../../session/login-panel.ts";
import { AccessError } from "./AccessError.tsx";
import { widgetErrorKind } from "./access-error-kinds.ts";
import { TEXTS } from "./texts.ts";

/** In front of a page that only accounts may open. A page inside a broker's app has no login of its own. */
export function LoginNeeded({ page }: { readonly page: Page }) {
  if (page.isWidget)
    return <AccessError kind={widgetErrorKind(window.location.search, window.location.pathname)} />;
  const { title, description } = pageText(page.name);
  return (
    <StatusScreen
      icon={LogIn}
      title={TEXTS.login.title(title)}
      actions={
        <>
          <button
            type="button"
            className={buttonClass("primary")}
            onClick={() => openLogin(window.location.pathname + window.location.search)}
          >
            {TEXTS.login.logIn}
          </button>
          <PageLink className={buttonClass("quiet")} to="/home">
            {TEXTS.login.open}
          </PageLink>
        </>
      }
    >
      <p>{description}</p>
      <p>{TEXTS.login.free}</p>
    </StatusScreen>
  );
}
