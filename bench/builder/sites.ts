/** What the bench's browsers visit. */
import type { PageServer } from "../browser/page-server.ts";
import type { ProductServer } from "../browser/server.ts";

export interface Sites {
  readonly product: ProductServer;
  /** The peer's page, and an empty one. */
  readonly page: PageServer;
  readonly hasPeer: boolean;
}
