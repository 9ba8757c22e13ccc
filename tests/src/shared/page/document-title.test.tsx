// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, expect, it } from "vitest";
import { showUsualTitle, useDocumentTitle } from "#src/shared/page/use-document-title.ts";

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function Page({ title }: { readonly title: string }) {
  useDocumentTitle(title);
  return null;
}

const roots: Root[] = [];
function shown(): { show(title: string): void; leave(): void } {
  const root = createRoot(document.createElement("div"));
  roots.push(root);
  return {
    show: (title) => act(() => root.render(<Page title={title} />)),
    leave: () => act(() => root.unmount()),
  };
}
afterEach(() => {
  for (const root of roots.splice(0)) act(() => root.unmount());
});

it("is the page's own while it is there, whether it is said before its path's or after it", () => {
  showUsualTitle("Chart");
  const page = shown();
  page.show("NIFTY");
  expect(document.title).toBe("NIFTY");
  showUsualTitle("Charts");
  expect(document.title).toBe("NIFTY");
  page.show("RELIANCE");
  expect(document.title).toBe("RELIANCE");
  page.leave();
  expect(document.title).toBe("Charts");
});

it("is not taken back by the page that was there before", () => {
  const [before, next] = [shown(), shown()];
  before.show("NIFTY");
  next.show("BANKNIFTY");
  before.leave();
  expect(document.title).toBe("BANKNIFTY");
});
