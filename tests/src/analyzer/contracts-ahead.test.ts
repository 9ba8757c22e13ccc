import { expect, test, vi } from "vitest";
import type { LegContract } from "#domain/strategy/contract-list.ts";
import { createContractsAhead, listOf } from "#src/analyzer/contracts-ahead.ts";

type Answer = Awaited<ReturnType<Parameters<typeof createContractsAhead>[0]["contracts"]>>;

function world() {
  let etag: string | null = "a";
  const contracts = vi.fn(async (): Promise<Answer> => ({ ok: true, value: [] as LegContract[] }));
  const ahead = createContractsAhead({ contracts, etag: () => etag });
  return {
    contracts,
    ahead,
    instrumentsChange: () => {
      etag = "b";
    },
  };
}

test("what was prepared is what an analyzer is given, asked for once, and its list is made once", async () => {
  const { contracts, ahead } = world();
  ahead.prepare(256_265);
  ahead.prepare(256_265);
  const answers = await Promise.all([ahead.contracts(256_265), ahead.contracts(256_265)]);
  expect(contracts).toHaveBeenCalledExactlyOnceWith(256_265);
  const [first, second] = answers.map((answer) => (answer.ok ? listOf(answer.value) : null));
  expect(first).not.toBeNull();
  expect(second).toBe(first);
});

test("another underlying, and other instruments than those of then, are asked for anew", async () => {
  const { contracts, ahead, instrumentsChange } = world();
  ahead.prepare(256_265);
  await ahead.contracts(260_105);
  instrumentsChange();
  await ahead.contracts(256_265);
  expect(contracts.mock.calls).toEqual([[256_265], [260_105], [256_265]]);
});

test.each([
  ["refused", async (): Promise<Answer> => ({ ok: false, message: "away" }) as Answer],
  ["failed", async (): Promise<Answer> => Promise.reject(new Error("gone"))],
])("what could not be had ahead (%s) is asked for again by who needs it", async (_what, answer) => {
  const { contracts, ahead } = world();
  contracts.mockImplementationOnce(answer);
  ahead.prepare(256_265);
  await vi.waitFor(() => expect(contracts).toHaveBeenCalledOnce());
  await new Promise((resolve) => setImmediate(resolve));
  expect((await ahead.contracts(256_265)).ok).toBe(true);
  expect(contracts).toHaveBeenCalledTimes(2);
});
