import { createLocalBus } from "#server/bus/local.ts";
import { createComputeMarket } from "#server/compute/market/market.ts";
import { builderAnswer } from "#protocol/http/builder-answer.ts";
import { referenceStrategyKernel } from "#domain/pricing/strategy-kernel.ts";
import { callToken, NIFTY, putToken, startScriptedFeed } from "./tests/support/scripted-feed.ts";
const bus = createLocalBus(); const feed = startScriptedFeed(bus); const market = createComputeMarket(bus); feed.sayClock();
const m = market.builderMarket(await market.snapshot(NIFTY));
const trades = Array.from({ length: 500 }, (_, n) => ({ instrument_token: n % 2 ? putToken( 0 , n % 21) : callToken( 0, n % 21), trade_action: n % 3 ? "BUY" as const : "SELL" as const, quantity: 65 * (1 + (n % 7)) }));
const ten = trades.slice(0,10);
for (let i=0;i<8;i++){ const c=process.cpuUsage(); for(let j=0;j<400;j++) JSON.stringify(builderAnswer({ underlying_token: NIFTY, trades: ten }, m, referenceStrategyKernel)); const d=process.cpuUsage(c); console.log(((d.user+d.system)/400/1000).toFixed(2),"ms cpu"); }
market.stop();
