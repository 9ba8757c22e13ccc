/** Parts of a page with the analyzer of a world, to be read, pressed and typed in. The file that uses it runs in happy-dom. */

import { act, type ReactElement } from "react";
import { createRoot } from "react-dom/client";
import type { Analyzer } from "#src/analyzer/analyzer.ts";
import { AnalyzerProvider } from "#src/analyzer/use-analyzer.tsx";

export interface Page {
  readonly host: HTMLElement;
  /** By test id, in the order of the page. */
  all<E extends HTMLElement = HTMLElement>(testId: string): E[];
  /** The only one or the first. */
  one<E extends HTMLElement = HTMLElement>(testId: string): E;
  texts(selector: string): string[];
  /** Focuses it, as a press by key does, and presses it. */
  press(target: HTMLElement): Promise<void>;
  key(target: HTMLElement, key: string): Promise<void>;
  type(field: HTMLElement, text: string): Promise<void>;
  /** Lets happen what is told, and draws what comes of it. */
  after(happens: () => unknown): Promise<void>;
  /** Shows another part, or the same with other properties. */
  show(part: ReactElement): Promise<void>;
  close(): Promise<void>;
}

export async function onPage(analyzer: Analyzer, part: ReactElement): Promise<Page> {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  const host = document.createElement("div");
  document.body.replaceChildren(host);
  const root = createRoot(host);
  const create = () => analyzer;
  const after = (happens: () => unknown) => act(async () => void (await happens()));
  const show = (shown: ReactElement) =>
    after(() =>
      root.render(
        <AnalyzerProvider namespace={analyzer.namespace} create={create}>
          {shown}
        </AnalyzerProvider>,
      ),
    );
  await show(part);
  const all = <E extends HTMLElement>(testId: string): E[] => [
    ...host.querySelectorAll<E>(`[data-testid="${testId}"]`),
  ];
  return {
    host,
    all,
    one<E extends HTMLElement>(testId: string): E {
      const [first] = all<E>(testId);
      if (first === undefined) throw new Error(`there is no ${testId}`);
      return first;
    },
    texts: (selector) => [...host.querySelectorAll(selector)].map((each) => each.textContent ?? ""),
    press: (target) =>
      after(() => {
        target.focus();
        target.click();
      }),
    key: (target, key) =>
      after(() => void target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }))),
    type: (field, text) =>
      after(() => {
        field.focus();
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(field, text);
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }),
    after,
    show,
    async close() {
      await after(() => root.unmount());
      Reflect.deleteProperty(globalThis, "IS_REACT_ACT_ENVIRONMENT");
    },
  };
}
