import type { Ticker } from '@sw/domain/prices/ticker';
import { switchable } from '../../platform/switchable.ts';
import { createUniverse, type Universe } from '../engine/universe.ts';
import { type AttentionWindow, createAttentionWindow } from './attention-window.ts';
import { createDirectory, type Directory } from './directory.ts';
import { createPriceWindow, type PriceWindow } from './price-window.ts';

/** What is made anew when an import brings tickers, or when a market starts over: a window takes sessions in order only. */
export interface Rows {
	readonly universe: Universe;
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly attention: AttentionWindow;
}

export interface ShownRows {
	readonly rows: Rows;
	/** Whoever shows rows of the same beginning shows the same. */
	readonly beginning: number | undefined;
}

/** The rows of a market. Those that are being filled are shown when they are whole: half-filled they would state the changes of days long past. */
export interface MarketRows {
	/** As requests read them. */
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly attention: AttentionWindow;
	/** The rows to fill, shown or not. */
	filling(): Rows;
	/** Those that requests read; undefined before the first are shown. */
	shown(): ShownRows | undefined;
	/** Begins new rows with these tickers. */
	renew(tickers: readonly Ticker[]): void;
	/** `beginning`: that of the market by which they were read, where several processes show it. */
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
