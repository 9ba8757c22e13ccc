import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { buildId } from "./scripts/build-id.ts";
import { firstScript, workerFile } from "./scripts/first-script.ts";
import { preloadsOf } from "./scripts/preloads.ts";

const BUILD = buildId();
const PURE = ["domain", "protocol"].map((folder) => `${import.meta.dirname}/${folder}/`);

/** The web app: page, SharedWorker engine and painter worker, WASM as an asset. Output: dist/web. */
export default defineConfig({
  plugins: [react(), firstScript(BUILD)],
  define: { __BUILD__: JSON.stringify(BUILD) },
  // Readers of market files run in a worker too, where there is no Buffer.
  resolve: { alias: { "csv-parse/sync": "csv-parse/browser/esm/sync" } },
  publicDir: "public",
  build: {
    outDir: "dist/web",
    emptyOutDir: true,
    target: "es2022",
    sourcemap: false,
    assetsInlineLimit: 0,
    manifest: true,
    // Every browser that runs the workers knows modulepreload itself.
    modulePreload: { polyfill: false, resolveDependencies: preloadsOf },
    rolldownOptions: {
      // The compute client is a file of its own, for whoever analyses a strategy; no page that does not has to load it.
      input: { index: "index.html", compute: "src/live/compute-client.ts" },
      preserveEntrySignatures: "allow-extension",
      // Importing a rule of trading, or a row of the contract, does nothing by itself: what does not use it need not load it.
      treeshake: { moduleSideEffects: (id) => !PURE.some((folder) => id.startsWith(folder)) },
      output: {
        // What every page needs comes in one piece: small pieces of the same compress worse. Languages are
        // with it because every chunk with texts asks for them, and alone they would be one more request.
        codeSplitting: {
          groups: [
            {
              // With the router comes the chain, which it holds: what others share with that would else be twenty small files.
              // So do the styles of every page, as one file.
              name: "frame",
              test: /\/src\/(?:app\/(?:router\.tsx|early-bar\.css)|components\/theme\/\w+\.css)$|\/node_modules\/(?:comlink|react|react-dom|scheduler|valtio|proxy-compare|@tanstack\/(?:react-router|router-core|history|store|react-store))\/|preload-helper/,
            },
            {
              // Who is signed in: asked at every start, beside the first prices and not before them.
              name: "session",
              test: /\/(?:src\/(?:app\/start-session|session\/(?:keeper|create-session|access-token)|api\/(?:ask-profile|address)|browser\/web-view)|protocol\/(?:generated\/http\/(?:shapes\/account|calls\/account\/me)|http\/(?:call|path)))\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              // What every page comes to ask for, before its own code or after the first picture: else a dozen and a half of small files.
              name: "every-page",
              test: /\/(?:domain\/(?:errors|access\/(?:pages\/[\w-]+|pages|page-texts|features|plans|outcome))|src\/(?:api\/(?:access-refusal|api-failure|error-text)|session\/subject|shared\/(?:chart-window|instrument-windows|page\/(?:use-document-title|use-address)|widget\/(?:access-fault|widget-place))|app\/frame\/(?:NotFound|texts)|features\/gates\/texts|components\/(?:button\/Button(?:\.module)?|toast\/toast|status-screen\/StatusScreen(?:\.module)?)))\.(?:tsx?|css)$|\/lucide-react\/dist\/esm\/icons\/compass\.(?:m?js)$/,
              includeDependenciesRecursively: false,
            },
            {
              // What stands where plans and trials are offered.
              name: "plans",
              test: /\/(?:domain\/access\/trial|src\/(?:shared\/plans\/(?:plan-names|texts|TrialButton|trial-offer)|session\/account-changes|api\/account-calls)|protocol\/generated\/http\/(?:calls\/(?:account\/log-out|preferences\/keep|subscriptions\/[\w-]+)|shapes\/subscriptions))\.tsx?$/,
              includeDependenciesRecursively: false,
            },
            {
              // What all pages of charts share: else a dozen small files, each compressed by itself.
              name: "chart-pages",
              test: /\/src\/shared\/(?:market-page\/(?:FeedStanding|Head\.module|texts|use-market)\.(?:tsx?|css)|page-controls\/(?:SheetButton|Tools|use-is-narrow)[\w.]*\.(?:tsx?|css)|info-button\/[\w-]+\.(?:tsx?|module\.css)|market-refused\/LazyMarketRefused\.tsx|time-charts\/(?:Foot|origin|texts)\.(?:tsx?|module\.css)|page\/(?:address-parts|use-written-address)\.tsx?)$/,
              includeDependenciesRecursively: false,
            },
            {
              // The same of those that are about one underlying, which the chart of an instrument is not.
              name: "market-pages",
              test: /\/src\/shared\/(?:market-page\/(?:Head\.tsx|(?:MarketRoom|MarketPage|OtherUnderlying)\.)|page-controls\/(?:Controls|Radios|texts)\.|time-charts\/(?:ChartNotice|oi-text)\.)/,
              includeDependenciesRecursively: false,
            },
            {
              // What the first page looks up of brokers and of the way it was arrived by, once it is there.
              name: "arrival",
              test: /\/(?:src\/(?:session\/(?:login-brokers|preferred-broker|redirect-path))|domain\/access\/(?:brokers|redirects))\.ts$/,
              includeDependenciesRecursively: false,
            },
            {
              // Signs of buttons by which legs are chosen and moved: else a file of a hundred bytes each.
              name: "leg-signs",
              test: /\/lucide-react\/dist\/esm\/icons\/(?:minus|plus|grip-vertical)\.(?:m?js)$/,
              includeDependenciesRecursively: false,
            },
            {
              // Charts over time, and what goes on by itself in them.
              name: "over-time",
              test: /\/src\/(?:components\/chart\/(?:TimeChart|data\/pixel-columns|time\/[\w-]+)\.|live\/(?:column-series|chart-columns|bar-totals|asker|asked)\.|shared\/(?:time-charts\/use-time-told|series\/asked-edges)\.)/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  // What tells the bundler of calls without effects is of no use to a browser.
  worker: {
    format: "es",
    rolldownOptions: { output: { entryFileNames: workerFile, comments: { annotation: false } } },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    strictPort: true,
    proxy: {
      "^/(v1|user|user_subscriptions|payment|sandbox|healthz|readyz|metrics|docs)(/|\\?|$)": `http://127.0.0.1:${process.env.PORT ?? "8080"}`,
      "/broker": { target: `ws://127.0.0.1:${process.env.PORT ?? "8080"}`, ws: true },
    },
  },
});
