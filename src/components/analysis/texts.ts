import { UNKNOWN } from "#domain/format/number.ts";
import { inLanguage } from "../../browser/language.ts";

export const TEXTS = inLanguage({
  en: {
    failed: "Could not be loaded.",
    retry: "Try again",
    loading: "Loading…",
    stale: "Not live",
    sides: { buy: "Buy", sell: "Sell" },
    sideLetters: { buy: "B", sell: "S" },
    types: { CE: "CE", PE: "PE", FUT: "FUT", EQ: "EQ" },
    greeks: { delta: "Delta", gamma: "Gamma", theta: "Theta", vega: "Vega" },
    greekUnits: { delta: "units", gamma: "units a rupee", theta: "₹ a day", vega: "₹ a vol point" },

    payoff: {
      chart: "Payoff. Arrow keys move along the price, plus and minus zoom, 0 shows all.",
      strikes: "Strikes of the legs",
      spot: (price: string) => `Spot ${price}`,
      sigma: (count: number) => `${count < 0 ? "−" : "+"}${Math.abs(count)}σ`,
      breakeven: (price: string, fromSpot: string) =>
        fromSpot === UNKNOWN ? price : `${price} (${fromSpot})`,
      atExpiry: (date: string | null) => (date === null ? "At expiry" : `At expiry, ${date}`),
      target: "Target price",
      targetPlace: (price: string, fromSpot: string) =>
        fromSpot === UNKNOWN ? price : `${price}, ${fromSpot} from spot`,
      targetTag: (price: string) => `Target ${price}`,
      strike: (side: string, type: string) => `${side} ${type}, strike`,
      strikePlace: (side: string, strike: string, type: string, count: number) =>
        `${side} ${strike} ${type}${count > 1 ? `, ${count} legs` : ""}, strike ${strike}`,
      strikeHint:
        "Drag to another strike, or press an arrow key; Page Up and Page Down go five strikes. Shift moves all legs, Alt moves the opposite legs the other way, Escape undoes.",
      targetHint: "Drag to another target price. Delete follows the spot again.",
    },

    readout: {
      price: "Price",
      fromSpot: "From spot",
      sigmas: "Distance",
      inSigmas: (sigmas: string) => (sigmas === UNKNOWN ? sigmas : `${sigmas}σ`),
      onTarget: (time: string) => `P&L ${time}`,
      onExpiry: (date: string | null) => (date === null ? "At expiry" : `Expiry ${date}`),
      change: "Against before",
      oi: "OI call, put",
      oiChange: "OI change call, put",
      pair: (call: string, put: string) => `${call}, ${put}`,
      said: (
        price: string,
        fromSpot: string,
        sigmas: string,
        onTarget: string,
        onExpiry: string,
        change: string | null,
      ) =>
        `${price}, ${fromSpot} from spot, ${sigmas} standard deviations. Profit and loss at the target date ${onTarget}, at expiry ${onExpiry}${change === null ? "" : `, changed by ${change}`}.`,
    },

    time: {
      slider: "Target date",
      now: "Now",
      play: "Play to expiry",
      pause: "Pause",
      left: (days: string) => `${days} to expiry`,
      atEnd: "Expiry",
    },
    iv: {
      name: "IV",
      slider: "IV offset",
      unit: "IV points",
      said: (points: string) => `${points} points`,
    },

    toolbar: {
      name: "What the payoff shows",
      zoom: "Zoom",
      zoomIn: "Zoom in",
      zoomOut: "Zoom out",
      near: "Near",
      nearHint: "Two standard deviations and all breakevens",
      all: "All",
      allHint: "All prices",
      oi: "Open interest",
      oiModes: { oi: "OI", change: "OI change", off: "No OI" },
      oiKey: { call: "Call", put: "Put" },
      expiries: "Expiries of the open interest",
      weekly: "weekly",
      greek: "Greek",
      noGreek: "No greek",
    },

    payoffTable: {
      name: "Payoff by price",
      price: "Price",
      fromSpot: "From spot",
      onTarget: (time: string) => `P&L ${time}`,
      onExpiry: (date: string | null) => (date === null ? "P&L at expiry" : `P&L at expiry ${date}`),
      share: "%",
      interval: "Step",
      spot: "Spot",
      rupees: "₹",
    },
    pnlTable: {
      name: "Profit and loss by leg",
      leg: "Leg",
      targetPrice: "Target price",
      entryPrice: "Entry",
      lastPrice: "LTP",
      targetPnl: "Target P&L",
      bookedPnl: "Booked P&L",
      total: "Total",
      position: "Position",
      expired: "Expired",
      left: "Left out",
    },
    greeksTable: {
      name: "Greeks by leg",
      leg: "Leg",
      iv: "IV",
      ivUnit: "%",
      decay: "Decay",
      decayUnit: "₹ by tomorrow",
      total: "Total",
    },

    strategyChart: {
      name: "Combined premium over time",
      title: "combined premium",
      failed: "Failed to fetch strategy chart",
      premium: "Premium",
      credit: "Net credit above zero",
      underlying: "Underlying",
      simulated: "Simulated",
      origins: {
        recorded: "heard here",
        source: "the broker's",
        imported: "an exchange's file",
        simulated: "simulated",
      },
    },
    oiChart: {
      name: "Open interest of each leg over time",
      title: "open interest of the legs",
    },
  },
});
