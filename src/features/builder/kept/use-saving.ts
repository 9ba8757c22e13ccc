import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type { KeptStrategy } from "#domain/strategy/kept/content.ts";
import { create } from "#protocol/generated/http/calls/kept-strategies/create.ts";
import { list } from "#protocol/generated/http/calls/kept-strategies/list.ts";
import { open } from "#protocol/generated/http/calls/kept-strategies/open.ts";
import { update } from "#protocol/generated/http/calls/kept-strategies/update.ts";
import type { KeptHead } from "#protocol/http/kept-strategies.ts";
import { useAnalyzer } from "../../../analyzer/use-analyzer.tsx";
import { ApiFailure, textOf } from "../../../api/api-failure.ts";
import { api } from "../../../api/site-api.ts";
import { showToast } from "../../../components/toast/toast.ts";
import { askAgain } from "../../../shared/answers/use-answer.ts";
import { bodyOf, currentStrategy, goOnSaved, withEntries } from "./current.ts";
import { type OpenedStrategy, useKeeping } from "./keeping.ts";
import { marketNow } from "./market-now.ts";
import { nameFaultOf } from "./names.ts";
import { remember } from "./remembered.ts";
import { strategyHref } from "./share.ts";
import { signatureOfKept } from "./signature.ts";
import { TEXTS } from "./texts.ts";

/** What stands in front of the page. */
type Question = "name" | "changed" | null;

export interface Saving {
  readonly isBusy: boolean;
  /** Why the last save came to nothing, for people. */
  readonly trouble: string | null;
  /** The same of a name. */
  readonly nameFault: string | null;
  readonly question: Question;
  ask(question: Question): void;
  /** Saves the strategy that is open. */
  save(opened: OpenedStrategy): Promise<void>;
  saveAs(name: string): Promise<void>;
  /** In place of what was saved elsewhere. */
  overwrite(opened: OpenedStrategy): Promise<void>;
}

const codeOf = (error: unknown): string | null => (error instanceof ApiFailure ? error.code : null);

export function useSaving(): Saving {
  const analyzer = useAnalyzer();
  const keeping = useKeeping();
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [nameFault, setNameFault] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question>(null);

  const ask = useCallback((next: Question) => {
    setNameFault(null);
    setQuestion(next);
  }, []);

  function saved(strategy: KeptStrategy, { id, name, revision }: KeptHead): void {
    const isNew = keeping.strategy?.id !== id;
    goOnSaved(analyzer, strategy, { id, name });
    const signature = signatureOfKept(strategy, marketNow(analyzer));
    keeping.strategy = { id, name, revision, signature, keptOn: strategy.keptOn };
    keeping.link = null;
    remember({ kind: "strategy", id, revision, signature });
    void askAgain(list);
    void router.navigate({ href: strategyHref(id, strategy.underlying), replace: true });
    // At the head it would lie on the very button; saved again, the button says so.
    if (isNew) showToast(TEXTS.done(name), { tone: "success", atFoot: true });
  }

  /** One save at a time; what it could not do is said. */
  async function attempt(run: (strategy: KeptStrategy) => Promise<void>): Promise<void> {
    const strategy = currentStrategy(analyzer);
    if (strategy === null || isBusy) return;
    setBusy(true);
    setTrouble(null);
    setNameFault(null);
    try {
      await run(withEntries(strategy));
    } finally {
      setBusy(false);
    }
  }

  async function replace(strategy: KeptStrategy, id: string, revision: number): Promise<void> {
    try {
      const { data } = await api.call(update, {
        params: { id },
        body: { revision, strategy: bodyOf(strategy) },
      });
      setQuestion(null);
      saved(strategy, data);
    } catch (error) {
      if (codeOf(error) === "strategy.changed") setQuestion("changed");
      else {
        setQuestion(null);
        setTrouble(codeOf(error) === "strategy.not_found" ? TEXTS.gone : textOf(error));
      }
    }
  }

  return {
    isBusy,
    trouble,
    nameFault,
    question,
    ask,
    save: ({ id, revision }) => attempt((strategy) => replace(strategy, id, revision)),
    saveAs: (name) =>
      attempt(async (strategy) => {
        const fault = nameFaultOf(name);
        if (fault !== null) return setNameFault(fault);
        try {
          const { data } = await api.call(create, {
            body: { name: name.trim(), strategy: bodyOf(strategy) },
          });
          setQuestion(null);
          saved(strategy, data);
        } catch (error) {
          setNameFault(codeOf(error) === "strategy.name_taken" ? TEXTS.name.taken : textOf(error));
        }
      }),
    overwrite: ({ id }) =>
      attempt(async (strategy) => {
        try {
          const { data } = await api.call(open, { params: { id } });
          await replace(strategy, id, data.revision);
        } catch (error) {
          setQuestion(null);
          setTrouble(codeOf(error) === "strategy.not_found" ? TEXTS.gone : textOf(error));
        }
      }),
  };
}
