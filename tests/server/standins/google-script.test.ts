// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from "vitest";
import { CLIENT_SCRIPT } from "#server/standins/google/google-scripts.ts";

interface IdApi {
  initialize(options: unknown): void;
  renderButton(parent: HTMLElement, options?: Record<string, unknown>): void;
  prompt(listener?: (moment: { getMomentType(): string; isDisplayed(): boolean }) => void): void;
  cancel(): void;
  disableAutoSelect(): void;
}

const SOON = { timeout: 5_000 };

let id: IdApi;
let callback: ReturnType<typeof vi.fn>;
const popup = { closed: false };

beforeEach(() => {
  document.body.innerHTML = '<div id="place"></div>';
  window.open = vi.fn(() => popup as unknown as Window);
  new Function(CLIENT_SCRIPT)();
  id = (window as unknown as { google: { accounts: { id: IdApi } } }).google.accounts.id;
  callback = vi.fn();
});

const place = () => document.getElementById("place")!;
const ready = () => id.initialize({ client_id: "sandbox-client", nonce: "n 1", callback });
const button = () => place().querySelector("button")!;

function deliver(origin: string, source: unknown, data: unknown): void {
  const event = new MessageEvent("message", { origin, data });
  Object.defineProperty(event, "source", { value: source });
  window.dispatchEvent(event);
}

describe("the stand-in for Google's script", () => {
  it("wants a client id, and to be initialised first", () => {
    expect(() => id.initialize({})).toThrow(/client_id/);
    expect(() => id.renderButton(place())).toThrow(/initialize/);
    expect(() => id.prompt()).toThrow(/initialize/);
    expect(() => id.disableAutoSelect()).not.toThrow();
  });

  it("draws the button of the login panel: filled blue, large, square, left, 364 px", () => {
    ready();
    id.renderButton(place(), {
      type: "standard",
      theme: "filled_blue",
      size: "large",
      text: "signin_with",
      shape: "square",
      logo_alignment: "left",
      width: 364,
    });
    expect(button().textContent).toContain("Sign in with Google");
    expect(button().getAttribute("aria-label")).toBe("Sign in with Google (sandbox)");
    expect(button().title).toBe("Sandbox: this is not Google");
    const { width, height, background, borderRadius } = button().style;
    expect([width, height, borderRadius]).toEqual(["364px", "40px", "4px"]);
    expect(background).toContain("#1a73e8");
    id.renderButton(place(), { width: 326 });
    expect(place().querySelectorAll("button").length).toBe(1);
    expect(button().style.width).toBe("326px");
    id.renderButton(place(), { width: 9_999, text: "continue_with", shape: "pill", size: "medium" });
    expect([button().style.width, button().style.borderRadius]).toEqual(["400px", "16px"]);
    expect(button().textContent).toContain("Continue with Google");
  });

  it("opens the chooser with client id and nonce, and yields what that window delivers, once", () => {
    ready();
    const onClick = vi.fn();
    id.renderButton(place(), { click_listener: onClick });
    button().click();
    expect(onClick).toHaveBeenCalledOnce();
    expect(vi.mocked(window.open).mock.calls[0]?.[0]).toBe(
      "/sandbox/google/gsi/select?client_id=sandbox-client&nonce=n+1",
    );
    const message = { type: "sandbox-google-credential", credential: "a.b.c" };
    deliver("https://evil.example", popup, message);
    deliver(location.origin, {}, message);
    deliver(location.origin, popup, { type: "other", credential: "a.b.c" });
    expect(callback).not.toHaveBeenCalled();
    deliver(location.origin, popup, message);
    deliver(location.origin, popup, message);
    expect(callback.mock.calls).toEqual([
      [{ credential: "a.b.c", select_by: "btn", clientId: "sandbox-client" }],
    ]);
  });

  it("yields nothing when the visitor cancels in the window", () => {
    ready();
    id.renderButton(place());
    button().click();
    deliver(location.origin, popup, { type: "sandbox-google-credential", credential: null });
    expect(callback).not.toHaveBeenCalled();
  });

  it("offers the accounts inside the page, yields the chosen one's token, and can be called off", async () => {
    const fetched = vi
      .spyOn(globalThis, "fetch")
      .mockImplementation(async (url) =>
        String(url).endsWith("/accounts")
          ? Response.json({ accounts: [{ id: "7", name: "Asha <b>Rao</b>", email: "a@b.invalid" }] })
          : Response.json({ credential: "x.y.z" }),
      );
    ready();
    const moments: string[] = [];
    id.prompt((moment) => moments.push(moment.getMomentType()));
    await vi.waitFor(() => expect(document.querySelector("[role=dialog]")).not.toBeNull(), SOON);
    const dialog = document.querySelector("[role=dialog]")!;
    expect(dialog.textContent).toContain("Sandbox: this is not Google");
    expect(dialog.textContent).toContain("Asha <b>Rao</b>");
    expect(dialog.contains(document.activeElement)).toBe(false);
    [...dialog.querySelectorAll("button")].find((each) => each.textContent?.includes("Asha"))!.click();
    await vi.waitFor(() => expect(callback).toHaveBeenCalledOnce(), SOON);
    expect(callback.mock.calls[0]?.[0]).toMatchObject({ credential: "x.y.z", select_by: "user" });
    expect(JSON.parse(String(fetched.mock.calls.at(-1)?.[1]?.body))).toEqual({
      client_id: "sandbox-client",
      nonce: "n 1",
      account: "7",
    });
    expect(moments).toEqual(["display", "dismissed"]);
    expect(document.querySelector("[role=dialog]")).toBeNull();
    id.prompt();
    await vi.waitFor(() => expect(document.querySelector("[role=dialog]")).not.toBeNull(), SOON);
    id.cancel();
    expect(document.querySelector("[role=dialog]")).toBeNull();
    fetched.mockRestore();
  });

  it("says that it could not be shown when the server does not answer", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockRejectedValue(new TypeError("failed"));
    ready();
    const shown = await new Promise<boolean>((resolve) =>
      id.prompt((moment) => resolve(moment.isDisplayed())),
    );
    expect(shown).toBe(false);
    expect(document.querySelector("[role=dialog]")).toBeNull();
    fetched.mockRestore();
  });
});
