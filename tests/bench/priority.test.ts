import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import os from "node:os";
import { describe, expect, it } from "vitest";
import { nicesOf, priorityFault } from "../../bench/browser/priority.ts";

describe.runIf(existsSync("/proc/self/task"))("priorities of a bench's processes", () => {
  it("are those of all their threads", () => {
    expect(nicesOf([process.pid])).toEqual([os.getPriority()]);
    const later = spawn("sleep", ["60"], { stdio: "ignore" });
    try {
      const lowered = Math.min(19, os.getPriority() + 5);
      os.setPriority(later.pid!, lowered);
      expect(nicesOf([process.pid, later.pid!])).toEqual([os.getPriority(), lowered]);
    } finally {
      later.kill("SIGKILL");
    }
  });

  it("are none of a process that has gone", () => {
    expect(nicesOf([2 ** 30])).toEqual([]);
  });
});

it("a browser that yields to its busy loops voids the run, one without loops does not", () => {
  expect(priorityFault([0, 5], [0])).toContain("nice 0, 5 beside loops of nice 0");
  expect(priorityFault([5], [0])).not.toBeNull();
  expect(priorityFault([0], [0])).toBeNull();
  expect(priorityFault([0, 5], [])).toBeNull();
});
