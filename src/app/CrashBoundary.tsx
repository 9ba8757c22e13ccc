import { Component, type ReactNode } from "react";
import { PartMissing } from "../components/load-part.ts";
import css from "./pages.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly children: ReactNode;
  /** What is shown now, such as the address: another one clears the error. */
  readonly place?: string | undefined;
}

interface State {
  readonly error: Error | null;
  readonly place: string | undefined;
}

const reload = (): void => window.location.reload();

/**
 * A bug in the page, or a part of it that could not be fetched, shows this instead of a blank screen; the engine and other
 * tabs go on (rules SHELL-12 and SHELL-17).
 */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { place, error: null };
  }

  override componentDidCatch(error: unknown): void {
    // Not before this screen stands: a part that began anew while it is still drawn would never end to fail.
    if (error instanceof PartMissing) error.forget();
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const isMissing = error instanceof PartMissing;
    const { lead, text } = isMissing ? TEXTS.missing : TEXTS.crash;
    return (
      <main className={css.page} role="alert">
        <h1>{TEXTS.crash.title}</h1>
        <p>{lead}</p>
        <p>{text}</p>
        <pre className={css.detail}>{error.message}</pre>
        <div className={css.ways}>
          <button type="button" className={css.primary} onClick={reload}>
            {isMissing ? TEXTS.missing.reload : TEXTS.crash.retry}
          </button>
          {isMissing ? (
            <button type="button" className={css.secondary} onClick={() => this.setState({ error: null })}>
              {TEXTS.missing.again}
            </button>
          ) : null}
        </div>
      </main>
    );
  }
}
