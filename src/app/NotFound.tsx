import { Compass } from "lucide-react";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { buttonClass } from "../components/button/Button.tsx";
import { PageLink } from "../components/link/PageLink.tsx";
import { StatusScreen } from "../components/status-screen/StatusScreen.tsx";

export function NotFound() {
  return (
    <StatusScreen
      icon={Compass}
      title="There is no page at this address"
      actions={
        <>
          <PageLink className={buttonClass("primary")} to={PAGE_PATHS["option-chain"]}>
            Open the option chain
          </PageLink>
          <PageLink className={buttonClass()} to={PAGE_PATHS.home}>
            Home
          </PageLink>
        </>
      }
    >
      <p>The link may be old, or mistyped. Press / to search for instruments and pages.</p>
    </StatusScreen>
  );
}
