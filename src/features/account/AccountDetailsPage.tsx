import { buttonClass } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import css from "./account.module.css";
import { Overview } from "./Overview.tsx";

/** Settings as the navigation calls them: the account's own details, without the rest of the profile. */
export function AccountDetailsPage() {
  return (
    <main className={css.page}>
      <header className={css.head}>
        <div className={css.who}>
          <h1>Account details</h1>
          <p>As your broker told us; change it there, and it is renewed with your next login.</p>
        </div>
        <PageLink className={buttonClass()} to="/profile">
          Plans, devices, preferences
        </PageLink>
      </header>
      <Overview />
    </main>
  );
}
