import { Compass } from "lucide-react";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { TEXTS as FRAME } from "./texts.ts";

const { notFound: TEXTS } = FRAME;

export function NotFound() {
  return (
    <StatusScreen
      icon={Compass}
      title={TEXTS.title}
      actions={
        <>
          <PageLink className={buttonClass("primary")} to={PAGE_PATHS["option-chain"]}>
            {TEXTS.chain}
          </PageLink>
          <PageLink className={buttonClass()} to={PAGE_PATHS.home}>
            {TEXTS.home}
          </PageLink>
        </>
      }
    >
      <p>{TEXTS.text}</p>
    </StatusScreen>
  );
}
