import { lowerBound } from '../statistics/lower-bound.ts';
import { HOUR } from '../time/units.ts';

/**
 * A source's counts in one hour, with one element per mentioned ticker. `rows` are the tickers' rows in the directory, ascending. Columns use the smallest
 * array type that fits.
 */
export interface MentionHour {
	readonly rows: ArrayLike<number>;
	/** Without retweets. */
	readonly mentions: ArrayLike<number>;
	readonly retweets: ArrayLike<number>;
	/** Number of authors; -1 where unknown. */
	readonly authors: ArrayLike<number>;
	/** By row of the directory: 1 if the source counted the row. 'all': every row. */
	readonly counted: 'all' | Uint8Array;
}

/** Mentions by hour, in memory. */
export interface MentionHours {
	/** Number of rows in the directory. */
	readonly rows: number;
	/** Returns the hour starting at `ms`; undefined if the source didn't count that hour. */
	hour(source: number, ms: number): MentionHour | undefined;
}

/** Sums over several hours, by row. */
export interface HourSums {
	readonly total: Float64Array;
	/** NaN if an hour has mentions without an author count. */
	readonly authors: Float64Array;
	/** 1 if an hour wasn't counted for the row, so that the row's sums are incomplete. */
	readonly lacking: Uint8Array;
}

/** Sums a source's hours that start in [from, to). */
export function sumHours(hours: MentionHours, source: number, from: number, to: number, withRetweets: boolean): HourSums {
	const total = new Float64Array(hours.rows);
	const authors = new Float64Array(hours.rows);
	const lacking = new Uint8Array(hours.rows);
	for (let ms = from; ms < to; ms += HOUR) {
		const hour = hours.hour(source, ms);
		if (!hour) return { total, authors, lacking: lacking.fill(1) };
		if (hour.counted !== 'all') for (let row = 0; row < hours.rows; row++) if (hour.counted[row] === 0) lacking[row] = 1;
		for (let i = 0; i < hour.rows.length; i++) {
			const row = hour.rows[i]!;
			const authorCount = hour.authors[i]!;
			total[row] = total[row]! + hour.mentions[i]! + (withRetweets ? hour.retweets[i]! : 0);
			authors[row] = authorCount < 0 ? Number.NaN : authors[row]! + authorCount;
		}
	}
	return { total, authors, lacking };
}

/** Returns the index of a row in the hour's columns; -1 if the row wasn't mentioned. */
export function indexInHour({ rows }: Pick<MentionHour, 'rows'>, row: number): number {
	const at = lowerBound(rows, row);
	return rows[at] === row ? at : -1;
}

/** Returns the number of authors who mentioned a row in the hour starting at `ms`, summed over sources; NaN if a source doesn't report authors. */
export function countAuthors(hours: MentionHours, sources: readonly number[], row: number, ms: number): number {
	return sources.reduce((sum, source) => {
		const hour = hours.hour(source, ms);
		const at = hour ? indexInHour(hour, row) : -1;
		const authorCount = at < 0 ? 0 : (hour?.authors[at] as number);
		return authorCount < 0 ? Number.NaN : sum + authorCount;
	}, 0);
}

export function wasCounted({ counted }: Pick<MentionHour, 'counted'>, row: number): boolean {
	return counted === 'all' || counted[row] === 1;
}
