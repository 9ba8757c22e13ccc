import { expect, it } from "vitest";
import { AppError } from "#domain/errors.ts";
import { createAssembler, failureFrame } from "#server/platform/bus/nats-frames.ts";
import { NONSENSE } from "../../../support/nonsense.ts";

const FAILURE = 2;
const failureOf = (frame: Uint8Array) => {
  const assembled = createAssembler()(frame);
  return assembled !== null && "failure" in assembled ? assembled.failure : null;
};

it("a responder's error arrives as it was thrown", () => {
  const error = new AppError("prices.failed", "No prices", { underlying: 7, why: null });
  expect(failureOf(failureFrame(error))?.toBody()).toEqual(error.toBody());
});

it.each([...NONSENSE, '{"code":"no.such_code","message":"m","details":{}}', '{"code":"prices.failed"}'])(
  "an error of %j is a fault of ours, and never one of an unknown code",
  (text) => {
    expect(failureOf(Buffer.concat([Buffer.of(FAILURE), Buffer.from(text)]))).toMatchObject({
      code: "server.internal",
    });
  },
);
