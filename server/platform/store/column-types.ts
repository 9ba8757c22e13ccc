import { bigint, customType } from "drizzle-orm/pg-core";

/*
 * Column types of the product.
 *
 * Times are bigint epoch ms UTC, as everywhere inside: no time zone of a server or driver can shift them, they compare with
 * `Date.now()` as they are, and a backup writes the same digits on both databases.
 */

/** Epoch ms UTC, exact as a JavaScript number until the year 287396. */
export const time = (name: string) => bigint(name, { mode: "number" });

const withoutNul = (value: string): string => value.replaceAll("\u0000", "\ufffd");

/** Text from outside. Postgres stores every character but NUL, which becomes the replacement character. */
export const words = customType<{ data: string; driverData: string }>({
  dataType: () => "text",
  toDriver: withoutNul,
});

/** Bytes; drivers give a Buffer or a view, callers get bytes of their own. */
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => "bytea",
  fromDriver: (value) => Uint8Array.from(value),
});

/**
 * A JSON value as its text. jsonb would refuse the escape of NUL, reorder keys and rewrite numbers, and nothing here is
 * searched by what is inside; text comes back exactly as it was given.
 */
export const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => "text",
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => JSON.parse(value),
});
