import { Type } from "typebox";

export const PreferenceBody = Type.Record(
  Type.String({ pattern: "^[A-Za-z0-9_.-]{1,64}$" }),
  Type.Unknown(),
  {
    minProperties: 1,
    maxProperties: 1,
    additionalProperties: false,
    description: "one key and its value, at most 16 KiB of JSON",
  },
);
