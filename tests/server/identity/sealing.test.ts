import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { readCookie, readLogin, readSession } from "#server/identity/http/cookies.ts";
import { keyFromFile } from "#server/identity/key-file.ts";
import { createSealing } from "#server/identity/sealing.ts";
import { createWidgetTokens } from "#server/identity/widget-token.ts";

const [first, second] = [randomBytes(32), randomBytes(32)];

describe("what is sealed", () => {
  it("opens for its own account with its own key, and is never the same twice", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string(), (text, context) => {
        const sealing = createSealing([first]);
        const sealed = sealing.seal(text, context);
        expect(sealing.open(sealed, context)).toBe(text);
        expect(Buffer.from(sealing.seal(text, context)).equals(Buffer.from(sealed))).toBe(false);
        expect(sealing.open(sealed, `${context}x`)).toBeNull();
        expect(createSealing([second]).open(sealed, context)).toBeNull();
      }),
    );
  });

  it("opens after the key was rotated, and not once the old one is gone", () => {
    const sealed = createSealing([first]).seal("secret", "a");
    expect(createSealing([second, first]).open(sealed, "a")).toBe("secret");
    expect(createSealing([second]).open(sealed, "a")).toBeNull();
  });

  it("does not open when any bit of it was turned, or it was cut", () => {
    const sealing = createSealing([first]);
    const sealed = Buffer.from(sealing.seal("a token of a broker", "a"));
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const turned = Buffer.from(sealed);
      turned[bit >> 3]! ^= 1 << (bit & 7);
      expect(sealing.open(turned, "a"), `bit ${bit}`).toBeNull();
    }
    for (let length = 0; length < sealed.length; length++) {
      expect(sealing.open(sealed.subarray(0, length), "a"), `length ${length}`).toBeNull();
    }
  });

  it("is not sealed with something shorter than a key", () => {
    expect(() => createSealing([])).toThrow(RangeError);
    expect(() => createSealing([randomBytes(16)])).toThrow(RangeError);
  });
});

describe("the key file", () => {
  const folders: string[] = [];
  const folder = (): string => {
    const made = mkdtempSync(path.join(tmpdir(), "keys-"));
    folders.push(made);
    return path.join(made, "data");
  };
  afterEach(() => {
    for (const each of folders.splice(0)) rmSync(each, { recursive: true });
  });

  it("is made once, for this user alone, and read ever after", () => {
    const data = folder();
    const key = keyFromFile(data);
    expect(key).toHaveLength(32);
    expect(statSync(path.join(data, "secret.key")).mode & 0o777).toBe(0o600);
    expect(keyFromFile(data).equals(key)).toBe(true);
    expect(keyFromFile(folder()).equals(key)).toBe(false);
  });

  it("is closed to others when it had been opened", () => {
    const data = folder();
    keyFromFile(data);
    const file = path.join(data, "secret.key");
    const text = readFileSync(file);
    rmSync(file);
    writeFileSync(file, text, { mode: 0o644 });
    keyFromFile(data);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("refuses the start in one line, without showing what it holds, when it is no key", () => {
    const data = folder();
    keyFromFile(data);
    writeFileSync(path.join(data, "secret.key"), "hunter2");
    expect(() => keyFromFile(data)).toThrow(/^The key file .*secret\.key is not usable: it must hold 64/);
    expect(() => keyFromFile(data)).not.toThrow(/hunter2/);
    // A folder that cannot be made: its name is a file's.
    expect(() => keyFromFile(path.join(data, "secret.key"))).toThrow(/SECRET_KEY be set/);
  });
});

describe("a widget's token", () => {
  it("cannot be made, changed, or prolonged outside", () => {
    let now = 1_000_000;
    const tokens = createWidgetTokens([first], () => now);
    const token = tokens.issue("account", "session");
    expect(tokens.read(token)).toEqual({ accountId: "account", sessionId: "session", leftMs: 900_000 });
    const [body = "", signature = ""] = token.split(".");
    const later = Buffer.from(JSON.stringify(["account", "session", 9e15])).toString("base64url");
    for (const forged of [
      `${later}.${signature}`,
      `${body}.${"A".repeat(43)}`,
      body,
      "",
      ".",
      `${token}.`,
      `${body}.`,
    ]) {
      expect(tokens.read(forged), forged).toBeNull();
    }
    expect(createWidgetTokens([second], () => now).read(token)).toBeNull();
    expect(createWidgetTokens([second, first], () => now).read(token)).not.toBeNull();
    now += 15 * 60_000;
    expect(tokens.read(token)).toBeNull();
  });
});

describe("cookies", () => {
  it("are read out of any header without a fault", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (header) => {
        for (const text of [header, `__Host-sid=${header}`, `a=b; __Host-login=${header};`]) {
          expect(() => [readSession(text), readLogin(text), readCookie(text, "x")]).not.toThrow();
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("are ours by their exact name", () => {
    const value = `${"A".repeat(43)}.00000000-0000-4000-8000-000000000000`;
    expect(readSession(`x=1; __Host-sid=${value}; y=2`)).toMatchObject({ token: "A".repeat(43) });
    for (const name of ["__host-sid", "x__Host-sid", "__Host-sid2", "sid", "__Secure-sid"]) {
      expect(readSession(`${name}=${value}`), name).toBeNull();
    }
  });
});
