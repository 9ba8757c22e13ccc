import { ChevronRight, FlaskConical } from "lucide-react";
import { useState } from "react";
import { type BrokerConfig, ICICI, ZERODHA } from "#domain/access/brokers.ts";
import type { LoginConfig } from "#protocol/http/sign-in.ts";
import { hasAddress, loginAddress } from "../../session/login-address.ts";
import { LOGIN_BROKERS } from "../../session/login-brokers.ts";
import { preferBroker } from "../../session/preferred-broker.ts";
import { keepRedirectPath } from "../../session/redirect-path.ts";
import { sandboxAddress } from "../../session/sandbox-address.ts";
import { Rich } from "../../shared/texts/texts.tsx";
import { BrokerMark } from "./BrokerMark.tsx";
import { keepBegun } from "./begun-login.ts";
import css from "./LoginPanel.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly config: LoginConfig | null;
  readonly returnPath: string;
  /** the broker this tab used before; null shows all */
  readonly preferred: BrokerConfig | null;
  readonly hints: Readonly<Record<string, string>>;
  readonly isKiteFirstTime: boolean;
  onSeeAll(): void;
  onIcici(): void;
  onProblem(text: string): void;
}

function Label({ broker, isSandbox }: { readonly broker: BrokerConfig; readonly isSandbox: boolean }) {
  return (
    <>
      <BrokerMark broker={broker} />
      <span className={css.brokerName}>
        {broker.id === ZERODHA ? TEXTS.brokers.zerodha : broker.displayName}
      </span>
      {isSandbox ? <span className={css.tag}>{TEXTS.sandbox}</span> : null}
      <ChevronRight size={16} strokeWidth={1.5} aria-hidden="true" className={css.chevron} />
    </>
  );
}

/** The brokers one may log in with, Zerodha first (rule LOGIN-2). */
export function BrokersView(props: Props) {
  const { config, returnPath, preferred, hints, isKiteFirstTime, onSeeAll, onIcici, onProblem } = props;
  const [leaving, setLeaving] = useState<number | null>(null);
  // A broker without keys and without a sandbox would only lead into an error.
  const isThere = ({ slug }: BrokerConfig): boolean => config?.available[slug ?? ""] !== false;
  const shown = (preferred ? [preferred] : LOGIN_BROKERS).filter(isThere);

  const leave = (broker: BrokerConfig): void => {
    keepRedirectPath(returnPath);
    if (!preferBroker(broker)) onProblem(TEXTS.brokers.saveFailed);
    if (hasAddress(broker.slug)) keepBegun(loginAddress(broker.slug, returnPath, hints));
    if (broker.id !== ICICI) setLeaving(broker.id);
  };

  return (
    <>
      <ul className={css.brokers}>
        {shown.map((broker) => {
          const isSandbox = config?.sandbox[broker.slug ?? ""] ?? false;
          const look = {
            className: css.broker,
            "data-first": broker.id === ZERODHA || preferred !== null ? "" : undefined,
            "aria-busy": leaving === broker.id,
          };
          return (
            <li key={broker.id}>
              {hasAddress(broker.slug) ? (
                <a
                  {...look}
                  href={loginAddress(broker.slug, returnPath, hints)}
                  onClick={() => leave(broker)}
                >
                  <Label broker={broker} isSandbox={isSandbox} />
                </a>
              ) : (
                <button
                  type="button"
                  {...look}
                  onClick={() => {
                    leave(broker);
                    onIcici();
                  }}
                >
                  <Label broker={broker} isSandbox={isSandbox} />
                </button>
              )}
              {broker.id === ZERODHA ? (
                <p className={css.under}>
                  {isKiteFirstTime ? `${TEXTS.brokers.firstTime} ` : null}
                  <Rich
                    of={TEXTS.brokers.noAccount}
                    parts={{
                      open: (
                        <a className={css.link} href="/open-new-account">
                          {TEXTS.brokers.openAccount}
                        </a>
                      ),
                    }}
                  />
                </p>
              ) : null}
            </li>
          );
        })}
      </ul>
      {preferred ? (
        <button type="button" className={css.textButton} onClick={onSeeAll}>
          {TEXTS.brokers.others}
        </button>
      ) : null}
      {config?.can_try_sandbox ? (
        <a
          className={css.sandbox}
          href={sandboxAddress(returnPath)}
          onClick={() => {
            keepRedirectPath(returnPath);
            keepBegun(sandboxAddress(returnPath));
          }}
        >
          <FlaskConical size={16} strokeWidth={1.5} aria-hidden="true" />
          <span>
            <strong>{TEXTS.brokers.trySandbox}</strong>
            <small>{TEXTS.brokers.sandboxNote}</small>
          </span>
        </a>
      ) : null}
    </>
  );
}
