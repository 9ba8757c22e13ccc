import { PAGE_TEXTS } from "#domain/access/page-texts.ts";
import type { Page } from "#domain/access/pages.ts";
import { PageLink } from "../components/link/PageLink.tsx";
import { openLogin } from "../session/login-panel.ts";
import css from "./pages.module.css";

/** In front of a page that only accounts may open. */
export function LoginNeeded({ page }: { readonly page: Page }) {
  const { title, description } = PAGE_TEXTS[page.name];
  return (
    <main className={css.page}>
      <h1>Login to open {title}</h1>
      <p>{description}</p>
      <button type="button" className={css.primary} onClick={() => openLogin()}>
        Login
      </button>
    </main>
  );
}

/** In front of a page that the plan does not reach. */
export function PlanNeeded({ page }: { readonly page: Page }) {
  const { title, description } = PAGE_TEXTS[page.name];
  return (
    <main className={css.page}>
      <h1>{title} needs another plan</h1>
      <p>{description}</p>
      <PageLink className={css.primary} to="/pricing">
        See the plans
      </PageLink>
    </main>
  );
}
