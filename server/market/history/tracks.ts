import type { Bar } from "../bus/market-past.ts";
import { MINUTE, type MinuteColumns } from "./minute-days.ts";
import { type MinuteState, openBlock, QUARTER_MINUTES } from "./option-minutes/codec.ts";
import type { StartedBlock } from "./started-block.ts";

export const MINUTE_MS = 60_000;

/** What a place of a track holds. */
const PLACE = {
  /** nothing is known of the minute */
  NONE: 0,
  /** the figures at its end, volume since the day began */
  STATE: 1,
  /** a bar: figures at its end, volume traded in it */
  BAR: 2,
  /** the minute was heard, and of the instrument nothing in it */
  STILL: 3,
  /** the source tells of the minute, and of the instrument no trade of the day yet */
  UNTRADED: 4,
} as const;

/** One instrument through a session, as it is put together. */
export interface Track {
  readonly token: number;
  readonly place: Uint8Array;
  readonly close: Int32Array;
  readonly oi: Uint32Array;
  /** units, as `place` says */
  readonly volume: Uint32Array;
  /** units held when the session began, which stand until the first trade of what the source tells; null unknown */
  readonly openingOi: number | null;
}

export function createTrack(token: number, length: number, openingOi: number | null = null): Track {
  return {
    token,
    openingOi,
    place: new Uint8Array(length),
    close: new Int32Array(length),
    oi: new Uint32Array(length),
    volume: new Uint32Array(length),
  };
}

interface Span {
  /** start of the first minute, epoch ms */
  readonly open: number;
  /** minutes */
  readonly length: number;
}

/** Calls back for every minute of blocks that was heard within a span, with the block's state at its end. */
export function walk(
  blocks: readonly StartedBlock[],
  { open, length }: Span,
  visit: (minute: number, state: MinuteState, tokens: Uint32Array) => void,
): void {
  for (const { start, body } of blocks) {
    const first = (start - open) / MINUTE_MS;
    if (first >= length) break;
    if (first + QUARTER_MINUTES <= 0) continue;
    const block = openBlock(body);
    for (let at = block.next(); at >= 0; at = block.next()) {
      const minute = first + at;
      if (minute >= 0 && minute < length) visit(minute, block.state, block.tokens);
    }
  }
}

/** Tells where tracks stand among tokens: mostly the same ones as the time before. */
function createPlaces(tracks: readonly Track[]) {
  const byToken = new Map(tracks.map((track) => [track.token, track]));
  let known: Uint32Array | null = null;
  let places: { readonly at: number; readonly track: Track }[] = [];
  return (tokens: Uint32Array) => {
    if (known === tokens) return places;
    known = tokens;
    places = [];
    tokens.forEach((token, at) => {
      const track = byToken.get(token);
      if (track !== undefined) places.push({ at, track });
    });
    return places;
  };
}

/** Puts down what was recorded of options. */
export function recordedOptions(tracks: readonly Track[], blocks: readonly StartedBlock[], span: Span): void {
  const placesOf = createPlaces(tracks);
  walk(blocks, span, (minute, { close, oi, volume, known }, tokens) => {
    for (const { at, track } of placesOf(tokens)) {
      track.place[minute] = known[at] === 1 ? PLACE.STATE : PLACE.STILL;
      track.close[minute] = close[at]!;
      track.oi[minute] = oi[at]!;
      track.volume[minute] = volume[at]!;
    }
  });
}

/** Puts down what the source tells of options, in minutes of which nothing was recorded. */
export function toldOptions(tracks: readonly Track[], blocks: readonly StartedBlock[], span: Span): void {
  const placesOf = createPlaces(tracks);
  const before = new Map<Track, number>();
  walk(blocks, span, (minute, { close, oi, volume, known }, tokens) => {
    for (const { at, track } of placesOf(tokens)) {
      const traded = volume[at]! - (before.get(track) ?? 0);
      before.set(track, volume[at]!);
      if (track.place[minute] !== PLACE.NONE) continue;
      track.place[minute] = known[at] === 1 ? PLACE.BAR : PLACE.UNTRADED;
      track.close[minute] = close[at]!;
      track.oi[minute] = oi[at]!;
      track.volume[minute] = traded;
    }
  });
}

interface Figures {
  readonly close: number;
  readonly oi: number;
  readonly volume: number;
}

/** A state as it is now: of the minute that is on. */
export function putState(track: Track, minute: number, last: Figures | null): void {
  track.place[minute] = last === null ? PLACE.STILL : PLACE.STATE;
  if (last === null) return;
  track.close[minute] = last.close;
  track.oi[minute] = last.oi;
  track.volume[minute] = last.volume;
}

/** Puts down bars, in minutes that hold none yet. */
export function putBars(track: Track, bars: readonly Bar[], { open, length }: Span): void {
  for (const { start, close, oi, volume } of bars) {
    const minute = (start - open) / MINUTE_MS;
    if (minute < 0 || minute >= length || track.place[minute] === PLACE.BAR) continue;
    track.place[minute] = PLACE.BAR;
    track.close[minute] = close;
    track.oi[minute] = oi;
    track.volume[minute] = volume;
  }
}

/** Minutes of [from, to) of which nothing else is known were heard. */
export function putStill(track: Track, from: number, to: number): void {
  for (let minute = Math.max(0, from); minute < Math.min(to, track.place.length); minute++)
    if (track.place[minute] === PLACE.NONE) track.place[minute] = PLACE.STILL;
}

/** The track as it is told: figures stand until the next ones, volumes are those of each minute. */
export function columnsOf(track: Track): MinuteColumns {
  const { token, place, close: closes, oi: ois, volume: volumes, openingOi } = track;
  const { length } = place;
  const columns = {
    token,
    close: new Int32Array(length),
    oi: new Uint32Array(length),
    volume: new Uint32Array(length),
    known: new Uint8Array(length),
  };
  let [close, oi] = [0, 0];
  /** units traded by the end of the minute before, as far as is known */
  let total = 0;
  /** figures stand that may be carried on */
  let isKnown = false;
  /** how much was traded before is known: all of it, or nothing */
  let isCounted = place[0] !== PLACE.NONE;
  let lastState = -1;
  for (let minute = 0; minute < length; minute++) {
    switch (place[minute]) {
      case PLACE.STATE: {
        const traded = isCounted ? Math.max(0, volumes[minute]! - total) : 0;
        const isSame =
          isKnown && lastState >= 0 && close === closes[minute] && oi === ois[minute] && traded === 0;
        [close, oi, total] = [closes[minute]!, ois[minute]!, volumes[minute]!];
        [isKnown, isCounted, lastState] = [true, true, minute];
        columns.volume[minute] = traded;
        columns.known[minute] = isSame ? MINUTE.CARRIED : MINUTE.HEARD;
        break;
      }
      case PLACE.BAR:
        columns.known[minute] =
          isKnown && close === closes[minute] && oi === ois[minute] && volumes[minute] === 0
            ? MINUTE.CARRIED
            : MINUTE.HEARD;
        [close, oi] = [closes[minute]!, ois[minute]!];
        total += volumes[minute]!;
        columns.volume[minute] = volumes[minute]!;
        isKnown = true;
        break;
      case PLACE.STILL:
        if (isKnown) columns.known[minute] = MINUTE.CARRIED;
        // Nothing was heard of it while others were: it was not there, and what it trades later is all of it.
        else isCounted ||= lastState < 0;
        break;
      case PLACE.UNTRADED:
        if (!isKnown && openingOi !== null) [oi, isKnown] = [openingOi, true];
        if (isKnown) columns.known[minute] = MINUTE.CARRIED;
        break;
      default:
        // What traded meanwhile is not known: nothing is carried over it.
        isKnown = false;
        continue;
    }
    if (!isKnown) continue;
    columns.close[minute] = close;
    columns.oi[minute] = oi;
  }
  return columns;
}
