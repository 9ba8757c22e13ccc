import { ArrowLeft, BookOpen, Compass, ShieldCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { BrokerConfig } from "#domain/access/brokers.ts";
import type { LoginView } from "../../session/login-panel.ts";
import { preferBroker, preferredBroker } from "../../session/preferred-broker.ts";
import { BrokersView } from "./BrokersView.tsx";
import { FaqView } from "./FaqView.tsx";
import { GoogleView } from "./GoogleView.tsx";
import { IciciDialog } from "./IciciDialog.tsx";
import css from "./LoginPanel.module.css";
import { TEXTS } from "./texts.ts";
import { useGoogleLogin } from "./use-google-login.ts";
import { useIsPhone } from "./use-is-phone.ts";
import { useLoginConfig } from "./use-login-config.ts";

interface Props {
  readonly title: string;
  readonly titleId: string;
  readonly firstView?: LoginView;
  /** asked for by the address: shown alone, like a remembered one */
  readonly broker?: BrokerConfig | null;
  readonly hints?: Readonly<Record<string, string>>;
  readonly isKiteFirstTime?: boolean;
  /** path on this site to end at */
  readonly returnPath: string;
  /** said above the brokers: why the visitor is here, or what went wrong before */
  readonly notice?: ReactNode;
  /** the corner of the panel: a modal's way out */
  readonly corner?: ReactNode;
  /** goes to a path on this site, after a login */
  go(path: string): void;
  onFailed(text: string): void;
}

const NONE = {};

const POINTS = [
  [ShieldCheck, TEXTS.pitch.risk],
  [Compass, TEXTS.pitch.direction],
  [BookOpen, TEXTS.pitch.learning],
] as const;

function Pitch({ researchAnalyst }: { readonly researchAnalyst: string | null }) {
  return (
    <div className={css.pitch}>
      <p className={css.pitchTitle}>{TEXTS.pitch.title}</p>
      <ul>
        {POINTS.map(([Icon, { name, text }]) => (
          <li key={name}>
            <Icon size={18} strokeWidth={1.5} className={css.pitchIcon} aria-hidden="true" />
            <span>
              <strong>{name}</strong>
              {text}
            </span>
          </li>
        ))}
      </ul>
      <svg viewBox="0 0 320 96" className={css.payoff} aria-hidden="true">
        <path d="M0 56H320" className={css.axis} />
        <path d="M0 84H64L128 28H192L256 84H320" className={css.curve} />
      </svg>
      {researchAnalyst ? <p className={css.analyst}>{TEXTS.panel.analyst(researchAnalyst)}</p> : null}
    </div>
  );
}

/** The login panel: all brokers, Google, FAQ; a page or the inside of a modal (rule LOGIN-1). */
export function LoginPanel(props: Props) {
  const { title, titleId, firstView = "brokers", broker = null, hints = NONE, returnPath } = props;
  const [view, setView] = useState<LoginView>(broker?.slug === "google" ? "google" : firstView);
  const [preferred, setPreferred] = useState(() => broker ?? preferredBroker());
  const [isIciciOpen, setIciciOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [state, retry] = useLoginConfig();
  const isPhone = useIsPhone();
  const [googleLogin, logInWithGoogle] = useGoogleLogin(returnPath, props.go, props.onFailed);
  const config = state.phase === "ready" ? state.config : null;
  const heading = view === "google" ? TEXTS.panel.google : view === "faq" ? TEXTS.panel.faq : title;

  return (
    <section className={css.panel} aria-labelledby={titleId} data-view={view}>
      {isPhone ? null : <Pitch researchAnalyst={config?.research_analyst_number ?? null} />}
      <div className={css.main}>
        <header className={css.head}>
          {view === "brokers" ? (
            <span className={css.logo}>
              <img src="/icon.svg" width={20} height={20} alt="" />
              Strikewise
            </span>
          ) : (
            <button type="button" className={css.back} onClick={() => setView("brokers")}>
              <ArrowLeft size={16} strokeWidth={1.5} aria-hidden="true" />
              {TEXTS.panel.allBrokers}
            </button>
          )}
          {props.corner}
        </header>
        <h1 id={titleId} className={css.title}>
          {heading}
        </h1>
        <div className={css.body}>
          {view === "faq" ? null : props.notice}
          {state.phase === "preparing" ? (
            <p role="status" className={css.notice}>
              {TEXTS.preparing.inPanel}
            </p>
          ) : null}
          {problem ? (
            <p role="alert" className={css.problem}>
              {problem}
            </p>
          ) : null}
          {view === "brokers" ? (
            <BrokersView
              config={config}
              returnPath={returnPath}
              preferred={preferred?.slug === "google" ? null : preferred}
              hints={hints}
              isKiteFirstTime={props.isKiteFirstTime ?? false}
              onSeeAll={() => {
                setPreferred(null);
                preferBroker(null);
              }}
              onIcici={() => setIciciOpen(true)}
              onProblem={setProblem}
            />
          ) : null}
          {view === "google" ? (
            <GoogleView
              state={state}
              isPhone={isPhone}
              login={googleLogin}
              hasPrompt={props.corner === undefined && !isPhone}
              onRetry={retry}
              onCredential={logInWithGoogle}
            />
          ) : null}
          {view === "faq" ? <FaqView /> : null}
        </div>
        <footer className={css.foot}>
          {view === "google" || config?.available?.google === false ? null : (
            <button type="button" className={css.googleLink} onClick={() => setView("google")}>
              {TEXTS.panel.google}
            </button>
          )}
          {view === "faq" ? null : (
            <button type="button" className={css.textButton} onClick={() => setView("faq")}>
              {TEXTS.panel.faq}
            </button>
          )}
          <p className={css.small}>
            {config?.terms_url ? (
              <>
                <a href={config.terms_url} target="_blank" rel="noreferrer">
                  {TEXTS.panel.terms}
                </a>
                <span aria-hidden="true"> · </span>
              </>
            ) : null}
            {TEXTS.panel.version}
          </p>
          {isPhone && config?.research_analyst_number ? (
            <p className={css.small}>{TEXTS.panel.analyst(config.research_analyst_number)}</p>
          ) : null}
        </footer>
      </div>
      {isIciciOpen ? (
        <IciciDialog
          returnPath={returnPath}
          isSandbox={config?.sandbox.icici ?? false}
          onClose={() => setIciciOpen(false)}
        />
      ) : null}
    </section>
  );
}
