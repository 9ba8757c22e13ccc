import { type BrowserContext, expect, type Page } from "@playwright/test";

/** What the sandbox's own page offers to see go wrong; its `value`s. */
export type Outcome = "ok" | "wrong_password" | "wrong_pin" | "too_many" | "expired" | "down" | "nonsense";

export interface SandboxChoice {
  /** client id, or "new" for an account that never signed in */
  readonly account?: string;
  readonly outcome?: Outcome;
  readonly decision?: "Allow" | "Deny";
}

/** Names of a broker: on our buttons, and on the sandbox's page. */
export const PROVIDERS = [
  { button: "Login with Zerodha", name: "Zerodha" },
  { button: "Angel One", name: "Angel One" },
  { button: "Upstox", name: "Upstox" },
  { button: "ICICI Direct", name: "ICICI Direct" },
] as const;

/** Starts a login from the panel that is open. */
export async function pressBroker(page: Page, button: string): Promise<void> {
  const name = new RegExp(`^${button}`);
  const way = page.getByRole("link", { name }).or(page.getByRole("button", { name }));
  await way.first().click();
  const form = page.getByRole("button", { name: "Continue to ICICI Direct" });
  if (button === "ICICI Direct") await form.click();
}

/** Plays the customer on the sandbox's pages, account first, then consent. */
export async function passSandbox(page: Page, choice: SandboxChoice = {}): Promise<void> {
  const { account = "new", outcome = "ok", decision = "Allow" } = choice;
  await expect(page.getByText("Sandbox: this is not")).toBeVisible();
  await page.locator(`input[name="account"][value="${account}"]`).check();
  await page.locator("#outcome").selectOption(outcome);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: decision, exact: true }).click();
}

/** Signs in with Zerodha's sandbox, by its pages, and waits to be back. */
export async function signInWithZerodha(page: Page, origin: string, account = "new"): Promise<void> {
  await page.goto(`${origin}/login?redirect=/support`);
  await pressBroker(page, "Login with Zerodha");
  await passSandbox(page, { account });
  await expectSignedIn(page);
}

/** Signs in with Google's sandbox, an account that never signed in: it has no plan. */
export async function signInWithGoogle(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login?broker=google&redirect=/support`);
  const opening = page.context().waitForEvent("page");
  await page.getByRole("button", { name: "Sign in with Google (sandbox)" }).click();
  const chooser = await opening;
  await chooser.locator('input[name="account"][value="new"]').check();
  await chooser.getByRole("button", { name: "Continue" }).click();
  await putWelcomeAway(page);
}

/** The first login of an account greets over the page; what a test is about lies under it. */
export async function putWelcomeAway(page: Page): Promise<void> {
  const welcome = page.getByRole("dialog", { name: /^Welcome/ });
  await welcome.waitFor();
  await welcome.getByRole("button", { name: "Look around first" }).click();
  await expect(welcome).toBeHidden();
}

export async function expectSignedIn(page: Page): Promise<void> {
  await expect(page.locator('button[aria-label^="Account of"]')).toBeAttached();
}

export async function expectAnonymous(page: Page): Promise<void> {
  await expect(page.getByText("Login with your broker for real-time prices and trading")).toBeVisible();
}

/** What the server itself says of who this is. */
export async function whoAmI(page: Page): Promise<{ is_anon_user: boolean; delay_ms: number; name: string }> {
  return page.evaluate(async () => (await (await fetch("/v1/users/me")).json()).data);
}

/** Storage opens after the market does, so that prices never wait for it: who signs in does. */
export async function waitForSignIn(origin: string): Promise<void> {
  const isOpen = async (): Promise<boolean> => (await fetch(`${origin}/v1/login_config`)).ok;
  await expect.poll(isOpen, { timeout: 60_000, intervals: [2_000] }).toBe(true);
}

let people = 0;

/** Gives a browser an address of its own, for a server that trusts its proxy. */
export async function fromElsewhere(context: BrowserContext): Promise<void> {
  people++;
  await context.setExtraHTTPHeaders({ "x-forwarded-for": `10.0.${people >> 8}.${people & 255}` });
}
