/**
 * The small language in which `schema.ts` declares binary messages. Offsets are never typed by hand:
 * they follow from the order of the fields, big-endian and packed.
 */
export type FieldType = "u8" | "u16" | "u32" | "i16" | "i32" | "f32" | "f64";

const FIELD_SIZE: Record<FieldType, number> = {
  u8: 1,
  u16: 2,
  u32: 4,
  i16: 2,
  i32: 4,
  f32: 4,
  f64: 8,
};

interface Field {
  readonly name: string;
  readonly type: FieldType;
  readonly doc: string;
  /** Real value = integer / scale; "price" means the segment's divisor. */
  readonly scale?: number | "price";
  readonly unit?: string;
  /** Record version that introduced the field; 1 when absent. */
  readonly since?: number;
}

/** A nested record at a fixed place, such as the call side of a chain row. */
interface Group {
  readonly name: string;
  readonly record: RecordTable;
  readonly count: number;
  readonly doc: string;
}

export interface RecordTable {
  /** camelCase; constants become SCREAMING_SNAKE, the TypeScript type PascalCase. */
  readonly name: string;
  readonly doc: string;
  readonly members: readonly (Field | Group)[];
  readonly size: number;
}

export interface MessageTable {
  readonly name: string;
  readonly id: number;
  /** Version byte of our own packets; null for the Kite-shaped ones, which carry none. */
  readonly version: number | null;
  readonly doc: string;
  readonly layout: readonly string[];
  readonly root?: RecordTable;
  readonly row?: RecordTable;
}

export function field(
  name: string,
  type: FieldType,
  doc: string,
  more: Pick<Field, "scale" | "unit" | "since"> = {},
): Field {
  return { name, type, doc, ...more };
}

export function group(name: string, record: RecordTable, count: number, doc: string): Group {
  return { name, record, count, doc };
}

export function memberSize(member: Field | Group): number {
  return "record" in member ? member.record.size * member.count : FIELD_SIZE[member.type];
}

export function record(name: string, doc: string, members: readonly (Field | Group)[]): RecordTable {
  return { name, doc, members, size: members.reduce((sum, m) => sum + memberSize(m), 0) };
}
