import type { MentionHour } from '@sw/domain/attention/mention-hours';
import { MENTION_SOURCES } from '@sw/domain/prices/blocks';
import type { ExtendedVolumes } from '@sw/domain/prices/extended-volumes';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Ticker } from '@sw/domain/prices/ticker';
import { type ExchangeDate, HOUR } from '@sw/domain/time/units';
import { createUniverse, type Universe } from '../engine/universe.ts';
import { type AttentionWindow, createAttentionWindow, KEPT_HOURS } from './attention-window.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createPriceWindow, type PriceWindow, type WindowSession } from './price-window.ts';

/** Data of all tickers in memory. Rebuilt when an import adds tickers or the market restarts, because windows accept sessions only in order. */
export interface Rows {
	readonly universe: Universe;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly attention: AttentionWindow;
}

export interface ShownRows {
	readonly rows: Rows;
	/** Number of the market's start that the rows belong to: processes with the same number show the same rows. Undefined if not shared. */
	readonly beginning: number | undefined;
}

/** The rows of a market. Rows being filled are shown only when complete, because half-filled ones would show long past prices. */
export interface MarketRows {
	/** Views of the shown rows, for requests. */
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly attention: AttentionWindow;
	/** The rows to fill, shown or not. */
	pendingRows(): Rows;
	/** The rows that requests read; undefined before the first are shown. */
	shownRows(): ShownRows | undefined;
	/** Creates new rows with these tickers. */
	reset(tickers: readonly Ticker[]): void;
	/** Shows the rows being filled. `beginning`: see ShownRows. */
	show(beginning?: number): void;
}

export function openMarketRows(tickers: readonly Ticker[]): MarketRows {
	let rows = createRows(tickers);
	let shown: ShownRows | undefined;
	const directory = createReplaceable(rows.directory);
	const prices = createReplaceable(createPriceWindow(rows.universe.ids.length));
	const attention = createReplaceable(rows.attention);
	return {
		directory: directory.view,
		prices: prices.view,
		attention: attention.view,
		pendingRows: () => rows,
		shownRows: () => shown,
		reset: (newTickers) => {
			rows = createRows(newTickers);
		},
		show: (beginning) => {
			shown = { rows, beginning };
			directory.replaceWith(rows.directory);
			prices.replaceWith(rows.prices);
			attention.replaceWith(rows.attention);
		},
	};
}

function createRows(tickers: readonly Ticker[]): Rows {
	const universe = createUniverse(tickers);
	return {
		universe,
		directory: createDirectory(tickers, universe.shares),
		prices: createPriceWindow(tickers.length),
		attention: createAttentionWindow(tickers.length, universe.rowOf),
	};
}

/**
 * Creates an object that can be replaced while other code keeps references to `view`, which always delegates to the current object. Imports into a running
 * server replace the directory and windows.
 */
export function createReplaceable<T extends object>(first: T): { readonly view: T; replaceWith(next: T): void } {
	let current = first;
	return {
		view: new Proxy(first, { get: (_first, key) => Reflect.get(current, key) }),
		replaceWith: (next) => {
			current = next;
		},
	};
}

type Column = Exclude<NodeJS.TypedArray, BigInt64Array | BigUint64Array>;

const BAR_COLUMNS = ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const;

/**
 * Whether newly read rows are equal to the shown ones, apart from newer data. Extended-hours bars are compared by volume. False in case of doubt, so that no
 * process keeps showing outdated rows.
 */
export function areSameRows(shown: Rows, fresh: Rows): boolean {
	const { tickers } = fresh.universe;
	return (
		shown.universe.tickers.length === tickers.length &&
		shown.universe.tickers.every((ticker, row) => isSameTicker(ticker, tickers[row])) &&
		isSameColumn(computeSharesSince(shown, fresh.prices), fresh.universe.shares) &&
		areSamePrices(shown.prices, fresh.prices) &&
		areSameMentions(shown.attention, fresh.attention)
	);
}

/** Shares are ignored, because splits change them. */
function isSameTicker(a: Ticker, b: Ticker | undefined): boolean {
	return (
		b !== undefined &&
		(a.exchange ?? null) === (b.exchange ?? null) &&
		(['id', 'symbol', 'name', 'type', 'industry', 'listed', 'delisted'] as const).every((name) => a[name] === b[name])
	);
}

/** Compares bytes, so that NaN equals NaN. `length`: number of values to compare. Default: all. */
function isSameColumn(a: Column, b: Column, length?: number): boolean {
	return bytesOf(a.subarray(0, length)).equals(bytesOf(b.subarray(0, length)));
}

function bytesOf({ buffer, byteOffset, byteLength }: Column): Buffer {
	return Buffer.from(buffer, byteOffset, byteLength);
}

function areSameMentions(shown: AttentionWindow, fresh: AttentionWindow): boolean {
	const [until, freshUntil] = [shown.dataEnd() ?? 0, fresh.dataEnd() ?? 0];
	if (freshUntil < until) return false;
	for (const source of MENTION_SOURCES.keys())
		for (let ms = until - HOUR; ms >= freshUntil - KEPT_HOURS * HOUR && ms > 0; ms -= HOUR)
			if (!isSameHour(shown.hour(source, ms), fresh.hour(source, ms))) return false;
	return true;
}

function isSameHour(a: MentionHour | undefined, b: MentionHour | undefined): boolean {
	if (!a || !b) return a === b;
	const { counted, ...columns } = a;
	const { counted: otherCounted, ...otherColumns } = b;
	const isSameCount =
		typeof counted === 'string' || typeof otherCounted === 'string' ? counted === otherCounted : isSameColumn(counted, otherCounted);
	return (
		isSameCount &&
		(['rows', 'mentions', 'retweets', 'authors'] as const).every((name) =>
			isSameColumn(columns[name] as Column, otherColumns[name] as Column),
		)
	);
}

function areSamePrices(shown: PriceWindow, fresh: PriceWindow): boolean {
	const newest = shown.sessions.at(-1);
	const shownByDate = new Map(shown.sessions.map((entry) => [entry.session.date, entry]));
	return (
		newest !== undefined &&
		fresh.sessions.length >= shown.sessions.length &&
		fresh.sessions.every((entry) => {
			const shownEntry = shownByDate.get(entry.session.date);
			return shownEntry ? isSameSession(shownEntry, entry) : entry.session.date > newest.session.date;
		}) &&
		areSameVolumes(shown.volumes, fresh.volumes, newest.session.date)
	);
}

function isSameSession(shown: WindowSession, fresh: WindowSession): boolean {
	return (
		shown.elapsed <= fresh.elapsed &&
		isSameJson(shown.splits, fresh.splits) &&
		areSameColumns(shown.day, fresh.day) &&
		(!shown.matrix || !fresh.matrix || areSameBars(shown.matrix, fresh.matrix, shown.elapsed))
	);
}

function areSameBars(a: SessionMatrix, b: SessionMatrix, elapsed: number): boolean {
	const cells = elapsed * a.rows;
	const halted = (matrix: SessionMatrix): Uint8Array => matrix.halted ?? new Uint8Array(cells);
	return BAR_COLUMNS.every((column) => isSameColumn(a[column], b[column], cells)) && isSameColumn(halted(a), halted(b), cells);
}

/** Compares columns by name; without columns on either side, they count as equal. */
function areSameColumns<T extends object>(a: T | null | undefined, b: T | null | undefined): boolean {
	return !a || !b || Object.entries(a).every(([name, column]) => isSameColumn(column as Column, b[name as keyof T] as Column));
}

function isSameJson(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
}

/** Compares volumes, except the newest shown session and later ones, which are incomplete, and sessions that are too old for `fresh`. */
function areSameVolumes(shown: readonly ExtendedVolumes[], fresh: readonly ExtendedVolumes[], newest: ExchangeDate): boolean {
	const keyOf = ({ session, part }: ExtendedVolumes): string => `${session.date}.${part}`;
	const shownShares = new Map(shown.map((volumes) => [keyOf(volumes), volumes.shares]));
	const freshKeys = new Set(fresh.map(keyOf));
	const oldest = fresh.map(({ session }) => session.date).sort()[0] ?? newest;
	return (
		fresh.every((volumes) => {
			const shares = shownShares.get(keyOf(volumes));
			return shares ? isSameColumn(shares, volumes.shares) : volumes.session.date >= newest;
		}) && shown.every((volumes) => freshKeys.has(keyOf(volumes)) || volumes.session.date < oldest)
	);
}

/** Computes the shares of the shown rows after the splits of newer sessions in `fresh`. */
function computeSharesSince({ universe, prices }: Rows, fresh: PriceWindow): Float64Array {
	const shares = universe.shares.slice();
	const newest = prices.sessions.at(-1)?.session.date ?? '';
	for (const { session, splits } of fresh.sessions)
		if (session.date > newest) for (const { row, ratio } of splits) shares[row] = shares[row]! * ratio;
	return shares;
}
