import { Article } from "../../components/article/Article.tsx";
import { Rich } from "../../shared/texts/texts.tsx";
import { TEXTS } from "./texts.ts";

/** How an ICICI Direct account comes to the margin that strategies need. */
export function IciciInstructions() {
  const { title, lead, why, reason, how, site, logIn, steps, help } = TEXTS.icici;
  const link = (
    <a href="https://www.icicidirect.com/" target="_blank" rel="noopener noreferrer">
      {site}
    </a>
  );
  return (
    <Article title={title} lead={lead}>
      <h2>{why}</h2>
      <p>{reason}</p>
      <h2>{how}</h2>
      <ol>
        <li>
          <Rich of={logIn} parts={{ site: link }} />
        </li>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>{help}</p>
    </Article>
  );
}
