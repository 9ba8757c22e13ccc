import type { GlobalEvent } from "#protocol/http/events.ts";
import china from "../flags/china.svg";
import euroArea from "../flags/euro-area.svg";
import india from "../flags/india.svg";
import japan from "../flags/japan.svg";
import usa from "../flags/usa.svg";

/** By the country's name, as part of an address. */
const FLAGS: Readonly<Record<string, string>> = { india, china, usa, "euro-area": euroArea, japan };

/** Address of a country's flag: its colours are its own, in every theme. */
export const flagOf = (country: GlobalEvent["country"]): string | undefined =>
  FLAGS[country.toLowerCase().replace(" ", "-")];
