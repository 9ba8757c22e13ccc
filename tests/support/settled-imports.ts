import { afterAll, vi } from "vitest";

// A file that goes while code it asked for is still on its way breaks that module for all files after it in its process: what is
// left of the loading is refused, and the refusal is what the module's next import gets.
afterAll(() => vi.dynamicImportSettled());
