import { PAGE_PATHS, type PageName } from "#domain/access/page-paths.ts";
import { PAGE_TEXTS } from "#domain/access/page-texts.ts";
import { PageLink } from "../components/link/PageLink.tsx";
import css from "./NotAvailable.module.css";

export function NotAvailable({ name }: { readonly name: PageName }) {
  const { title, description, comesWith } = PAGE_TEXTS[name];
  return (
    <main className={css.page} data-testid="not-available">
      <p className={css.label}>Not available yet</p>
      <h1>{title}</h1>
      <p className={css.what}>{description}</p>
      <p>{comesWith}</p>
      <PageLink className={css.primary} to={PAGE_PATHS["option-chain"]}>
        Open the option chain
      </PageLink>
    </main>
  );
}
