import { useRouter } from "@tanstack/react-router";
import { useId, useState } from "react";
import { useSnapshot } from "valtio";
import { BROKERS, isBrokerId } from "#domain/access/brokers.ts";
import { loginPanel } from "../../session/login-panel.ts";
import { session } from "../../session/session-state.ts";
import { wantedPath } from "../../session/wanted-path.ts";
import { useAddress } from "../../shared/page/use-address.ts";
import css from "./LoginPage.module.css";
import panelCss from "./LoginPanel.module.css";
import { LoginPanel } from "./LoginPanel.tsx";
import { type LoginParams, parseLoginParams, returnPathOr } from "./login-params.ts";
import { loginTitle } from "./login-title.ts";
import { ResultScreen } from "./ResultScreen.tsx";
import { TEXTS } from "./texts.ts";

function hintsOf({ identifier }: LoginParams): Record<string, string> {
  return identifier === null ? {} : { identifier };
}

const readParams = (params: URLSearchParams): LoginParams => parseLoginParams(`${params}`);

/** The login panel as a page. An address that brings a token with its broker is a login on its way back. */
export function LoginPage() {
  const search = useAddress(readParams);
  // Those it was opened with: what brought a token in takes it out of the address.
  const [params] = useState(search);
  const { ended } = useSnapshot(session);
  const { error } = useSnapshot(loginPanel);
  const { history } = useRouter();
  const titleId = useId();
  if (params.token !== null && params.broker !== null) return <ResultScreen broker={params.broker} />;
  const broker =
    params.broker ?? (ended && isBrokerId(ended.broker) && ended.broker > 0 ? BROKERS[ended.broker] : null);
  const problem = error ?? (params.success === false ? TEXTS.failure.unable : null);
  return (
    <main className={css.page}>
      <div className={css.card}>
        <LoginPanel
          title={loginTitle(params.returnPath, window.location.pathname)}
          titleId={titleId}
          broker={broker}
          hints={hintsOf(params)}
          isKiteFirstTime={params.isKiteFirstTime}
          returnPath={returnPathOr(params.returnPath ?? wantedPath())}
          notice={
            problem !== null || ended !== null ? (
              <p role="alert" className={panelCss.notice}>
                {problem ?? (ended ? TEXTS.ended[ended.reason] : null)}
              </p>
            ) : null
          }
          go={(path) => history.push(path)}
          onFailed={(text) => {
            loginPanel.error = text;
          }}
        />
      </div>
    </main>
  );
}
