import { CircleAlert } from "lucide-react";
import type { BrokerConfig } from "#domain/access/brokers.ts";
import { DEFAULT_PAGE } from "#domain/access/redirects.ts";
import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { StatusScreen } from "../../components/status-screen/StatusScreen.tsx";
import { hasAddress, loginAddress } from "../../session/login-address.ts";
import { keptRedirectPath } from "../../session/redirect-path.ts";
import type { LoginFailure } from "./login-failure.ts";
import { preferBroker } from "./preferred-broker.ts";

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
            {broker ? `Try again with ${broker.displayName}` : "Try again"}
          </a>
          <PageLink className={buttonClass()} to="/login" onClick={() => preferBroker(null)}>
            Login with another broker
          </PageLink>
          <PageLink className={buttonClass("quiet")} to="/home">
            Go on without logging in
          </PageLink>
        </>
      }
    >
      {failure.detail ? <p>{failure.detail}</p> : null}
      <p>
        Nothing was changed in your account. If it happens again,{" "}
        <PageLink to="/support">write to us</PageLink>.
      </p>
    </StatusScreen>
  );
}
