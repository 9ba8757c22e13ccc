import css from "./PageLoader.module.css";
import { TEXTS } from "./texts.ts";

/** What stands where a page will be; shown only once the wait is felt (rule SHELL-11). */
export function PageLoader({ text = TEXTS.loading }: { readonly text?: string }) {
  return (
    <main className={css.loader} aria-busy="true">
      <p role="status">{text}</p>
    </main>
  );
}
