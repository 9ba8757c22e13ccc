import { useSnapshot } from "valtio";
import { Article } from "../../components/article/Article.tsx";
import { Button } from "../../components/button/Button.tsx";
import { PageLink } from "../../components/link/PageLink.tsx";
import { live } from "../../live/live-state.ts";
import { openPicker, shell } from "../../shared/shell-state.ts";
import { clientReference } from "./client-reference.ts";
import { SUPPORT_EMAIL } from "./site.ts";
import { QUESTIONS } from "./support-questions.ts";

/** How to reach us, what to tell us, and answers to what is asked most. */
export function Support() {
  const { health, link } = useSnapshot(live);
  const reference = clientReference();
  return (
    <Article title="Support" lead="Answers first; below them, how to reach somebody.">
      <h2 id="faq">What is asked most</h2>
      {QUESTIONS.map(({ id, question, answers }) => (
        <details key={id} id={id}>
          <summary>{question}</summary>
          {answers.map((answer) => (
            <p key={answer}>{answer}</p>
          ))}
        </details>
      ))}
      <h2>Reach us</h2>
      {SUPPORT_EMAIL ? (
        <p>
          Write to <a href={`mailto:${SUPPORT_EMAIL}?subject=Strikewise%20${reference}`}>{SUPPORT_EMAIL}</a>{" "}
          and mention the reference below: with it we find what happened.
        </p>
      ) : (
        <p>
          Whoever runs this installation has not said where to write. Your broker’s support helps with orders,
          funds and logins.
        </p>
      )}
      <table>
        <tbody>
          <tr>
            <th scope="row">Reference</th>
            <td>{reference}</td>
          </tr>
          <tr>
            <th scope="row">Version</th>
            <td>Web 1.0.0, build {__BUILD__}</td>
          </tr>
          <tr>
            <th scope="row">Connection</th>
            <td>
              {health === null ? link.phase : health.state}
              {health?.simulated ? ", simulated market" : ""}
            </td>
          </tr>
        </tbody>
      </table>
      <h2>Find your way</h2>
      <p>
        <Button variant="secondary" onClick={openPicker}>
          Search instruments and pages
        </Button>{" "}
        <Button
          variant="quiet"
          onClick={() => {
            shell.keysOpen = true;
          }}
        >
          Keyboard shortcuts
        </Button>
      </p>
      <p>
        <PageLink to="/manifesto">What we stand for</PageLink>
      </p>
    </Article>
  );
}
