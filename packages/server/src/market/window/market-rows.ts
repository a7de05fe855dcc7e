import type { Ticker } from '@sw/domain/prices/ticker';
import { createUniverse, type Universe } from '../engine/universe.ts';
import { type AttentionWindow, createAttentionWindow } from './attention-window.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createPriceWindow, type PriceWindow } from './price-window.ts';

/** Rebuilt when an import adds tickers or a market restarts: a window accepts sessions in order only. */
export interface Rows {
	readonly universe: Universe;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly attention: AttentionWindow;
}

export interface ShownRows {
	readonly rows: Rows;
	/** Processes that show rows of the same beginning show the same rows. */
	readonly beginning: number | undefined;
}

/** The rows of a market. Rows being filled are shown only when complete: half-filled, they would show changes of days long past. */
export interface MarketRows {
	/** As requests read them. */
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly attention: AttentionWindow;
	/** The rows to fill, shown or not. */
	filling(): Rows;
	/** The rows that requests read; undefined before the first are shown. */
	shown(): ShownRows | undefined;
	/** Creates new rows with these tickers. */
	renew(tickers: readonly Ticker[]): void;
	/** `beginning`: the one that the rows were read by, where several processes show them. */
	show(beginning?: number): void;
}

export function openMarketRows(tickers: readonly Ticker[]): MarketRows {
	let rows = rowsOf(tickers);
	let shown: ShownRows | undefined;
	const directory = createReplaceable(rows.directory);
	const prices = createReplaceable(createPriceWindow(rows.universe.ids.length));
	const attention = createReplaceable(rows.attention);
	return {
		directory: directory.view,
		prices: prices.view,
		attention: attention.view,
		filling: () => rows,
		shown: () => shown,
		renew: (renewed) => {
			rows = rowsOf(renewed);
		},
		show: (beginning) => {
			shown = { rows, beginning };
			directory.replaceWith(rows.directory);
			prices.replaceWith(rows.prices);
			attention.replaceWith(rows.attention);
		},
	};
}

function rowsOf(tickers: readonly Ticker[]): Rows {
	const universe = createUniverse(tickers);
	return {
		universe,
		directory: createDirectory(tickers, universe.shares),
		prices: createPriceWindow(tickers.length),
		attention: createAttentionWindow(tickers.length, universe.rowOf),
	};
}

/**
 * An object that can be replaced: an import into a running server brings new tickers, and with them a new directory and window, while handlers keep
 * their references. `view` always delegates to the current object.
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
