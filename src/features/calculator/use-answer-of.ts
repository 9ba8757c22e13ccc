import { useCallback, useEffect, useRef, useState } from "react";
import type { OptionAnswer, OptionQuestion } from "#domain/pricing/calculator/option-calculator.ts";
import { type ComputeClient, createComputeClient } from "../../live/compute-client.ts";

interface Answered {
  readonly question: OptionQuestion;
  readonly answer: OptionAnswer;
}

export interface OptionAnswered {
  /** The newest answer; null before the first. */
  readonly answered: Answered | null;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** What the compute worker answers; while it does, and while nothing can be asked, the answer before stays. */
export function useAnswerOf(question: OptionQuestion | null): OptionAnswered {
  const client = useRef<ComputeClient | null>(null);
  const [answered, setAnswered] = useState<Answered | null>(null);
  const [failed, setFailed] = useState<OptionQuestion | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(
    () => () => {
      client.current?.dispose();
      client.current = null;
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same again
  useEffect(() => {
    if (question === null) return;
    let isOver = false;
    client.current ??= createComputeClient();
    client.current.option(question).then(
      (answer) => {
        if (isOver) return;
        setAnswered({ question, answer });
        setFailed(null);
      },
      () => {
        if (!isOver) setFailed(question);
      },
    );
    return () => {
      isOver = true;
    };
  }, [question, attempt]);

  const retry = useCallback(() => {
    client.current?.dispose();
    client.current = null;
    setAttempt((count) => count + 1);
  }, []);
  return { answered, hasFailed: failed !== null && failed === question, retry };
}
