import { CircleHelp, KeyRound, type LucideIcon, ShieldX, SquareDashed } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import type { AccessErrorKind } from "./access-error-kinds.ts";

interface Screen {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly way: ReactNode;
}

/** Inside a frame, a login needs a window of its own: brokers refuse to be framed. */
const logInOutside = (
  <a className={buttonClass("primary")} href="/login" target="_blank" rel="noopener opener">
    Log in to Strikewise
  </a>
);

const SCREENS: Readonly<Record<AccessErrorKind, Screen>> = {
  MissingBroker: {
    icon: CircleHelp,
    title: "We don't know which broker you came from",
    text: "This page belongs inside your broker's app, and its address does not say which broker that is. Open it from the app again, or log in to Strikewise itself.",
    way: logInOutside,
  },
  UnAuthorizedUser: {
    icon: ShieldX,
    title: "This account may not open this page",
    text: "The page is there, but it is not meant for your account. If you think it should be, write to us.",
    way: (
      <PageLink className={buttonClass("primary")} to="/home">
        Go home
      </PageLink>
    ),
  },
  BrokerAuthenticationError: {
    icon: KeyRound,
    title: "Your broker no longer vouches for this login",
    text: "Brokers end their logins once a day, and when you log in elsewhere. Log in again to go on where you were.",
    way: logInOutside,
  },
  AnalyzeBuilderWidgetAccessError: {
    icon: SquareDashed,
    title: "The builder is not open to you here",
    text: "Inside your broker's app the strategy builder needs an account that may use it. In Strikewise itself you see what your plan includes.",
    way: (
      <a
        className={buttonClass("primary")}
        href="/option-strategy-builder"
        target="_blank"
        rel="noopener opener"
      >
        Open it in Strikewise
      </a>
    ),
  },
};

export function AccessError({ kind }: { readonly kind: AccessErrorKind }) {
  const { icon, title, text, way } = SCREENS[kind];
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
            Write to us
          </PageLink>
        </>
      }
    >
      <p>{text}</p>
    </StatusScreen>
  );
}
