/** The product's server, and the page of the chain in plain React that it is compared with. */
import { buildPage, type PageServer, servePage } from "../browser/page-server.ts";
import { launchServer, type ProductServer } from "../browser/server.ts";
import type { Context, Findings, Table } from "../lib/types.ts";

const OUT = ".build/bench-strip";

export interface BesidePeer {
  readonly product: ProductServer;
  readonly page: PageServer;
  /** Of the page, an empty one. */
  readonly blank: string;
  readonly notes: string[];
}

/** Both are there while it measures, and gone afterwards. */
export async function besidePeer(
  context: Context,
  measure: (beside: BesidePeer) => Promise<Table[]>,
): Promise<Findings> {
  const notes: string[] = [];
  context.progress("building the peer");
  await buildPage("bench/strip/peer", OUT);
  const page = await servePage(OUT);
  const product = await launchServer({ away: true });
  try {
    const tables = await measure({ product, page, blank: `${page.origin}/blank`, notes });
    return { tables, notes };
  } finally {
    page.stop();
    await product.stop();
  }
}
