/** A feed thread around the fake market; tests steer it over the channel named in FAKE_FEED_CHANNEL. */
import { BroadcastChannel } from "node:worker_threads";
import { AppError } from "#domain/errors.ts";
import { runFeedThread } from "#server/market/feed/run-feed-thread.ts";
import { createFakeMarket } from "./fake-market.ts";

const market = createFakeMarket(Date.now());
const channel = new BroadcastChannel(process.env.FAKE_FEED_CHANNEL ?? "fake-feed");
channel.unref();
channel.onmessage = (event) => {
  const { data } = event as { data: "move" | "throw" | "fail" | "exit" | "roll" | "hang" };
  if (data === "move") market.move("NIFTY", 24_300 + Math.random() * 100);
  if (data === "roll") market.roll();
  if (data === "fail") market.fail(new AppError("market.recording_invalid", "damaged in the middle"));
  if (data === "exit") process.exit(3);
  if (data === "hang") for (;;);
  if (data === "throw") throw new Error("a bug in the thread");
};
runFeedThread({ source: market });
