import { lowerBound } from '../statistics/lower-bound.ts';
import { HOUR } from '../time/units.ts';

/**
 * What a source was counted to say in one hour. Sparse: index i of each column is one ticker that was mentioned, `rows[i]` its row in the directory,
 * ascending. Columns take the smallest type that holds them.
 */
export interface MentionHour {
	readonly rows: ArrayLike<number>;
	/** Without retweets. */
	readonly mentions: ArrayLike<number>;
	readonly retweets: ArrayLike<number>;
	/** Authors; -1 where unknown. */
	readonly authors: ArrayLike<number>;
	/** Which rows were counted in it: 1 a row, or all. */
	readonly counted: 'all' | Uint8Array;
}

/** Hours of mentions in memory. */
export interface MentionHours {
	/** Rows of the directory. */
	readonly rows: number;
	/** The hour of a source that starts at `ms`; undefined where it was not counted. */
	hour(source: number, ms: number): MentionHour | undefined;
}

/** Which hours count as lacking, and what the others sum to, by row. */
export interface HourSums {
	readonly total: Float64Array;
	/** NaN where there are posts without an author count. */
	readonly authors: Float64Array;
	/** 1 where an hour was not counted for the row. */
	readonly lacking: Uint8Array;
}

/** Mentions of a source over the hours that start in [from, to). */
export const sumHours = (hours: MentionHours, source: number, from: number, to: number, withRetweets: boolean): HourSums => {
	const total = new Float64Array(hours.rows);
	const authors = new Float64Array(hours.rows);
	const lacking = new Uint8Array(hours.rows);
	for (let ms = from; ms < to; ms += HOUR) {
		const hour = hours.hour(source, ms);
		if (!hour) return { total, authors, lacking: lacking.fill(1) };
		if (hour.counted !== 'all') for (let row = 0; row < hours.rows; row++) if (hour.counted[row] === 0) lacking[row] = 1;
		for (let i = 0; i < hour.rows.length; i++) {
			const row = hour.rows[i] as number;
			const wrote = hour.authors[i] as number;
			total[row] = (total[row] as number) + (hour.mentions[i] as number) + (withRetweets ? (hour.retweets[i] as number) : 0);
			authors[row] = wrote < 0 ? Number.NaN : (authors[row] as number) + wrote;
		}
	}
	return { total, authors, lacking };
};

/** Place of a row in an hour, -1 where it was not mentioned. */
export const placeIn = ({ rows }: Pick<MentionHour, 'rows'>, row: number): number => {
	const at = lowerBound(rows, row);
	return rows[at] === row ? at : -1;
};

/** How many people wrote of a row in the hour that starts at `ms`, over several sources; NaN where one of them does not say. */
export const authorsIn = (hours: MentionHours, sources: readonly number[], row: number, ms: number): number =>
	sources.reduce((sum, source) => {
		const hour = hours.hour(source, ms);
		const at = hour ? placeIn(hour, row) : -1;
		const wrote = at < 0 ? 0 : (hour?.authors[at] as number);
		return wrote < 0 ? Number.NaN : sum + wrote;
	}, 0);

/** Whether a row was counted in an hour. */
export const wasCounted = ({ counted }: Pick<MentionHour, 'counted'>, row: number): boolean => counted === 'all' || counted[row] === 1;
