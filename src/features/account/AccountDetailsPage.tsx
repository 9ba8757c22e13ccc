import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import css from "./account.module.css";
import { Overview } from "./Overview.tsx";
import { TEXTS } from "./texts.ts";

/** Settings as the navigation calls them: the account's own details, without the rest of the profile. */
export function AccountDetailsPage() {
  return (
    <main className={css.page}>
      <header className={css.head}>
        <div className={css.who}>
          <h1>{TEXTS.details.title}</h1>
          <p>{TEXTS.details.lead}</p>
        </div>
        <PageLink className={buttonClass()} to="/profile">
          {TEXTS.details.profile}
        </PageLink>
      </header>
      <Overview />
    </main>
  );
}
