// @vitest-environment happy-dom
import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HEAD_INDEX, HEAD_LENGTH } from "#protocol/frames/chain-frame.ts";
import {
  type ChainChoice,
  createChainState,
  ShownChain,
  takeHead,
  useChainHead,
  useNewestHead,
  useOfChain,
  useUnderlyingHead,
} from "#src/features/chain/shown-chain.ts";

const NIFTY: ChainChoice = { underlying: 256265, expiry: "2026-11-24" };
const BANKNIFTY: ChainChoice = { underlying: 260105, expiry: "2026-11-24" };

function head({ underlying }: ChainChoice, spot: number): Float64Array {
  const values = new Float64Array(HEAD_LENGTH).fill(Number.NaN);
  values[HEAD_INDEX.underlying] = underlying;
  values[HEAD_INDEX.expiry] = 20261124;
  values[HEAD_INDEX.spot] = spot;
  return values;
}

function Spot({ choice }: { readonly choice: ChainChoice }) {
  const own = useChainHead(choice);
  const priced = useUnderlyingHead(choice.underlying);
  return <p>{`${own?.spot} ${priced?.spot}`}</p>;
}

let root: Root;
beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  document.body.innerHTML = "<main></main>";
  root = createRoot(document.body.firstElementChild as HTMLElement);
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

const shown = (): (string | null)[] => [...document.querySelectorAll("p")].map((p) => p.textContent);

test("two chains on one page each show their own figures, and a refusal is one chain's alone", async () => {
  const [first, second] = [createChainState(), createChainState()];
  await act(async () =>
    root.render(
      <>
        <ShownChain value={first}>
          <Spot choice={NIFTY} />
        </ShownChain>
        <ShownChain value={second}>
          <Spot choice={BANKNIFTY} />
        </ShownChain>
      </>,
    ),
  );
  await act(async () => {
    takeHead(first, head(NIFTY, 24_200), null);
    takeHead(second, head(BANKNIFTY, 52_000), null);
    second.refused = "full";
  });
  expect(shown()).toEqual(["24200 24200", "52000 52000"]);
  await act(async () => takeHead(first, head(NIFTY, Number.NaN), null));
  expect(shown()).toEqual(["NaN 24200", "52000 52000"]);
  expect(first.refused).toBeNull();
});

test("what shows a chain outside of any view says so", () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  expect(() => act(() => root.render(<Spot choice={NIFTY} />))).toThrow("part of no view");
});

test("what takes a part of the state is drawn again when that part is another, and not with each head", async () => {
  const state = createChainState();
  const drawn: (number | undefined)[] = [];
  let newest: (() => { readonly spot: number } | null) | null = null;
  function Rows(): null {
    newest = useNewestHead(NIFTY);
    drawn.push(useOfChain(({ head: of }) => ({ rows: of?.rows })).rows);
    return null;
  }
  await act(async () =>
    root.render(
      <ShownChain value={state}>
        <Rows />
      </ShownChain>,
    ),
  );
  const tell = (choice: ChainChoice, spot: number, rows: number) =>
    act(async () => {
      const values = head(choice, spot);
      values[HEAD_INDEX.rows] = rows;
      takeHead(state, values, null);
    });
  await tell(NIFTY, 24_200, 61);
  await tell(NIFTY, 24_201, 61);
  expect(newest!()?.spot).toBe(24_201);
  await tell(NIFTY, 24_202, 62);
  expect(drawn).toEqual([undefined, 61, 62]);
  await tell(BANKNIFTY, 52_000, 62);
  expect(newest!()).toBeNull();
  expect(drawn).toHaveLength(3);
});
