/** How soon a window beside a chain has figures: the book of an option by its key, that of an instrument by its button. */
import { launchChromium } from "../browser/chromium.ts";
import { key } from "../browser/keys.ts";
import type { ProductServer } from "../browser/server.ts";
import type { Tab } from "../browser/tab.ts";
import { type Context, distribution, median, type Table } from "../harness.ts";
import { openChain } from "../strip/chain.ts";
import { goals } from "./goals.ts";

const REST_MS = 500;
const [DOWN, HOME, ESCAPE, D] = [40, 36, 27, 68];
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const saysFigures = (selector: string): string =>
  `/\\d/.test(document.querySelector('${selector}')?.textContent ?? "")`;
const BOOK = saysFigures('[data-testid="ladder-book"] tbody td[data-part="quantity"]');
const PRICE = saysFigures('[data-testid="info-price"]');
const HAS_BOOK = `document.querySelector('[data-testid="ladder"]') !== null`;
const HAS_INFO = `document.querySelector('[data-testid="info-panel"]') !== null`;

/** Follows the next press to the end of the frame that shows what it brings. */
const follow = (
  event: "keydown" | "click",
  shown: string,
): string => `void (window.followed = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error("no figures within 20 s")), 20000);
  addEventListener("${event}", ({ timeStamp }) => {
    const look = () => {
      if (!(${shown})) {
        requestAnimationFrame(look);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => resolve(performance.now() - timeStamp);
      port1.postMessage(null);
    };
    requestAnimationFrame(look);
  }, { once: true, capture: true });
}))`;

/** @param press which the page must not hear before it is listened to @returns ms */
async function timed(tab: Tab, following: string, press: () => Promise<unknown>): Promise<number> {
  await tab.evaluate(following);
  await press();
  return tab.evaluate<number>("window.followed");
}

async function openBook(tab: Tab): Promise<number> {
  await key(tab, "ArrowDown", DOWN);
  await wait(REST_MS);
  const ms = await timed(tab, follow("keydown", BOOK), () => key(tab, "d", D));
  await wait(REST_MS);
  await key(tab, "Escape", ESCAPE);
  await tab.until(`!(${HAS_BOOK})`);
  return ms;
}

async function openInfo(tab: Tab): Promise<number> {
  const [x, y] = await tab.evaluate<[number, number]>(`(() => {
    const { left, top, width, height } = document.querySelector('[data-testid="info-open"]').getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  })()`);
  const ms = await timed(tab, follow("click", PRICE), async () => {
    for (const type of ["mousePressed", "mouseReleased"] as const)
      await tab.session.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
  });
  await wait(REST_MS);
  await key(tab, "Escape", ESCAPE);
  await tab.until(`!(${HAS_INFO})`);
  return ms;
}

/** The first of each apart: its code comes with it. */
export async function windowsTable(product: ProductServer, context: Context): Promise<Table> {
  const browser = await launchChromium({ width: 1366, height: 768 });
  try {
    await browser.signIn(product);
    const tab = await openChain(browser, product.origin);
    await tab.evaluate(`document.querySelector('[role="grid"]').focus()`);
    await key(tab, "ArrowDown", DOWN);
    await key(tab, "Home", HOME);
    const [books, infos]: [number[], number[]] = [[], []];
    const times = context.quick ? 5 : 25;
    for (let time = 0; time <= times; time += 1) {
      context.progress(`windows, ${time} of ${times}`);
      books.push(await openBook(tab));
    }
    for (let time = 0; time <= times; time += 1) infos.push(await openInfo(tab));
    const [firstBook, ...laterBooks] = books as [number, ...number[]];
    const [firstInfo, ...laterInfos] = infos as [number, ...number[]];
    return {
      title: "A window beside a chain, from the press to its figures",
      unit: "ms",
      better: "lower",
      rows: [
        distribution("the book of an option", laterBooks),
        distribution("the window on an instrument", laterInfos),
      ],
      ratios: [
        { what: "the book of an option", value: median(laterBooks), ...goals.ladder },
        { what: "the window on an instrument", value: median(laterInfos), ...goals.info },
        { what: "the first book, its code included", value: firstBook, unit: "ms" },
        { what: "the first such window, its code included", value: firstInfo, unit: "ms" },
      ],
    };
  } finally {
    await browser.stop();
  }
}
