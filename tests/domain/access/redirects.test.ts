import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_PAGE, safeRedirectPath } from "#domain/access/redirects.ts";

const SITE = "https://strikewise.example";

describe("[LOGIN-6] a redirect path", () => {
  it.each([
    [null, DEFAULT_PAGE],
    ["", DEFAULT_PAGE],
    ["/positions", "/positions"],
    ["positions", "/positions"],
    ["/option-chain?underlying=M%26M#x", "/option-chain?underlying=M%26M#x"],
    ["//evil.example", "/"],
    ["///evil.example", "/"],
    ["/\\evil.example", "/"],
    ["\\\\evil.example", "/"],
    ["/a\\b", "/"],
    ["/\t/evil.example", "/"],
    ["/\n/evil.example", "/"],
    ["/.//evil.example", "/"],
    ["/..//evil.example", "/"],
    ["/%2e%2e//evil.example", "/"],
    ["/a/../..//evil.example", "/"],
    ["/login", DEFAULT_PAGE],
    ["/LOGIN?next=/x", DEFAULT_PAGE],
    ["login", DEFAULT_PAGE],
    ["/logout/", DEFAULT_PAGE],
    ["/login-help", "/login-help"],
    ["https://evil.example/", "/https://evil.example/"],
    ["javascript:alert(1)", "/javascript:alert(1)"],
  ])("%j becomes %j", (text, path) => {
    expect(safeRedirectPath(text)).toBe(path);
  });

  const nasty = fc.array(
    fc.oneof(
      fc.constantFrom(
        "/",
        "\\",
        "//",
        ".",
        "..",
        "%2e",
        "%2f",
        "%5c",
        "@",
        ":",
        "\t",
        "\r\n",
        "\u0000",
        "\u00a0",
      ),
      fc.constantFrom(
        "evil.example",
        "https:",
        "javascript:",
        "login",
        "logout",
        "?",
        "#",
        "\u2028",
        "\uff0f",
      ),
      fc.string({ maxLength: 6 }),
    ),
    { maxLength: 8 },
  );

  it("never leaves the site, whatever it was made of", () => {
    fc.assert(
      fc.property(nasty, (parts) => {
        const path = safeRedirectPath(parts.join(""));
        expect(path.startsWith("/") && !path.startsWith("//")).toBe(true);
        const url = new URL(path, SITE);
        expect(url.origin).toBe(SITE);
        expect(url.href.startsWith(`${SITE}/`)).toBe(true);
        // Not by resolving what was resolved once more, either: a router does.
        expect(new URL(url.pathname + url.search, SITE).origin).toBe(SITE);
        expect(/^\/(?:login|logout)(?:[/?#]|$)/i.test(path)).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it("is left alone once it is safe", () => {
    fc.assert(
      fc.property(nasty, (parts) => {
        const path = safeRedirectPath(parts.join(""));
        expect(safeRedirectPath(path)).toBe(path);
      }),
    );
  });
});
