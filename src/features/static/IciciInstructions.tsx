import { Article } from "../../components/article/Article.tsx";

/** How an ICICI Direct account comes to the margin that strategies need. */
export function IciciInstructions() {
  return (
    <Article
      title="ICICI Direct: switch to SPAN margin"
      lead="Strategies need a margin that sees their legs together. An ICICI Direct account may still count each position alone."
    >
      <h2>Why</h2>
      <p>
        SPAN looks at all legs of an underlying at once: a hedge lowers the margin. Without it each sold
        option is margined as if it stood alone, orders of a hedged strategy are refused for want of funds,
        and the margin shown here differs from your broker’s.
      </p>
      <h2>How</h2>
      <ol>
        <li>
          Log in at{" "}
          <a href="https://www.icicidirect.com/" target="_blank" rel="noopener noreferrer">
            icicidirect.com
          </a>{" "}
          with a computer’s browser.
        </li>
        <li>
          Close open F&amp;O positions, or wait until they are: the switch is refused while there are any.
        </li>
        <li>Open your F&amp;O account’s settings and look for the margin type of futures and options.</li>
        <li>Choose SPAN-based margin, confirm, and agree to the terms.</li>
        <li>From the next trading day, log out here and log in with ICICI Direct again.</li>
      </ol>
      <p>
        Names of menus are ICICI Direct’s and change now and then. If you don’t find the setting, their
        customer care makes the switch for you: ask for “SPAN margin in F&amp;O”.
      </p>
    </Article>
  );
}
