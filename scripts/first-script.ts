/**
 * Writes scripts into the page's document: its first one (src/app/first-script.ts), with the addresses of the build's workers, and the
 * one that shows the last picture (src/app/last-picture/show.ts).
 */
import { readFileSync } from "node:fs";
import { minifySync, transformSync } from "rolldown/utils";
import type { Plugin } from "vite";
import { PAGE_PATHS } from "#domain/access/page-paths.ts";
import { engineName } from "#protocol/engine-name.ts";
import { PICTURE_KEY, PICTURE_MS, PICTURE_SHOWN_MS } from "../src/app/last-picture/kept.ts";

/** By the place in the document that each is written to. */
const SOURCES = {
  "<!-- first script -->": "src/app/first-script.ts",
  "<!-- script -->": "src/app/last-picture/show.ts",
} as const;

/** @param files of the build, null where there is none */
function codeOf(source: string, build: string, files: readonly string[] | null): string {
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
    __PICTURE_KEY__: PICTURE_KEY,
    __PICTURE_MS__: PICTURE_MS,
    __PICTURE_SHOWN_MS__: PICTURE_SHOWN_MS,
  };
  const define = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const { code } = transformSync(source, readFileSync(source, "utf8"), { sourceType: "script", define });
  return minifySync(source, code).code.trim();
}

export function firstScript(build: string): Plugin {
  return {
    name: "first-script",
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle }) => {
        const files = bundle ? Object.keys(bundle) : null;
        return Object.entries(SOURCES).reduce((text, [place, source]) => {
          if (!text.includes(place)) throw new Error(`index.html has no ${place}`);
          return text.replace(place, () => `<script>${codeOf(source, build, files)}</script>`);
        }, html);
      },
    },
  };
}

/** Name of a worker's file: that of its folder, by which the first script finds it. */
export function workerFile({ facadeModuleId }: { readonly facadeModuleId?: string | null }): string {
  const folder = /\/workers\/(\w+)\/index\.ts/.exec(facadeModuleId ?? "")?.[1];
  return `assets/${folder === undefined ? "[name]" : `${folder}-worker`}-[hash].js`;
}
