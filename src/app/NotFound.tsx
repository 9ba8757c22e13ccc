import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { PageLink } from "../components/link/PageLink.tsx";
import css from "./pages.module.css";

export function NotFound() {
  return (
    <main className={css.page}>
      <h1>There is no page at this address</h1>
      <p>The link may be old, or mistyped. Press / to search for instruments and pages.</p>
      <p className={css.ways}>
        <PageLink className={css.primary} to={PAGE_PATHS["option-chain"]}>
          Open the option chain
        </PageLink>
        <PageLink className={css.secondary} to={PAGE_PATHS.home}>
          Home
        </PageLink>
      </p>
    </main>
  );
}
