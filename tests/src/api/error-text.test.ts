import { expect, test } from "vitest";
import { ApiFailure, textOf } from "#src/api/api-failure.ts";
import { errorText, NO_RESPONSE, NOT_MADE, statusText, UNKNOWN_ERROR } from "#src/api/error-text.ts";

const failed = { status: 502, statusText: "Bad Gateway", message: "The request did not succeed" };

/** Every place a text can come from, first to last (rule ERR-1). */
const BODY = { errors: { global: "the global one" }, error: "the error" };

test("[ERR-1] the text is the first of errors.global, errors, error, status line, message, and the last resort", () => {
  expect(errorText({ ...failed, body: BODY })).toBe("the global one");
  expect(errorText({ ...failed, body: { ...BODY, errors: "the errors" } })).toBe("the errors");
  expect(errorText({ ...failed, body: { error: "the error" } })).toBe("the error");
  expect(errorText({ ...failed, body: {} })).toBe("Error 502 Bad Gateway");
  expect(errorText({ ...failed, statusText: "", body: null })).toBe("The request did not succeed");
  expect(errorText({ status: null, statusText: "", body: null, message: "" })).toBe(UNKNOWN_ERROR);
  expect(UNKNOWN_ERROR).toBe("unknown error occurred");
});

test("where `error` or `errors` is an object its message is the text; a list of texts is joined", () => {
  const error = { code: "auth.required", message: "Log in first.", details: {} };
  expect(errorText({ ...failed, body: { error } })).toBe("Log in first.");
  expect(errorText({ ...failed, body: { errors: { message: "one" }, error } })).toBe("one");
  expect(errorText({ ...failed, body: { errors: ["one.", "two."], error } })).toBe("one. two.");
});

test.each([
  ["an empty global", { errors: { global: "" }, error: "next" }],
  ["a blank global", { errors: { global: "  " }, error: "next" }],
  ["errors without a text", { errors: { name: ["required"] }, error: "next" }],
  ["an empty list", { errors: [], error: "next" }],
  ["a number", { errors: 7, error: "next" }],
  ["null", { errors: null, error: "next" }],
])("%s is passed over", (_, body) => {
  expect(errorText({ ...failed, body })).toBe("next");
});

test.each([null, "oops", 7, [], true, { error: {} }, { error: null }, { error: { message: 5 } }])(
  "a body of %j is no text: the status line is",
  (body) => expect(errorText({ ...failed, body })).toBe("Error 502 Bad Gateway"),
);

test.each([
  [400, "Unknown bad request"],
  [401, "Unauthorized request"],
  [403, "Forbidden request. Please check authentication"],
  [404, "Not found"],
  [422, "Request validation failed"],
  [500, "Unknown server error"],
  [402, "The request did not succeed"],
  [409, "The request did not succeed"],
  [429, "The request did not succeed"],
  [503, "The request did not succeed"],
])("[ERR-2] status %i without a text says '%s'", (status, text) => {
  expect(statusText(status)).toBe(text);
  expect(errorText({ status, statusText: "", body: null, message: statusText(status) })).toBe(text);
});

test("[ERR-3] no response and a request never made have their own texts", () => {
  expect(NO_RESPONSE).toBe("The server was not available");
  expect(NOT_MADE).toBe("The client did not make a proper request");
});

test("a failure keeps the server's code and details, and finds a code for an answer that is not the server's own", () => {
  const details = { request_token: "ticket" };
  const body = { error: { code: "auth.too_many_devices", message: "TMDLGE:…", details } };
  const own = new ApiFailure({ status: 403, statusText: "Forbidden", body, message: "" });
  expect(own).toMatchObject({ code: "auth.too_many_devices", message: "TMDLGE:…", status: 403 });
  expect(own.detail("request_token")).toBe("ticket");
  expect(own.detail("nothing")).toBeNull();
  const html = new ApiFailure({ status: 403, statusText: "", body: "<html>", message: statusText(403) });
  expect(html).toMatchObject({ code: "request.forbidden", details: {} });
  expect(new ApiFailure({ status: 502, statusText: "", body: null, message: "x" }).code).toBe(
    "server.unavailable",
  );
});

test("whatever was thrown has a text", () => {
  expect(textOf(new Error("Auto renew update failed"))).toBe("Auto renew update failed");
  expect(textOf(new Error(""))).toBe("Something went wrong");
  expect(textOf(null)).toBe("Something went wrong");
});
