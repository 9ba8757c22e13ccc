import { CircleHelp, KeyRound, type LucideIcon, ShieldX, SquareDashed } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { widgetPlace } from "../../shared/widget/widget-place.ts";
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

interface OutProps {
  readonly look: "primary" | "quiet";
  readonly to: string;
  readonly text: string;
}

/** The broker's app around a frame is no place for our pages: what leads out of it opens a window of its own. */
function Out({ look, to, text }: OutProps) {
  const className = buttonClass(look);
  if (widgetPlace() === null) {
    return (
      <PageLink className={className} to={to}>
        {text}
      </PageLink>
    );
  }
  return (
    <a className={className} href={to} target="_blank" rel="noopener">
      {text}
    </a>
  );
}

const SCREENS: Readonly<Record<AccessErrorKind, Screen>> = {
  MissingBroker: {
    icon: CircleHelp,
    way: logInOutside,
  },
  UnAuthorizedUser: {
    icon: ShieldX,
    way: <Out look="primary" to="/home" text={TEXTS.errors.home} />,
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

/** A compact widget says what is the matter, and leads nowhere (rule EMB-10). */
export function AccessError({ kind }: { readonly kind: AccessErrorKind }) {
  const { icon, way } = SCREENS[kind];
  const hasWays = widgetPlace()?.mode !== "compact";
  const { title, text } = TEXTS.errors[kind];
  return (
    <StatusScreen
      icon={icon}
      tone="warn"
      title={title}
      isAlert
      actions={
        hasWays ? (
          <>
            {way}
            <Out look="quiet" to="/support" text={TEXTS.errors.write} />
          </>
        ) : null
      }
    >
      <p>{text}</p>
    </StatusScreen>
  );
}
