import { Link } from "@tanstack/react-router";
import css from "./pages.module.css";

export function NotFound() {
  return (
    <main className={css.page}>
      <h1>There is no page at this address</h1>
      <p>The link may be old, or mistyped. The option chain is one step away.</p>
      <Link className={css.primary} to="/option-chain" search={{}}>
        Open the option chain
      </Link>
    </main>
  );
}
