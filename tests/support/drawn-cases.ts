import fc from "fast-check";

// What decides about a commit draws the same cases at every run (scripts/test.mjs), so that a fault of long ago, met by chance, stops
// nobody else's. Everywhere else they are drawn anew each time, and a property that fails says its seed.
const seed = process.env.DRAWN_CASES;
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
