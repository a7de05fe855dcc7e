import { lowerBound } from '../statistics/lower-bound.ts';
import { HOUR } from '../time/units.ts';

/**
 * A source's counts in one hour. Sparse: index i of each column is a mentioned ticker, `rows[i]` its row in the directory, ascending. Columns use
 * the smallest type that fits.
 */
export interface MentionHour {
	readonly rows: ArrayLike<number>;
	/** Without retweets. */
	readonly mentions: ArrayLike<number>;
	readonly retweets: ArrayLike<number>;
	/** Authors; -1 where unknown. */
	readonly authors: ArrayLike<number>;
	/** The rows it was counted for: 1 per row, or all. */
	readonly counted: 'all' | Uint8Array;
}

/** Hours of mentions in memory. */
export interface MentionHours {
	/** Rows of the directory. */
	readonly rows: number;
	/** The hour of a source that starts at `ms`; undefined if not counted. */
	hour(source: number, ms: number): MentionHour | undefined;
}

/** Which hours count as missing, and the sums of the others, by row. */
export interface HourSums {
	readonly total: Float64Array;
	/** NaN if there are posts without an author count. */
	readonly authors: Float64Array;
	/** 1 if an hour was not counted for the row. */
	readonly lacking: Uint8Array;
}

/** Mentions of a source over the hours that start in [from, to). */
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
			const wrote = hour.authors[i]!;
			total[row] = total[row]! + hour.mentions[i]! + (withRetweets ? hour.retweets[i]! : 0);
			authors[row] = wrote < 0 ? Number.NaN : authors[row]! + wrote;
		}
	}
	return { total, authors, lacking };
}

/** Index of a row in an hour, -1 if it wasn't mentioned. */
export function placeIn({ rows }: Pick<MentionHour, 'rows'>, row: number): number {
	const at = lowerBound(rows, row);
	return rows[at] === row ? at : -1;
}

/** Number of authors who mentioned a row in the hour starting at `ms`, over several sources; NaN if one of them doesn't report authors. */
export function authorsIn(hours: MentionHours, sources: readonly number[], row: number, ms: number): number {
	return sources.reduce((sum, source) => {
		const hour = hours.hour(source, ms);
		const at = hour ? placeIn(hour, row) : -1;
		const wrote = at < 0 ? 0 : (hour?.authors[at] as number);
		return wrote < 0 ? Number.NaN : sum + wrote;
	}, 0);
}

/** Whether a row was counted in an hour. */
export function wasCounted({ counted }: Pick<MentionHour, 'counted'>, row: number): boolean {
	return counted === 'all' || counted[row] === 1;
}
