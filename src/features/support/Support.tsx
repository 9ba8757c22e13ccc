import { useSnapshot } from "valtio";
import { Article } from "../../components/article/Article.tsx";
import { Button } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { live } from "../../live/live-state.ts";
import { openPicker, shell } from "../../shared/shell-state.ts";
import { Rich } from "../../shared/texts/texts.tsx";
import { clientReference } from "./client-reference.ts";
import { SUPPORT_EMAIL } from "./site.ts";
import { TEXTS } from "./texts.ts";

/** How to reach us, what to tell us, and answers to what is asked most. */
export function Support() {
  const { health, link } = useSnapshot(live);
  const reference = clientReference();
  const connection = health === null ? link.phase : health.state;
  return (
    <Article title={TEXTS.title} lead={TEXTS.lead}>
      <h2 id="faq">{TEXTS.asked}</h2>
      {TEXTS.questions.map(({ id, question, answers }) => (
        <details key={id} id={id}>
          <summary>{question}</summary>
          {answers.map((answer) => (
            <p key={answer}>{answer}</p>
          ))}
        </details>
      ))}
      <h2>{TEXTS.reach}</h2>
      {SUPPORT_EMAIL ? (
        <p>
          <Rich
            of={TEXTS.write}
            parts={{
              mail: <a href={`mailto:${SUPPORT_EMAIL}?subject=Strikewise%20${reference}`}>{SUPPORT_EMAIL}</a>,
            }}
          />
        </p>
      ) : (
        <p>{TEXTS.noAddress}</p>
      )}
      <table>
        <tbody>
          <tr>
            <th scope="row">{TEXTS.facts.reference}</th>
            <td>{reference}</td>
          </tr>
          <tr>
            <th scope="row">{TEXTS.facts.version}</th>
            <td>{TEXTS.version(__BUILD__)}</td>
          </tr>
          <tr>
            <th scope="row">{TEXTS.facts.connection}</th>
            <td>{health?.simulated ? TEXTS.simulated(connection) : connection}</td>
          </tr>
        </tbody>
      </table>
      <h2>{TEXTS.findYourWay}</h2>
      <p>
        <Button variant="secondary" onClick={openPicker}>
          {TEXTS.search}
        </Button>{" "}
        <Button
          variant="quiet"
          onClick={() => {
            shell.keysOpen = true;
          }}
        >
          {TEXTS.keys}
        </Button>
      </p>
      <p>
        <PageLink to="/manifesto">{TEXTS.manifesto}</PageLink>
      </p>
    </Article>
  );
}
