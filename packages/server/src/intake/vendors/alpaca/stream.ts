/**
 * Alpaca's stream of minute bars (wss://stream.data.alpaca.markets/v2/sip), merged into 15-minute bars. A slot is returned only if the stream was connected all
 * the time; otherwise the caller uses the REST API. Messages: https://docs.alpaca.markets/docs/real-time-stock-pricing-data.
 */
import type { Calendar } from '@sw/domain/time/calendar';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { z } from 'zod';
import type { WallClock } from '../../../platform/clocks/wall-clock.ts';
import { computeBackoffMs } from '../../outbound/backoff.ts';
import { decode, instant, parseJson, price, quantity, ticker } from '../../outbound/decode.ts';
import type { VendorBar } from '../bars.ts';
import type { AlpacaKeys } from './client.ts';
import { ALPACA } from './parse.ts';

export const ALPACA_STREAM_URL = 'wss://stream.data.alpaca.markets/v2/sip';

/** The members of WebSocket that the stream uses. */
export interface Socket {
	send(text: string): void;
	close(): void;
	addEventListener(type: 'open' | 'close' | 'error', listener: () => void): void;
	addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
}

export interface AlpacaStreamOptions {
	keys: AlpacaKeys;
	wall: WallClock;
	calendar: Calendar;
	random: () => number;
	connect(url: string): Socket;
	warn(message: string): void;
	url?: string;
}

export interface AlpacaStream {
	/** Subscribes to these symbols, in place of earlier ones. */
	subscribe(symbols: readonly string[]): void;
	/** Whether the vendor confirmed the subscription of a symbol. */
	isSubscribed(symbol: string): boolean;
	/** Bars of the slot that starts at `start` (UTC ms), by symbol; undefined if the stream missed part of it. */
	slot(start: number): ReadonlyMap<string, VendorBar> | undefined;
	close(): void;
}

const SLOT_LENGTH_MS = 15 * MINUTE;
/** Number of slots kept, because the bars of a minute arrive slightly after the minute ends. */
const KEPT_SLOTS = 4;
/** Time after a slot within which the bars of its last minute arrive. */
const MAX_ARRIVAL_DELAY_MS = 5 * SECOND;
/** A connection without messages for this long during a session is dead. */
const MAX_SILENCE_MS = 90 * SECOND;
/** Symbols per message: messages above 16 KB end the connection. */
const SYMBOLS_PER_MESSAGE = 400;
/** Error code: the plan allows no more symbols; confirmed ones stay subscribed. */
const SYMBOL_LIMIT_CODE = 405;
/** Error codes after which retrying is pointless: wrong keys, or a plan without this feed. */
const FATAL_CODES = new Set([401, 402, 409]);
const MAX_RETRY_WAIT_MS = 60 * SECOND;

const messagesWire = z.array(
	z.union([
		z.object({ T: z.enum(['b', 'u']), S: ticker, o: price, h: price, l: price, c: price, v: quantity, t: instant }),
		z.object({ T: z.literal('error'), code: z.number(), msg: z.string().nullish() }),
		z.object({ T: z.literal('success'), msg: z.string() }),
		z.object({ T: z.literal('subscription'), bars: z.array(ticker).nullish() }),
		// Other messages are ignored, but a bar that matches no schema above is an error.
		z.object({ T: z.string().refine((kind) => kind !== 'b' && kind !== 'u') }),
	]),
);
type Message = z.infer<typeof messagesWire>[number];
type MinuteBarMessage = Extract<Message, { S: string }>;

export function createAlpacaStream(options: AlpacaStreamOptions): AlpacaStream {
	const { keys, wall, calendar, random, connect, warn, url = ALPACA_STREAM_URL } = options;
	/** Minute bars by slot, symbol and start: a corrected bar replaces the original. */
	const minuteBarsBySlot = new Map<number, Map<string, Map<number, VendorBar>>>();
	let symbols: readonly string[] = [];
	let socket: Socket | undefined;
	/** Time since which no bar was missed; undefined while disconnected or subscribing. */
	let completeSince: number | undefined;
	/** All subscribed symbols, as stated by the last subscription message. */
	let confirmedSymbols: ReadonlySet<string> = new Set();
	/** Number of `symbols` requested so far. */
	let requestedCount = 0;
	let lastMessageAt = 0;
	let retries = 0;
	let isClosed = false;
	let cancelTimer = (): void => {};

	const addMinute = ({ S, o, h, l, c, v, t }: MinuteBarMessage): void => {
		const start = Math.floor(t / SLOT_LENGTH_MS) * SLOT_LENGTH_MS;
		let bySymbol = minuteBarsBySlot.get(start);
		if (!bySymbol) {
			bySymbol = new Map();
			minuteBarsBySlot.set(start, bySymbol);
			for (const oldStart of minuteBarsBySlot.keys()) if (oldStart < start - KEPT_SLOTS * SLOT_LENGTH_MS) minuteBarsBySlot.delete(oldStart);
		}
		const minutes = bySymbol.get(S) ?? new Map<number, VendorBar>();
		minutes.set(t, { ms: t, open: o, high: h, low: l, close: c, volume: v });
		bySymbol.set(S, minutes);
	};
	/** Subscribes to the next part of the symbols, once the previous part is confirmed. After the last part, bars are complete. */
	const subscribeMore = (isLimitReached = false): void => {
		const batch = isLimitReached ? [] : symbols.slice(requestedCount, requestedCount + SYMBOLS_PER_MESSAGE);
		requestedCount += batch.length;
		if (batch.length > 0) {
			socket?.send(JSON.stringify({ action: 'subscribe', bars: batch, updatedBars: batch }));
			return;
		}
		completeSince = wall.now();
		retries = 0;
		const unconfirmedCount = symbols.filter((symbol) => !confirmedSymbols.has(symbol)).length;
		if (unconfirmedCount > 0)
			warn(
				`Alpaca's stream confirms ${symbols.length - unconfirmedCount} of ${symbols.length} symbols; the others are requested slot by slot.`,
			);
	};
	const handleMessage = (message: Message): void => {
		if ('S' in message) addMinute(message);
		else if ('code' in message) {
			warn(`Alpaca's stream says ${message.code}: ${message.msg ?? ''}`);
			if (message.code === SYMBOL_LIMIT_CODE && completeSince === undefined) subscribeMore(true);
			if (FATAL_CODES.has(message.code)) close();
		} else if ('msg' in message && message.msg === 'connected') {
			socket?.send(JSON.stringify({ action: 'auth', key: keys.key, secret: keys.secret }));
		} else if ('msg' in message && message.msg === 'authenticated') {
			requestedCount = 0;
			subscribeMore();
		} else if (message.T === 'subscription' && 'bars' in message) {
			confirmedSymbols = new Set(message.bars ?? []);
			if (completeSince === undefined) subscribeMore();
		}
	};
	const scheduleReconnect = (lostSocket: Socket): void => {
		if (lostSocket !== socket) return;
		socket = undefined;
		completeSince = undefined;
		confirmedSymbols = new Set();
		cancelTimer();
		if (isClosed) return;
		cancelTimer = wall.after(computeBackoffMs(retries++, random, { base: SECOND, most: MAX_RETRY_WAIT_MS }), open);
	};
	const open = (): void => {
		const newSocket = connect(url);
		socket = newSocket;
		lastMessageAt = wall.now();
		newSocket.addEventListener('message', ({ data }) => {
			lastMessageAt = wall.now();
			try {
				for (const message of decode(ALPACA, 'stream', messagesWire, parseJson(ALPACA, 'stream', String(data)))) handleMessage(message);
			} catch (error) {
				// The unreadable message may have been a bar, so the current slot is incomplete.
				warn(error instanceof Error ? error.message : String(error));
				completeSince = wall.now();
			}
		});
		newSocket.addEventListener('close', () => scheduleReconnect(newSocket));
		newSocket.addEventListener('error', () => scheduleReconnect(newSocket));
		watchSilence(newSocket);
	};
	/** Detects connections that died without a close event. */
	const watchSilence = (watchedSocket: Socket): void => {
		cancelTimer = wall.after(MAX_SILENCE_MS / 3, () => {
			if (watchedSocket !== socket) return;
			// Outside sessions, silence is normal.
			if (wall.now() - lastMessageAt < MAX_SILENCE_MS || !calendar.sessionAt(wall.now())) return watchSilence(watchedSocket);
			watchedSocket.close();
			scheduleReconnect(watchedSocket);
		});
	};
	const close = (): void => {
		isClosed = true;
		cancelTimer();
		completeSince = undefined;
		socket?.close();
	};

	return {
		subscribe(newSymbols) {
			symbols = newSymbols;
			if (!socket && !isClosed) open();
			else if (completeSince !== undefined) {
				completeSince = undefined;
				requestedCount = 0;
				subscribeMore();
			}
		},
		isSubscribed: (symbol) => confirmedSymbols.has(symbol),
		slot(start) {
			if (completeSince === undefined || completeSince > start || wall.now() < start + SLOT_LENGTH_MS + MAX_ARRIVAL_DELAY_MS)
				return undefined;
			const bySymbol = minuteBarsBySlot.get(start);
			if (!bySymbol) return undefined;
			return new Map(
				[...bySymbol].map(([symbol, minutes]) => [
					symbol,
					mergeMinuteBars(
						start,
						[...minutes.values()].sort((a, b) => a.ms - b.ms),
					),
				]),
			);
		},
		close,
	};
}

function mergeMinuteBars(start: number, minutes: readonly VendorBar[]): VendorBar {
	return {
		ms: start,
		open: (minutes[0] as VendorBar).open,
		high: Math.max(...minutes.map(({ high }) => high)),
		low: Math.min(...minutes.map(({ low }) => low)),
		close: (minutes.at(-1) as VendorBar).close,
		volume: minutes.reduce((sum, { volume }) => sum + volume, 0),
	};
}
