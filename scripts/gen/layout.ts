import { CONSTANTS } from "../../protocol/wire/constants.ts";
import { memberSize } from "../../protocol/wire/message-table.ts";
import { MESSAGES, RECORDS } from "../../protocol/wire/schema.ts";
import { GENERATED, screaming } from "./names.ts";

/** Constants only, in the form that both tsc and asc compile unchanged. */
export function layoutFile(): string {
  const lines = [`// ${GENERATED}`, ""];
  for (const m of MESSAGES) {
    lines.push(`export const ID_${screaming(m.name)} = ${m.id};`);
    if (m.version !== null) lines.push(`export const VERSION_${screaming(m.name)} = ${m.version};`);
  }
  lines.push("");
  for (const r of RECORDS) {
    const prefix = screaming(r.name);
    lines.push(`export const ${prefix}_SIZE = ${r.size};`);
    let offset = 0;
    for (const member of r.members) {
      lines.push(`export const ${prefix}_${screaming(member.name)} = ${offset};`);
      offset += memberSize(member);
    }
    lines.push("");
  }
  for (const [name, value] of CONSTANTS) lines.push(`export const ${name} = ${value};`);
  return `${lines.join("\n")}\n`;
}
