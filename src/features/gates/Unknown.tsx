import { CloudOff } from "lucide-react";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { TEXTS } from "./texts.ts";

/** In place of a page that depends on who asks, while the server could not be asked (rule SES-4): no wall, for it may be none. */
export function Unknown({ failure }: { readonly failure: string }) {
  return (
    <StatusScreen
      icon={CloudOff}
      title={TEXTS.unknown.title}
      actions={
        <PageLink className={buttonClass("quiet")} to="/home">
          {TEXTS.unknown.home}
        </PageLink>
      }
    >
      <p role="status">{TEXTS.unknown.text(failure)}</p>
    </StatusScreen>
  );
}
