import { expect, test } from "vitest";
import { createWorld } from "./world.ts";

test("an answer of the same frame comes before what the view asked of that frame, and an old one is not drawn again", async () => {
  const { analyzer, worker, buy, frame, settle, clock } = await createWorld();
  buy(24_000);
  await frame();
  const order: string[] = [];
  analyzer.onPayload(({ payload }) => order.push(`answer ${payload.selected_target_price}`));
  analyzer.dispatch({ type: "set-target-price", price: 24_100 });
  clock.setTimeout(() => order.push("view"), 16);
  await settle();
  await frame();
  expect(order).toEqual(["answer 24100", "view"]);
  worker.isPrompt = false;
  analyzer.dispatch({ type: "set-target-price", price: 24_200 });
  await frame();
  expect(order).toHaveLength(2);
  await worker.open[0]!.answer();
  await frame();
  expect(order.at(-1)).toBe("answer 24200");
});
