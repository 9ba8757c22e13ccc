import { beforeEach, describe, expect, test, vi } from "vitest";
import { createDragSession } from "#src/components/analysis/payoff/drag-session.ts";

const told: string[] = [];
const events = {
  onDragStart: () => void told.push("start"),
  onDragEnd: () => void told.push("end"),
  onDragCancel: () => void told.push("cancel"),
};
const press = (keys: EventTarget, key: string): Event => {
  const event = Object.assign(new Event("keydown", { cancelable: true }), { key });
  keys.dispatchEvent(event);
  return event;
};
beforeEach(() => void told.splice(0));

describe("what is in the hand", () => {
  test("begins once and ends once", () => {
    const session = createDragSession(events, new EventTarget());
    const over = vi.fn();
    session.begin(over);
    expect(session.isActive).toBe(true);
    session.end();
    session.end();
    session.cancel();
    expect(told).toEqual(["start", "end"]);
    expect(over).toHaveBeenCalledTimes(1);
    expect(session.isActive).toBe(false);
  });

  test("is put back by Escape, which nothing else hears then", () => {
    const keys = new EventTarget();
    const session = createDragSession(events, keys);
    session.begin();
    expect(press(keys, "a").defaultPrevented).toBe(false);
    expect(press(keys, "Escape").defaultPrevented).toBe(true);
    expect(told).toEqual(["start", "cancel"]);
    expect(press(keys, "Escape").defaultPrevented).toBe(false);
  });

  test("is one thing: taking another ends the first", () => {
    const session = createDragSession(events, new EventTarget());
    session.begin();
    session.begin();
    session.end();
    expect(told).toEqual(["start", "end", "start", "end"]);
  });

  test("is one thing on the whole page: another session ends the one that is on", () => {
    const playing = createDragSession(events, new EventTarget());
    const over = vi.fn();
    playing.begin(over);
    const dragging = createDragSession(events, new EventTarget());
    dragging.begin();
    expect(over).toHaveBeenCalledOnce();
    playing.end();
    expect(dragging.isActive).toBe(true);
    dragging.end();
    expect(told).toEqual(["start", "end", "start", "end"]);
  });
});
