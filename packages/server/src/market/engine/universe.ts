import type { Split, Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';

/**
 * The tickers as the engine sees them: row r is the r-th by ascending id. Shares outstanding are on the share basis of the current session, because market
 * cap is shares times the unadjusted last price.
 */
export interface Universe {
	/** As of the last refresh. */
	readonly tickers: readonly Ticker[];
	/**
	 * Replaces the tickers by newer data of the same tickers. Shares and `isIndex` stay: shares follow splits here. Throws RangeError if the number of tickers
	 * differs.
	 */
	refresh(tickers: readonly Ticker[]): void;
	readonly ids: Uint32Array;
	/** By row; NaN if unknown. */
	readonly shares: Float64Array;
	readonly isIndex: Uint8Array;
	/** 1 for rows that count as an index at that time, because their first volume is later (see Ticker.volumeFrom). */
	indexRowsAt(time: UtcMs): Uint8Array;
	/** Tickers, other than indices, whose volume began later than their prices, and when the volume became known. */
	volumeStarts(): ReadonlyMap<TickerId, UtcMs>;
	/** -1 for an unknown id. */
	rowOf(id: number): number;
	/** 1 where the row was listed on that date. */
	listedOn(date: ExchangeDate): Uint8Array;
	/** Sets the shares of the same tickers as of another day. */
	setShares(tickers: readonly Ticker[]): void;
	/** Converts the shares of split tickers to the basis after the split. */
	applySplits(splits: readonly Split[]): void;
}

export function createUniverse(initialTickers: readonly Ticker[]): Universe {
	let tickers = initialTickers;
	const rowById = new Map<number, number>(tickers.map((ticker, row) => [ticker.id, row]));
	const shares = Float64Array.from(tickers, (ticker) => ticker.shares ?? Number.NaN);
	return {
		get tickers() {
			return tickers;
		},
		refresh: (newTickers) => {
			if (newTickers.length !== tickers.length) throw new RangeError("The number of tickers can't change while the market runs.");
			tickers = newTickers;
		},
		ids: Uint32Array.from(tickers, (ticker) => ticker.id),
		shares,
		isIndex: Uint8Array.from(tickers, (ticker) => (ticker.type === 'index' ? 1 : 0)),
		indexRowsAt: (time) => Uint8Array.from(initialTickers, ({ volumeFrom = time }) => (volumeFrom > time ? 1 : 0)),
		volumeStarts: () =>
			new Map(
				initialTickers.flatMap(({ id, type, volumeFrom }) =>
					type === 'index' || volumeFrom === undefined ? [] : [[id, volumeFrom] as const],
				),
			),
		rowOf: (id) => rowById.get(id as TickerId) ?? -1,
		listedOn: (date) =>
			Uint8Array.from(tickers, ({ listed, delisted }) =>
				(listed === null || listed <= date) && (delisted === null || delisted >= date) ? 1 : 0,
			),
		setShares: (newTickers) =>
			newTickers.forEach(({ shares: count }, row) => {
				shares[row] = count ?? Number.NaN;
			}),
		applySplits: (splits) => {
			for (const split of splits) {
				const row = rowById.get(split.tickerId);
				if (row !== undefined) shares[row] = shares[row]! * split.ratio;
			}
		},
	};
}
