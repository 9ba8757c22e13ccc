import { afterAll, beforeAll } from "vitest";
import { type FakeProvider, startFakeProvider } from "./fake-provider.ts";

/** One fake of all providers for the tests of a file. */
export function sharedProvider(): { readonly provider: FakeProvider } {
  let provider: FakeProvider;
  beforeAll(async () => {
    provider = await startFakeProvider();
  });
  afterAll(() => provider.stop());
  return {
    get provider() {
      return provider;
    },
  };
}
