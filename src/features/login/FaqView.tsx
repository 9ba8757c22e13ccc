import css from "./LoginPanel.module.css";
import { TEXTS } from "./texts.ts";

/** What people ask before they trust a login. */
export function FaqView() {
  return (
    <div className={css.faq}>
      {TEXTS.faq.map(({ id, question, answers }, i) => (
        <details key={id} open={i === 0}>
          <summary>{question}</summary>
          {answers.map((answer) => (
            <p key={answer}>{answer}</p>
          ))}
        </details>
      ))}
    </div>
  );
}
