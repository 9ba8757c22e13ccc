import { CircleHelp, KeyRound, type LucideIcon, ShieldX, SquareDashed } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import type { AccessErrorKind } from "./access-error-kinds.ts";
import { TEXTS } from "./texts.ts";

interface Screen {
  readonly icon: LucideIcon;
  readonly way: ReactNode;
}

/** Inside a frame, a login needs a window of its own: brokers refuse to be framed. */
const logInOutside = (
  <a className={buttonClass("primary")} href="/login" target="_blank" rel="noopener opener">
    {TEXTS.errors.logIn}
  </a>
);

const SCREENS: Readonly<Record<AccessErrorKind, Screen>> = {
  MissingBroker: {
    icon: CircleHelp,
    way: logInOutside,
  },
  UnAuthorizedUser: {
    icon: ShieldX,
    way: (
      <PageLink className={buttonClass("primary")} to="/home">
        {TEXTS.errors.home}
      </PageLink>
    ),
  },
  BrokerAuthenticationError: {
    icon: KeyRound,
    way: logInOutside,
  },
  AnalyzeBuilderWidgetAccessError: {
    icon: SquareDashed,
    way: (
      <a
        className={buttonClass("primary")}
        href="/option-strategy-builder"
        target="_blank"
        rel="noopener opener"
      >
        {TEXTS.errors.open}
      </a>
    ),
  },
};

export function AccessError({ kind }: { readonly kind: AccessErrorKind }) {
  const { icon, way } = SCREENS[kind];
  const { title, text } = TEXTS.errors[kind];
  return (
    <StatusScreen
      icon={icon}
      tone="warn"
      title={title}
      isAlert
      actions={
        <>
          {way}
          <PageLink className={buttonClass("quiet")} to="/support">
            {TEXTS.errors.write}
          </PageLink>
        </>
      }
    >
      <p>{text}</p>
    </StatusScreen>
  );
}
