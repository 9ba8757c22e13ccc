import { TEXTS } from "../texts.ts";
import css from "./Makings.module.css";
import { MAKINGS } from "./texts.ts";

/** Opens a table further up, so that the link to it shows what it promises. */
function open(id: string): void {
  const table = document.getElementById(id);
  if (table instanceof HTMLDetailsElement) table.open = true;
}

/** How each kind of figure is made: in words, as formulas, and what checks it. */
export function Makings() {
  return MAKINGS.map(({ id, title, words, formulas, checkedBy }) => (
    <section key={id} id={id} className={css.making}>
      <h3 className={css.title}>{title}</h3>
      <div>
        {words.map((text) => (
          <p key={text}>{text}</p>
        ))}
        {formulas.map((formula) => (
          <p key={formula} className={css.formula}>
            <code>{formula}</code>
          </p>
        ))}
        <p className={css.checks}>
          {TEXTS.checkedBy}{" "}
          {checkedBy.map((name, i) => (
            <span key={name}>
              {i > 0 ? " · " : null}
              <a href={`#table-${name}`} onClick={() => open(`table-${name}`)}>
                {TEXTS.vectors[name]}
              </a>
            </span>
          ))}
        </p>
      </div>
    </section>
  ));
}
