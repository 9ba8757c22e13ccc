import { Rich } from "../../shared/texts/texts.tsx";
import css from "../pages.module.css";
import { TEXTS } from "./texts.ts";

const SCHEME = "https";
const ADDRESS = "http://127.0.0.1:8080";
const SETTING = "PUBLIC_ORIGIN";

/** Shared workers, locks and caches exist only in a secure context; saying so beats failing one by one. */
export function InsecurePage() {
  return (
    <main className={css.page}>
      <h1>{TEXTS.title}</h1>
      <p>{TEXTS.why}</p>
      <p>
        <Rich
          of={TEXTS.wayOut}
          parts={{
            scheme: <strong>{SCHEME}</strong>,
            address: <code>{ADDRESS}</code>,
            setting: <code>{SETTING}</code>,
          }}
        />
      </p>
    </main>
  );
}
