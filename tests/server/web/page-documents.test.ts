import { expect, test } from "vitest";
import { PAGES } from "#domain/access/pages.ts";
import { createPageDocuments } from "#server/web/page-documents.ts";

const HTML = `<head><title>x</title></head><div id="root"><!-- bar --><b>Bar</b><!-- /bar --></div>
    <!-- last picture --><script>show()</script><!-- /last picture -->`;

test("the bar stands in every page's document but in those of widgets", () => {
  const documents = createPageDocuments(HTML);
  for (const page of PAGES) {
    const html = String(documents.of(page, page.path).plain);
    expect(html.includes("<b>Bar</b>"), page.name).toBe(page.isWidget !== true);
  }
  expect(String(documents.of(null, "").plain)).toContain("<b>Bar</b>");
});

test("what shows the last picture of a chain stands in the chain's document alone", () => {
  const documents = createPageDocuments(HTML);
  for (const page of PAGES) {
    const html = String(documents.of(page, page.path).plain);
    expect(html.includes("show()"), page.name).toBe(page.name === "option-chain");
  }
  expect(String(documents.of(null, "").plain)).not.toContain("show()");
});
