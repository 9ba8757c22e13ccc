import type { ChainViewSpec } from "../api.ts";
import type { EngineCalls } from "../engine-calls.ts";
import { refuse } from "../refuse.ts";
import type { ChainViews } from "./chain-views.ts";
import type { Tabs } from "./tabs.ts";
import { faultOf, fieldNumbers, type View } from "./view.ts";

/** Thirty tabs of some views each; far beyond it something leaks, and that must be heard of. */
const MAX_VIEWS = 512;

/** What a tab asks for its views of chains. */
type ViewCalls = Pick<EngineCalls, "openChain" | "configureChain" | "closeView" | "cellStory">;

/**
 * @param ready settles with the views as soon as there is a decoder
 * @param serverNow the server's clock, epoch ms
 */
export function createViewCalls(
  tabs: Tabs,
  ready: () => Promise<ChainViews>,
  serverNow: () => number,
): ViewCalls {
  /** What each view was last configured to. */
  const wanted = new WeakMap<View, ChainViewSpec>();

  /** The views, once they know every figure of the specification. */
  async function prepared(spec: Pick<ChainViewSpec, "fields">): Promise<ChainViews> {
    const views = await ready();
    await views.prepare(fieldNumbers(spec));
    return views;
  }

  return {
    async openChain(tabId, spec, port) {
      const fault = faultOf(spec);
      if (fault !== null) return refuse("request.invalid", `The view cannot be opened: ${fault}`);
      const views = await prepared(spec);
      const tab = tabs.get(tabId);
      if (tab === undefined) {
        port.close();
        return refuse("engine.unavailable", "The engine does not know this tab; say hello again");
      }
      if (views.all.size >= MAX_VIEWS) {
        port.close();
        return refuse("engine.capacity", `The engine holds ${MAX_VIEWS} views already; close some tabs`);
      }
      return { ok: true, value: views.open(tabId, spec, port, tab.visible).id };
    },
    async configureChain(viewId, spec) {
      const fault = faultOf(spec);
      if (fault !== null) return refuse("request.invalid", `The view cannot be changed: ${fault}`);
      const views = await ready();
      const view = views.all.get(viewId);
      if (view === undefined) return refuse("engine.unavailable", "There is no such view; open it again");
      wanted.set(view, spec);
      await views.prepare(fieldNumbers(spec));
      // While the code of its figures came it may have been closed, or another asked for.
      if (views.all.has(viewId) && wanted.get(view) === spec) views.configure(view, spec);
      return { ok: true, value: null };
    },
    async cellStory(tabId, question) {
      // Of figures that are pressed: no chain waits for its code.
      const fields = question.field === null ? [] : [question.field];
      const [views, { tellCell }] = await Promise.all([prepared({ fields }), import("./cell-story.ts")]);
      return tellCell(views, tabId, question, serverNow());
    },
    async closeView(viewId) {
      const views = await ready();
      const view = views.all.get(viewId);
      if (view !== undefined) views.close(view);
    },
  };
}
