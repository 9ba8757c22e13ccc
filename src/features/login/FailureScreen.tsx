import { CircleAlert } from "lucide-react";
import type { BrokerConfig } from "#domain/access/brokers.ts";
import { DEFAULT_PAGE } from "#domain/access/redirects.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { hasAddress, loginAddress } from "../../session/login-address.ts";
import { preferBroker } from "../../session/preferred-broker.ts";
import { keptRedirectPath } from "../../session/redirect-path.ts";
import { Rich } from "../../shared/texts/texts.tsx";
import type { LoginFailure } from "./login-failure.ts";
import { TEXTS } from "./texts.ts";

function again(broker: BrokerConfig | null): string {
  const path = keptRedirectPath() ?? DEFAULT_PAGE;
  const slug = broker?.slug ?? null;
  if (hasAddress(slug)) return loginAddress(slug, path);
  const query = new URLSearchParams({ ...(broker ? { broker: broker.name } : {}), redirect: path });
  return `/login?${query}`;
}

/** What went wrong with a login, and the ways out of it. */
export function FailureScreen({
  broker,
  failure,
}: {
  readonly broker: BrokerConfig | null;
  readonly failure: LoginFailure;
}) {
  return (
    <StatusScreen
      isAlert
      icon={CircleAlert}
      tone="warn"
      title={failure.headline}
      actions={
        <>
          <a className={buttonClass("primary")} href={again(broker)}>
            {broker ? TEXTS.result.tryAgainWith(broker.displayName) : TEXTS.tryAgain}
          </a>
          <PageLink className={buttonClass()} to="/login" onClick={() => preferBroker(null)}>
            {TEXTS.result.anotherBroker}
          </PageLink>
          <PageLink className={buttonClass("quiet")} to="/home">
            {TEXTS.result.withoutLogin}
          </PageLink>
        </>
      }
    >
      {failure.detail ? <p>{failure.detail}</p> : null}
      <p>
        <Rich
          of={TEXTS.result.unchanged}
          parts={{ write: <PageLink to="/support">{TEXTS.result.write}</PageLink> }}
        />
      </p>
    </StatusScreen>
  );
}
