import type { Ticker } from '@sw/domain/prices/ticker';
import { switchable } from '../../platform/switchable.ts';
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

const rowsOf = (tickers: readonly Ticker[]): Rows => {
	const universe = createUniverse(tickers);
	return {
		universe,
		directory: createDirectory(tickers, universe.shares),
		prices: createPriceWindow(tickers.length),
		attention: createAttentionWindow(tickers.length, universe.rowOf),
	};
};

export const openMarketRows = (tickers: readonly Ticker[]): MarketRows => {
	let rows = rowsOf(tickers);
	let shown: ShownRows | undefined;
	const directory = switchable(rows.directory);
	const prices = switchable(createPriceWindow(rows.universe.ids.length));
	const attention = switchable(rows.attention);
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
			directory.switchTo(rows.directory);
			prices.switchTo(rows.prices);
			attention.switchTo(rows.attention);
		},
	};
};
