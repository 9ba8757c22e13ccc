import { Component, type ReactNode } from "react";
import css from "./pages.module.css";
import { TEXTS } from "./texts.ts";

interface Props {
  readonly children: ReactNode;
  /** What is shown now, such as the page's path: another one clears the error. */
  readonly place?: string;
}

interface State {
  readonly error: Error | null;
  readonly place: string | undefined;
}

/**
 * A bug in the page shows this instead of a blank screen; the engine and other tabs go on (rule SHELL-12).
 */
export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  static getDerivedStateFromProps({ place }: Props, state: State): Partial<State> | null {
    return place === state.place ? null : { place, error: null };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main className={css.page} role="alert">
        <h1>{TEXTS.crash.title}</h1>
        <p>{TEXTS.crash.lead}</p>
        <p>{TEXTS.crash.text}</p>
        <pre className={css.detail}>{error.message}</pre>
        <button type="button" className={css.primary} onClick={() => window.location.reload()}>
          {TEXTS.crash.retry}
        </button>
      </main>
    );
  }
}
