import type { Page } from "#domain/access/pages.ts";
import { AccessError } from "./AccessError.tsx";

/** In front of a page that this account may not open whatever its plan. */
export function AccessDenied(_: { readonly page: Page }) {
  return <AccessError kind="UnAuthorizedUser" />;
}
