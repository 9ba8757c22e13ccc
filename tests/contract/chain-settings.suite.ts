import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ZERODHA } from "#domain/access/brokers.ts";
import { DEFAULT_CHAIN_SETTINGS } from "#domain/chain/settings.ts";
import type { Store } from "#server/roles/storage/store.ts";
import type { StoreHarness } from "./store.suite.ts";

const NOW = Date.UTC(2026, 10, 23, 5);

/** What every store promises of the settings of the chain, whatever it keeps its rows in. */
export function chainSettingsContract(name: string, open: () => Promise<StoreHarness>): void {
  describe(`chain settings contract: ${name}`, () => {
    let harness: StoreHarness;
    let store: Store;
    beforeAll(async () => {
      harness = await open();
      store = harness.store;
    }, 60_000);
    afterAll(() => harness?.close());
    beforeEach(() => harness.empty());

    const account = async (externalId = "AB1234") =>
      (await store.accounts.signIn({ broker: ZERODHA, externalId, name: "A", email: null }, NOW)).account.id;
    const view = { id: "mine", name: "Mine \u0000 \u20b9", columns: ["oi", "ltp"] } as const;

    it("are the defaults at first, and then what was kept, account by account (CHAIN-45)", async () => {
      const [id, other] = [await account(), await account("ZZ9999")];
      const nothing = { revision: 0, settings: DEFAULT_CHAIN_SETTINGS, isWhole: true };
      expect(await store.chainSettings.of(id)).toEqual(nothing);
      const settings = { ...DEFAULT_CHAIN_SETTINGS, view: "mine", views: [view] };
      const kept = await store.chainSettings.change(id, () => settings);
      expect(kept).toEqual({ revision: 1, settings, isWhole: true });
      expect(await store.chainSettings.of(id)).toEqual(kept);
      expect(await store.chainSettings.of(other)).toEqual(nothing);
      expect(await store.chainSettings.of("no-such-account")).toEqual(nothing);
    });

    it("come one change after the other; one that is refused leaves all as it was (CHAIN-46)", async () => {
      const id = await account();
      const add = (name: string) =>
        store.chainSettings.change(id, ({ settings }) => ({
          ...settings,
          views: [...settings.views, { ...view, id: name }],
        }));
      await Promise.all(["a", "b", "c", "d"].map(add));
      const refusal = store.chainSettings.change(id, () => {
        throw new Error("refused");
      });
      await expect(refusal).rejects.toThrow("refused");
      const { revision, settings } = await store.chainSettings.of(id);
      expect(revision).toBe(4);
      expect(settings.views.map((each) => each.id).sort()).toEqual(["a", "b", "c", "d", "mine"]);
    });

    it("of another version have what this one knows, and say that it is not all (CHAIN-46)", async () => {
      const id = await account();
      const odd = { ...DEFAULT_CHAIN_SETTINGS, perLot: true, bars: "sideways", later: 1, views: [view, 7] };
      await store.chainSettings.change(id, () => odd as never);
      expect(await store.chainSettings.of(id)).toEqual({
        revision: 1,
        settings: { ...DEFAULT_CHAIN_SETTINGS, perLot: true, views: [view] },
        isWhole: false,
      });
    });
  });
}
