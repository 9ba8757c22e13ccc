import { expect, it } from "vitest";
import { createKiteProtocol } from "#server/market/feed/sources/kite/kite-protocol.ts";

/** What a text frame is taken for, and what of it is counted as garbled. */
function received(text: string): [string, string[]] {
  const garbled: string[] = [];
  const sink = { garbled: (why: string) => void garbled.push(why) } as never;
  return [createKiteProtocol({ apiKey: "k" }).receive(text, sink), garbled];
}

it.each(["null", "7", '"error"', "[]", "{}", '{"type":7}', '{"type":"order","data":{}}'])(
  "a text of %j is none of the feed's",
  (text) => {
    expect(received(text)).toEqual(["text", []]);
  },
);

it("what is not JSON is garbled, and an error is told, whatever it says of itself", () => {
  expect(received("{")).toEqual(["garbled", ["a text that is not JSON"]]);
  expect(received('{"type":"error","data":{"a":1}}')).toEqual(["text", ["an error of Kite: "]]);
  expect(received('{"type":"error","data":"busy"}')).toEqual(["text", ["an error of Kite: busy"]]);
  expect(received('{"type":"error","data":"Invalid session"}')).toEqual(["rejected", []]);
});
