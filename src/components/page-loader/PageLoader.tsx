import css from "./PageLoader.module.css";

/** What stands where a page will be; shown only once the wait is felt (rule SHELL-11). */
export function PageLoader({ text = "Loading…" }: { readonly text?: string }) {
  return (
    <main className={css.loader} aria-busy="true">
      <p role="status">{text}</p>
    </main>
  );
}
