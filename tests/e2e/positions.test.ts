/** What an account holds at its broker, seen on the chain. */
import { expect } from "@playwright/test";
import type { PositionsResponse } from "#protocol/http/positions.ts";
import { mirror } from "./support/chain-page.ts";
import { test } from "./support/journey.ts";
import { watchFaults } from "./support/page-faults.ts";
import { signInWithZerodha } from "./support/sign-in.ts";

test("[POS-1][POS-6][POS-7][POS-8] a trader's iron condor stands in the chain's rows; a visitor's chain asks for none", async ({
  page,
  shared,
  context,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("user_positions_v2")) asked.push(request.url());
  });
  await page.goto(`${shared.origin}/option-chain`);
  await expect(mirror(page).getByRole("row").first()).toBeAttached();
  expect(asked).toEqual([]);

  const faults = watchFaults(context);
  await signInWithZerodha(page, shared.origin, "SBX001");
  const { positions } = await page.evaluate(
    async () => ((await (await fetch("/v1/user_positions_v2")).json()) as PositionsResponse).data,
  );
  expect(positions.map(({ quantity, is_listed }) => [Math.sign(quantity), is_listed])).toEqual([
    [1, true],
    [-1, true],
    [-1, true],
    [1, true],
  ]);
  const [bought, sold] = positions.map(({ instrument_info }) => instrument_info!);
  await page.goto(`${shared.origin}/option-chain?tradingsymbol=NIFTY&expiry=${bought!.expiry}`);
  const held = mirror(page).getByRole("row").filter({ hasText: "position:" });
  await expect(held).toHaveCount(4);
  const rowOf = (strike: number) => held.filter({ hasText: strike.toLocaleString("en-IN") });
  await expect(rowOf(bought!.strike)).toContainText(/position: bought 4 lots \(\d+\) at [\d.]+/);
  await expect(rowOf(sold!.strike)).toContainText(/position: sold 4 lots \(\d+\) at [\d.]+/);

  const cell = rowOf(sold!.strike).getByRole("gridcell").filter({ hasText: "position:" });
  const box = (await cell.boundingBox())!;
  const tip = page.getByTestId("held-tip");
  await expect(async () => {
    await page.mouse.move(box.x + 14, box.y + box.height / 2);
    await page.mouse.move(box.x + 12, box.y + box.height / 2);
    await expect(tip).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
  await expect(tip).toContainText(/^Position: sold 4 lots \(\d+\), NRML/);
  await expect(tip).toContainText(/As Zerodha told at \d\d:\d\d:\d\d/);

  // Another expiry has none of them.
  await page.keyboard.press("]");
  await expect(held).toHaveCount(0);
  expect(faults).toEqual([]);
});
