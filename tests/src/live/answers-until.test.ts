import { describe, expect, test } from "vitest";
import { answersUntil } from "#src/live/answers-until.ts";

function ending() {
  let finish: (end: string) => void = () => {};
  let fail: (error: Error) => void = () => {};
  const end = new Promise<string>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  let kept = 0;
  const watched = new Proxy(end, {
    get(target, name) {
      if (name === "then") kept++;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { until: answersUntil(watched), finish, fail, waitsFor: () => kept };
}

const never = new Promise<number>(() => {});

describe("answers until an end", () => {
  test("come as they are, and so do failures", async () => {
    const { until } = ending();
    expect(await until(Promise.resolve(1))).toBe(1);
    await expect(until(Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  test("are the end where it comes first, then and later", async () => {
    const { until, finish } = ending();
    const [first, second] = [until(never), until(never)];
    finish("over");
    expect([await first, await second, await until(never)]).toEqual(["over", "over", "over"]);
  });

  test("fail as the end does", async () => {
    const { until, fail } = ending();
    const asked = until(never);
    fail(new Error("broken"));
    await expect(asked).rejects.toThrow("broken");
    await expect(until(never)).rejects.toThrow("broken");
  });

  test("leave nothing with the end's promise, however many there were", async () => {
    const { until, waitsFor } = ending();
    const before = waitsFor();
    for (let i = 0; i < 100; i++) await until(Promise.resolve(i));
    expect(waitsFor()).toBe(before);
  });
});
