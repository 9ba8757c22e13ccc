/** Columns, views and how figures are written, as a trader chooses them. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { PositionsResponse } from "#protocol/http/positions.ts";
import { expectNoFaults } from "./support/axe.ts";
import { expectLive, expectTicking, mirror } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import { signInWithZerodha } from "./support/sign-in.ts";

const panel = (page: Page) => page.getByTestId("chain-settings-panel");
const heads = (page: Page) =>
  page
    .locator("[data-testid=chain-grid] [role=columnheader][data-column]")
    .evaluateAll((all) => all.map((head) => head.getAttribute("data-column")));
const open = (page: Page) => page.getByTestId("chain-settings").click();

test("[CHAIN-45][CHAIN-51][CHAIN-52][CHAIN-53] a trader makes a view, puts it in order by keys, and has it in another tab and browser", async ({
  page,
  shared,
  context,
  browser,
}) => {
  const faults = watchFaults(context);
  await signInWithZerodha(page, shared.origin, "SBX004");
  await page.goto(`${shared.origin}/option-chain`);
  await expectLive(page);
  const tab = await context.newPage();
  await tab.goto(`${shared.origin}/option-chain?view=greeks`);
  await expectLive(tab);

  // The first of one's own is there from the beginning.
  const mine = page.getByLabel("My views");
  await mine.selectOption({ label: "My view" });
  await expect.poll(() => heads(page)).toEqual(expect.arrayContaining(["popSeller", "pop", "breakeven"]));
  await mine.selectOption({ label: "None" });
  await expect.poll(() => heads(page)).toContain("volume");

  // A view of one's own, made from what is on screen.
  await open(page);
  await panel(page).getByRole("button", { name: "New view" }).click();
  await page.keyboard.type("Evening");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/view=v1/);
  await panel(page).getByRole("checkbox", { name: "POP" }).check();
  await panel(page).getByRole("checkbox", { name: "Delta" }).uncheck();
  await expect.poll(() => heads(page)).toContain("popSeller");
  expect(await heads(page)).not.toContain("delta");
  await panel(page).getByLabel("Premiums and greeks of a lot").check();
  await expect(page.getByText("Calls per lot")).toBeVisible();

  // By keys: the first column goes behind the second.
  await panel(page).getByText("Order", { exact: true }).click();
  const order = panel(page).getByRole("grid", { name: "Order of the columns of Evening" });
  const [first, second] = await heads(page);
  // A place to drop it is announced before it can be gone on from.
  const places = page.locator("[aria-roledescription='drop indicator']");
  const place = page.locator("[aria-roledescription='drop indicator']:focus");
  await expect(async () => {
    // What is taken hold of while the settings are drawn anew is let go by it.
    if ((await places.count()) === 0) {
      await order.getByRole("button", { name: /^Move/ }).first().focus();
      await page.keyboard.press("Enter");
    }
    await expect(place).toBeAttached({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  const at = (await place.getAttribute("aria-label"))!;
  await page.keyboard.press("ArrowDown");
  await expect(place).not.toHaveAttribute("aria-label", at);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await heads(page)).indexOf(first!)).toBeGreaterThan(0);
  expect((await heads(page))[0]).toBe(second);
  await expectNoFaults(page, "the settings of the chain");

  await panel(page).getByLabel("Chains begin with Evening").check();
  await expect(panel(page).getByRole("status").last()).toHaveText(/^Kept with your account/);
  await page.keyboard.press("Escape");
  const own = await heads(page);

  // The other tab has the view to choose, and keeps the one that its address names.
  await expect(tab.getByLabel("My views")).toContainText("Evening");
  await expect(tab.getByText("Calls per lot")).toBeVisible();
  await expect(tab.getByRole("radio", { name: "Greeks" })).toBeChecked();

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await signInWithZerodha(other, shared.origin, "SBX004");
  await other.goto(`${shared.origin}/option-chain`);
  await expect.poll(() => heads(other)).toEqual(own);

  // Deleted, and brought back by the press that undoes it.
  await open(other);
  await panel(other).getByRole("button", { name: "Delete" }).click();
  await expect(other.getByRole("radio", { name: "LTP" }).first()).toBeChecked();
  await other.getByRole("button", { name: "Undo" }).click();
  await expect(panel(other).getByText("Evening")).toBeVisible();
  await elsewhere.close();
  expect(faults).toEqual([]);
});

test("[CHAIN-45][CHAIN-51] a visitor who opens a trader's link is told that its view is not among theirs, reads what is locked, and keeps settings on the device", async ({
  page: visitor,
  shared,
  context,
}) => {
  const faults = watchFaults(context);
  await visitor.goto(`${shared.origin}/option-chain?view=v1`);
  await expect(visitor.getByText(/not among yours/)).toBeVisible();
  await expect(visitor).toHaveURL(/option-chain$/);
  await open(visitor);
  await expect(panel(visitor).getByRole("checkbox", { name: "POP" })).toBeDisabled();
  await panel(visitor).getByRole("checkbox", { name: "Vega" }).check();
  await expect.poll(() => heads(visitor)).toContain("vega");
  await visitor.keyboard.press("Escape");
  await visitor.getByLabel("My views").selectOption({ label: "My view" });
  await expect.poll(() => heads(visitor)).toContain("breakeven");
  expect(await heads(visitor)).not.toContain("pop");
  await visitor.getByRole("radio", { name: "LTP" }).first().click();
  await visitor.reload();
  await expect.poll(() => heads(visitor)).toContain("vega");
  expect(faults).toEqual([]);
});

/** Takes hold of something with the mouse and lets it go on the lower edge of something else. */
async function dragBelow(page: Page, taken: Locator, other: Locator): Promise<void> {
  await other.scrollIntoViewIfNeeded();
  const [from, to] = [(await taken.boundingBox())!, (await other.boundingBox())!];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height - 3, { steps: 12 });
  await page.mouse.up();
}

test("[CHAIN-53] the mouse drags a column to another place: in the list, and in the grid on both sides", async ({
  page,
  shared,
}) => {
  await page.goto(`${shared.origin}/option-chain`);
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
  await open(page);
  await panel(page).getByText("Order", { exact: true }).click();
  const rows = panel(page)
    .getByRole("grid", { name: /^Order of the columns of/ })
    .getByRole("row");
  await expect(rows.nth(2)).toBeVisible();
  const [first, second, third, ...rest] = await heads(page);
  const names = await rows.allTextContents();
  await dragBelow(page, rows.first().getByRole("button"), rows.nth(2));
  await expect
    .poll(() => heads(page))
    .toEqual([...[second, third, first], ...rest.slice(0, -3), ...[first, third, second]]);
  expect(await rows.allTextContents()).toEqual([names[1], names[2], names[0], ...names.slice(3)]);

  // It stays so, here and when the page comes anew.
  await page.reload();
  await expect.poll(async () => (await heads(page)).slice(0, 3)).toEqual([second, third, first]);
});

test("[CHAIN-45] positions leave their rows and come back by the switch, and the account remembers it", async ({
  page,
  shared,
}) => {
  await signInWithZerodha(page, shared.origin, "SBX003");
  const { positions } = await page.evaluate(
    async () => ((await (await fetch("/v1/user_positions_v2")).json()) as PositionsResponse).data,
  );
  const { underlying_instrument: symbol, instrument_info: info } = positions.find(
    ({ is_listed, instrument_info: of }) => is_listed && of?.instrument_type === "CE",
  )!;
  const chain = `${shared.origin}/option-chain?tradingsymbol=${symbol}&expiry=${info!.expiry}`;
  const held = mirror(page).getByRole("row").filter({ hasText: "position:" });
  const choice = panel(page).getByLabel("My positions beside their strikes");
  await page.goto(chain);
  await expect(held.first()).toBeAttached();
  const count = await held.count();

  await open(page);
  await choice.uncheck();
  await expect(held).toHaveCount(0);
  await expect(panel(page).getByRole("status").last()).toHaveText(/^Kept with your account/);
  await page.goto(chain);
  await expectLive(page);
  await open(page);
  await expect(choice).not.toBeChecked();
  await expect(held).toHaveCount(0);
  await choice.check();
  await expect(held).toHaveCount(count);
});

test("[CHAIN-35] settings and export whose code cannot be had are told of at the press, the chain goes on, and a later press has them", async ({
  page,
  shared,
}) => {
  let isAway = true;
  await page.route(/\/(SettingsPanel|ToolsMenu)-[^/]*\.js$/, (route) =>
    isAway ? route.abort() : route.continue(),
  );
  await page.goto(`${shared.origin}/option-chain`);
  await expect(page.getByTestId("chain-settings")).toBeVisible();
  const menu = page.getByRole("button", { name: "Take the chain along" });
  for (const [press, said] of [
    [() => open(page), /settings could not be fetched/],
    [() => menu.click(), /export could not be fetched/],
  ] as const) {
    await press();
    await expect(page.getByText(said)).toBeVisible();
  }
  await expectTicking(page);
  isAway = false;
  await open(page);
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await menu.click();
  await expect(page.getByRole("menuitem", { name: "Download as CSV" })).toBeVisible();
});
