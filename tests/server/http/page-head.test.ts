import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { pageOf } from "#domain/access/pages.ts";
import { createPageDocuments } from "#server/web/page-documents.ts";
import { type ApiHarness, startApi } from "../../support/http/api-server.ts";

const HTML = `<!doctype html><html lang="en-IN"><head><meta name="description" content="None" /><title>Strikewise</title></head></html>`;

test("a page's title and description stand in its document, and what HTML would read in them is written out", () => {
  const documents = createPageDocuments(HTML);
  const support = String(documents.of(pageOf("support"), "/support").plain);
  expect(support).toBe(
    '<!doctype html><html lang="en-IN"><head><meta name="description" content="How to reach us, and answers to what is asked most." /><title>Support · Strikewise</title></head></html>',
  );
  const verified = String(documents.of(pageOf("verified-pnl"), "/verified-pnl").plain);
  expect(verified).toContain("<title>Verified P&amp;L · Strikewise</title>");
});

test("a tab that has a title of its own is a document of its own, and a parameter makes none", () => {
  const documents = createPageDocuments(HTML);
  const page = pageOf("fii-dii");
  expect(String(documents.of(page, "/fii-dii-data/fno").plain)).toContain("<title>FII/DII participant-wise");
  expect(documents.of(page, "/fii-dii-data/a")).toBe(documents.of(page, "/fii-dii-data/b"));
  expect(documents.of(page, "/fii-dii-data/fno").etag).not.toBe(documents.of(page, "/fii-dii-data").etag);
});

let api: ApiHarness;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const ask = (path: string, headers: Record<string, string> = {}) =>
  api.call(path, { headers: { accept: "text/html", ...headers } });

it.each([
  ["/option-chain?tradingsymbol=NIFTY", 200, "Option Chain · Strikewise"],
  ["/", 200, "Home · Strikewise"],
  ["/verified-pnl/someone", 200, "Verified P&amp;L · Strikewise"],
  ["/astray", 404, "Page not found · Strikewise"],
  ["/admin", 404, "Page not found · Strikewise"],
  ["/admin/users", 404, "Page not found · Strikewise"],
])("%s is answered with %d as “%s”", async (path, status, title) => {
  const answer = await ask(path);
  expect(answer.status).toBe(status);
  expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(answer.headers["content-security-policy"]).toContain("script-src 'self'");
  expect(answer.body.toString()).toContain(`<title>${title}</title>`);
});

test("an unchanged page is not sent again, and another page's is", async () => {
  const { etag = "" } = (await ask("/support")).headers;
  expect((await ask("/support", { "if-none-match": etag })).status).toBe(304);
  expect((await ask("/home", { "if-none-match": etag })).status).toBe(200);
});

test("a page is the same document in every encoding", async () => {
  const plain = await ask("/support", { "accept-encoding": "identity" });
  const br = await ask("/support", { "accept-encoding": "br" });
  const gzip = await ask("/support", { "accept-encoding": "gzip" });
  expect([plain, br, gzip].map(({ headers }) => headers["content-encoding"])).toEqual([
    undefined,
    "br",
    "gzip",
  ]);
  expect([plain, br, gzip].map(({ headers }) => headers.vary)).toEqual(Array(3).fill("accept-encoding"));
  expect(brotliDecompressSync(br.body)).toEqual(plain.body);
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
});
