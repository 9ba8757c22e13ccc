import type { useRouter } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { list } from "#protocol/generated/http/calls/kept-strategies/list.ts";
import { remove } from "#protocol/generated/http/calls/kept-strategies/remove.ts";
import { rename } from "#protocol/generated/http/calls/kept-strategies/rename.ts";
import { restore } from "#protocol/generated/http/calls/kept-strategies/restore.ts";
import type { KeptSummary } from "#protocol/http/kept-strategies.ts";
import type { Analyzer } from "../../../../analyzer/analyzer.ts";
import { useAnalyzer } from "../../../../analyzer/use-analyzer.tsx";
import { ApiFailure, textOf } from "../../../../api/api-failure.ts";
import { api } from "../../../../api/site-api.ts";
import { LONG_TOAST_MS, showToast } from "../../../../components/toast/toast.ts";
import { askAgain } from "../../../../shared/answers/use-answer.ts";
import { renamedSource } from "../../kept/current.ts";
import { type Keeping, useKeeping } from "../../kept/keeping.ts";
import { marketNow } from "../../kept/market-now.ts";
import { nameFaultOf } from "../../kept/names.ts";
import { strategyHref } from "../../kept/share.ts";
import { TEXTS as KEPT } from "../../kept/texts.ts";
import { hasUnsavedWork } from "../../kept/unsaved.ts";
import { reopen } from "../../opening/open-kept.ts";
import type { RowActions } from "./SavedRow.tsx";
import { TEXTS } from "./texts.ts";

type Router = ReturnType<typeof useRouter>;

async function renamed(
  { id }: KeptSummary,
  name: string,
  analyzer: Analyzer,
  keeping: Keeping,
): Promise<string | null> {
  const fault = nameFaultOf(name);
  if (fault !== null) return fault;
  try {
    const { data } = await api.call(rename, { params: { id }, body: { name: name.trim() } });
    if (keeping.strategy?.id === id) {
      keeping.strategy = { ...keeping.strategy, name: data.name };
      renamedSource(analyzer, { id, name: data.name });
    }
    void askAgain(list);
    return null;
  } catch (error) {
    const isTaken = error instanceof ApiFailure && error.code === "strategy.name_taken";
    return isTaken ? KEPT.name.taken : textOf(error);
  }
}

async function broughtBack({ id }: KeptSummary): Promise<void> {
  try {
    const { data } = await api.call(restore, { params: { id } });
    showToast(TEXTS.restored(data.name), { tone: "success" });
  } catch (error) {
    showToast(textOf(error), { tone: "error" });
  }
  await askAgain(list);
}

async function removed(strategy: KeptSummary): Promise<void> {
  try {
    await api.call(remove, { params: { id: strategy.id } });
    const undo = { label: TEXTS.undo, onPress: () => void broughtBack(strategy) };
    showToast(TEXTS.removed(strategy.name), { ms: 2 * LONG_TOAST_MS, action: undo, atFoot: true });
  } catch (error) {
    showToast(textOf(error), { tone: "error" });
  }
  await askAgain(list);
}

function openNow(
  { id, underlying }: KeptSummary,
  router: Router,
  analyzer: Analyzer,
  keeping: Keeping,
): void {
  if (keeping.strategy?.id !== id) return void router.navigate({ href: strategyHref(id, underlying) });
  reopen(id, analyzer, keeping).catch((error: unknown) => showToast(textOf(error), { tone: "error" }));
}

/** A strategy that is to be opened in place of work that is not saved. */
interface Asked {
  readonly strategy: KeptSummary;
  /** Of another underlying: what it takes the place of cannot be undone back. */
  readonly isForGood: boolean;
}

interface ListDesk {
  readonly actions: RowActions;
  /** What is asked before anything is lost; null: nothing. */
  readonly asked: Asked | null;
  answer(isYes: boolean): void;
}

/** What is done to a strategy of the list. */
export function useRowActions(router: Router): ListDesk {
  const analyzer = useAnalyzer();
  const keeping = useKeeping();
  const [asked, setAsked] = useState<Asked | null>(null);
  const actions = useMemo(
    (): RowActions => ({
      open(strategy) {
        const instance = analyzer.instance();
        if (hasUnsavedWork(instance, keeping, marketNow(analyzer))) {
          setAsked({ strategy, isForGood: strategy.underlying !== instance?.underlying });
        } else openNow(strategy, router, analyzer, keeping);
      },
      rename: (strategy, name) => renamed(strategy, name, analyzer, keeping),
      remove: (strategy) => void removed(strategy),
    }),
    [analyzer, keeping, router],
  );
  return {
    actions,
    asked,
    answer(isYes) {
      setAsked(null);
      if (isYes && asked !== null) openNow(asked.strategy, router, analyzer, keeping);
    },
  };
}
