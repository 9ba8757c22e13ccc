import { expect, test } from "vitest";
import { inlineScripts } from "#server/web/page-documents.ts";

test("the policy names each script that stands in a document by its hash, and none that is fetched", () => {
  const html = `<head><script>alert(1)</script><script type="module" src="/a.js"></script></head>`;
  // printf 'alert(1)' | openssl dgst -sha256 -binary | base64
  expect(inlineScripts(html)).toEqual(["'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='"]);
});
