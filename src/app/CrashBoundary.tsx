import { Component, type ReactNode } from "react";
import css from "./pages.module.css";

interface State {
  readonly error: Error | null;
}

/** A bug in the page shows this instead of a blank screen; the engine and other tabs go on. */
export class CrashBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <main className={css.page} role="alert">
        <h1>Oops! Something went wrong</h1>
        <p>This page hit an error of its own. Your other tabs and the live connection are not touched.</p>
        <pre className={css.detail}>{error.message}</pre>
        <button type="button" className={css.primary} onClick={() => window.location.reload()}>
          Reload this page
        </button>
      </main>
    );
  }
}
