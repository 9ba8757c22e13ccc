import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import type {
  OptionAnswer,
  OptionQuestion,
  SideAnswer,
} from "#domain/pricing/calculator/option-calculator.ts";
import { Button } from "../../../components/button/Button.tsx";
import type { Inputs } from "../inputs.ts";
import { leftText, premiumDecimals, underlyingText } from "./figures.ts";
import css from "./Results.module.css";
import { TEXTS } from "./texts.ts";

const { result } = TEXTS;

type Row = Exclude<keyof typeof result.rows, "price">;
const ROWS: readonly Row[] = ["delta", "gamma", "theta", "vega", "intrinsic", "timeValue", "breakeven"];

const SIDES = ["call", "put"] as const;
const SIDE_OF = { call: "CE", put: "PE" } as const;

function cell(row: Row, { [row]: value }: SideAnswer, decimals: number): string {
  if (row === "delta") return formatFixed(value, 4);
  if (row === "gamma") return formatFixed(value, 6);
  return row === "breakeven" ? underlyingText(value) : formatFixed(value, decimals);
}

/** Of what and for how long. */
function Terms({ answer, question }: { readonly answer: OptionAnswer; readonly question: OptionQuestion }) {
  const said = [
    leftText(question.expiry - question.at),
    ...(question.basis === "spot" ? [result.forward(underlyingText(answer.forward))] : []),
    ...(answer.discount === 1 ? [] : [result.discount(formatFixed(answer.discount, 4))]),
    question.basis === "spot" ? result.toSpot : result.toFuture,
  ];
  return <p className={css.terms}>{said.join(" · ")}</p>;
}

interface Props {
  readonly inputs: Inputs;
  readonly answered: { readonly question: OptionQuestion; readonly answer: OptionAnswer } | null;
  /** What is shown is an answer to something else than what is typed. */
  readonly isOld: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Price and greeks of the call and the put. */
export function Results({ inputs, answered, isOld, hasFailed, retry }: Props) {
  const answer = answered?.answer ?? null;
  const decimals = premiumDecimals(inputs.strike);
  return (
    <section className={css.panel} aria-label={result.name} data-old={isOld ? "" : undefined}>
      <table className={css.greeks} data-testid="calculator-result">
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{result.figure}</span>
            </th>
            {SIDES.map((side) => (
              <th key={side} scope="col" data-chosen={inputs.side === SIDE_OF[side] ? "" : undefined}>
                {result.sides[SIDE_OF[side]]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={css.prices}>
            <th scope="row">{result.rows.price}</th>
            {SIDES.map((side) => (
              <td key={side} data-testid={`calculator-${side}-price`}>
                {formatFixed(answer?.[side].price, decimals)}
              </td>
            ))}
          </tr>
          {ROWS.map((row) => (
            <tr key={row}>
              <th scope="row">{result.rows[row]}</th>
              {SIDES.map((side) => (
                <td key={side} data-testid={`calculator-${side}-${row}`}>
                  {answer === null ? UNKNOWN : cell(row, answer[side], decimals)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {answered === null ? null : <Terms {...answered} />}
      {hasFailed ? (
        <p className={css.failed} role="alert">
          {result.failed}{" "}
          <Button size="small" onClick={retry}>
            {result.retry}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
