/** Writes the page's first script into its document: src/app/first-script.ts, with the addresses of the build's workers. */
import { readFileSync } from "node:fs";
import { minifySync, transformSync } from "rolldown/utils";
import type { Plugin } from "vite";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { engineName } from "#protocol/engine-name.ts";

const SOURCE = "src/app/first-script.ts";
const PLACE = "<!-- first script -->";

/** @param files of the build, null where there is none */
function codeOf(build: string, files: readonly string[] | null): string {
  const addressOf = (worker: string): string => {
    if (files === null) return "";
    const found = files.find((file) => new RegExp(`^assets/${worker}-worker-[\\w-]+\\.js$`).test(file));
    if (found === undefined) throw new Error(`the build has no ${worker} worker`);
    return `/${found}`;
  };
  const values = {
    __ENGINE_URL__: addressOf("engine"),
    __ENGINE_NAME__: engineName(build),
    __PAINTER_URL__: addressOf("painter"),
    __CHAIN_PATH__: PAGE_PATHS["option-chain"],
  };
  const define = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const { code } = transformSync(SOURCE, readFileSync(SOURCE, "utf8"), { sourceType: "script", define });
  return minifySync(SOURCE, code).code.trim();
}

export function firstScript(build: string): Plugin {
  return {
    name: "first-script",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        if (!html.includes(PLACE)) throw new Error(`index.html has no ${PLACE}`);
        return html.replace(
          PLACE,
          () => `<script>${codeOf(build, bundle ? Object.keys(bundle) : null)}</script>`,
        );
      },
    },
  };
}

/** Name of a worker's file: that of its folder, by which the first script finds it. */
export function workerFile({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const folder = /\/workers\/(\w+)\/index\.ts/.exec(facadeModuleId ?? "")?.[1];
  return `assets/${folder === undefined ? "[name]" : `${folder}-worker`}-[hash].js`;
}
