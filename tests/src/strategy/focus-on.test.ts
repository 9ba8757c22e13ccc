// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { focusAdding, focusNextLeg } from "#src/strategy/legs/focus-on.ts";

const leg = (name: string) => `<li><button id="${name}" data-leg-remove></button></li>`;
function focusedAfter(html: string, act: (from: HTMLElement) => void, from: string): string {
  document.body.innerHTML = html;
  const pressed = document.getElementById(from)!;
  pressed.focus();
  act(pressed);
  return document.activeElement?.id ?? "";
}

test("the focus goes on to the next leg, from the last one to the one before", () => {
  const list = `<ol>${leg("a")}${leg("b")}${leg("c")}</ol>`;
  expect(focusedAfter(list, focusNextLeg, "a")).toBe("b");
  expect(focusedAfter(list, focusNextLeg, "c")).toBe("b");
});

test("without another leg it goes to what adds legs, and in a window without one to the window", () => {
  const alone = `<ol>${leg("a")}</ol>`;
  const adding = '<button id="add" data-builder-picker></button>';
  const modal = `<div id="modal" role="dialog" tabindex="-1">${alone}</div>`;
  expect(focusedAfter(adding + alone, focusNextLeg, "a")).toBe("add");
  expect(focusedAfter(modal, focusNextLeg, "a")).toBe("modal");
  expect(focusedAfter(adding + modal, focusAdding, "a")).toBe("add");
});
