import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { CLOSE } from "#protocol/control/close-codes.ts";
import { DATA_SOURCES } from "#protocol/control/up.ts";
import { PROTOCOL_VERSION } from "#protocol/version.ts";
import { CONSTANTS } from "#protocol/wire/constants.ts";
import type { RecordTable } from "#protocol/wire/message-table.ts";
import { QUOTE_MODES } from "#protocol/wire/quote-packets.ts";
import { MESSAGES, RECORDS } from "#protocol/wire/schema.ts";

/** Everything two programs must agree on, without the words that explain it. */
function shape(record: RecordTable): unknown {
  const members = record.members.map((member) =>
    "record" in member
      ? [member.name, member.record.name, member.count]
      : [member.name, member.type, member.scale ?? 1, member.unit ?? "", member.since ?? 1],
  );
  return [record.name, record.size, members];
}

function schemaHash(): string {
  const agreed = {
    records: RECORDS.map(shape),
    messages: MESSAGES.map((message) => [
      message.id,
      message.version,
      message.layout,
      message.root?.name ?? null,
      message.row?.name ?? null,
    ]),
    constants: CONSTANTS.map(([name, value]) => [name, value]),
    control: [DATA_SOURCES, QUOTE_MODES, CLOSE],
  };
  return createHash("sha256").update(JSON.stringify(agreed)).digest("hex").slice(0, 16);
}

test("a change of the wire raises PROTOCOL_VERSION and adds a line of history beside it", () => {
  expect({ version: PROTOCOL_VERSION, schema: schemaHash() }).toEqual({
    version: 7,
    schema: "5e60f552f2da7a9a",
  });
});

test("no two packets share an id, and ids fit their byte", () => {
  const ids = MESSAGES.map((message) => message.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id) => Number.isInteger(id) && id >= 1 && id <= 255)).toBe(true);
});
