import { useRouter } from "@tanstack/react-router";
import { pushToList } from "../../browser/kept-list.ts";
import { targetOf } from "../../shared/nav-target.ts";
import { shell } from "../../shared/shell-state.ts";
import { ACTIONS } from "./actions.ts";
import { goToChain } from "./go-to-chain.ts";
import type { PageHit } from "./pages-search.ts";

/** Recent tickers kept. */
const RECENT = 3;

/** Closes the palette and does what the line of this key promises (`keysOf`): an action, a page, or an underlying's chain. */
export function useChoose(searchPages: (text: string) => readonly PageHit[]): (key: string) => void {
  const router = useRouter();
  return (key) => {
    const at = key.indexOf(":");
    const [group, id] = [key.slice(0, at), key.slice(at + 1)];
    shell.pickerOpen = false;
    if (group === "do") return ACTIONS.find((action) => action.id === id)?.run();
    if (group === "pages") {
      const hit = searchPages(id).find(({ entry }) => entry.label === id);
      if (hit === undefined) return;
      const to = targetOf(hit.entry);
      if (/^https?:/.test(to)) window.open(to, "_blank", "noopener,noreferrer");
      else void router.navigate({ href: to });
      return;
    }
    pushToList("recent", id, RECENT);
    goToChain(router, id);
  };
}
