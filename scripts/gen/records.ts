import type { FieldType, RecordTable } from "../../protocol/wire/message-table.ts";
import { memberSize } from "../../protocol/wire/message-table.ts";
import { RECORDS } from "../../protocol/wire/schema.ts";
import { GENERATED, pascal } from "./names.ts";

const GET: Record<FieldType, string> = {
  u8: "getUint8",
  u16: "getUint16",
  u32: "getUint32",
  i16: "getInt16",
  i32: "getInt32",
  f32: "getFloat32",
  f64: "getFloat64",
};

const at = (offset: number): string => (offset === 0 ? "at" : `at + ${offset}`);

function readExpression(r: RecordTable, offset: number, count: number): string {
  if (count === 1) return `read${pascal(r.name)}(view, ${at(offset)})`;
  const items = Array.from(
    { length: count },
    (_, i) => `read${pascal(r.name)}(view, ${at(offset + i * r.size)})`,
  );
  return `[\n      ${items.join(",\n      ")},\n    ]`;
}

function recordCode(r: RecordTable): string {
  const type = pascal(r.name);
  const shape: string[] = [];
  const reads: string[] = [];
  const writes: string[] = [];
  let offset = 0;
  for (const member of r.members) {
    if ("record" in member) {
      const inner = pascal(member.record.name);
      shape.push(
        `  /** ${member.doc} */\n  ${member.name}: ${member.count === 1 ? inner : `readonly ${inner}[]`};`,
      );
      reads.push(`    ${member.name}: ${readExpression(member.record, offset, member.count)},`);
      if (member.count === 1) {
        writes.push(`  write${inner}(view, ${at(offset)}, value.${member.name});`);
      } else {
        const start = offset;
        writes.push(
          `  for (let i = 0; i < ${member.count}; i++) {\n    const item = value.${member.name}[i];\n    if (item !== undefined) write${inner}(view, ${at(start)} + i * ${member.record.size}, item);\n  }`,
        );
      }
    } else {
      const little = FIELD_NEEDS_NO_ENDIAN.has(member.type) ? "" : ", false";
      shape.push(
        `  /** ${member.doc}${member.unit ? ` (${member.unit})` : ""} */\n  ${member.name}: number;`,
      );
      reads.push(`    ${member.name}: view.${GET[member.type]}(${at(offset)}${little}),`);
      writes.push(
        `  view.${GET[member.type].replace("get", "set")}(${at(offset)}, value.${member.name}${little});`,
      );
    }
    offset += memberSize(member);
  }
  return [
    `/** ${r.doc} ${r.size} bytes. */`,
    `export interface ${type} {`,
    ...shape,
    "}",
    "",
    `export function read${type}(view: DataView, at: number): ${type} {`,
    "  return {",
    ...reads,
    "  };",
    "}",
    "",
    `export function write${type}(view: DataView, at: number, value: ${type}): void {`,
    ...writes,
    "}",
    "",
  ].join("\n");
}

const FIELD_NEEDS_NO_ENDIAN = new Set<FieldType>(["u8"]);

/** The plain TypeScript codec, record by record; messages are put together in protocol/wire. */
export function recordsFile(): string {
  return `// ${GENERATED}\n\n${RECORDS.map(recordCode).join("\n")}`;
}
