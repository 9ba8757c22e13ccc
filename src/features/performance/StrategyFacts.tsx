import { useSnapshot } from "valtio";
import { formatFixed, UNKNOWN } from "#domain/format/number.ts";
import { tabAnalyzer } from "../../analyzer/tab-performance.ts";
import { type Fact, FactList } from "./EngineFacts.tsx";
import { TEXTS } from "./texts.ts";

const whole = (n: number): string => formatFixed(n, 0);

/** What the analyzer of this tab asked and was answered; nothing where there is none. */
export function StrategyFacts() {
  const { performance } = useSnapshot(tabAnalyzer);
  if (performance === null) return null;
  const { strategy } = TEXTS;
  const { questions, answers, dropped, lastMs, serverQuestions, serverAnswers } = performance;
  const { verified, comparable, differences, lastDifference } = performance;
  const facts: Fact[] = [
    { ...strategy.questions, value: strategy.of(whole(answers), whole(questions)) },
    { ...strategy.dropped, value: whole(dropped) },
    { ...strategy.last, value: Number.isNaN(lastMs) ? UNKNOWN : formatFixed(lastMs, 1) },
    { ...strategy.server, value: strategy.of(whole(serverAnswers), whole(serverQuestions)) },
    {
      ...strategy.verified,
      value: strategy.verifiedOf(whole(verified), whole(serverAnswers), whole(comparable)),
    },
    { ...strategy.differences, value: whole(differences) },
    { ...strategy.lastDifference, value: lastDifference ?? UNKNOWN },
  ];
  return <FactList title={strategy.title} facts={facts} />;
}
