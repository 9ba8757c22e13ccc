import css from "./pages.module.css";

/** Shared workers, locks and caches exist only in a secure context; saying so beats failing one by one. */
export function InsecurePage() {
  return (
    <main className={css.page}>
      <h1>Strikewise needs a secure connection</h1>
      <p>
        This page was opened over plain http from another machine, and the browser then switches off what live
        prices need (workers shared by tabs, locks, storage).
      </p>
      <p>
        Open it over <strong>https</strong>, or on the machine itself at <code>http://127.0.0.1:8080</code>.
        Whoever runs the server can put a TLS proxy in front of it and set <code>PUBLIC_ORIGIN</code> to its
        address.
      </p>
    </main>
  );
}
