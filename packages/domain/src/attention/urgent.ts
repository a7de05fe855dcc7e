import { DAY, HOUR, type UtcMs, utcMs } from '../time/units.ts';
import { PAST_DAYS, shiftDaysBack } from './interval.ts';
import { computeLift, type MentionQuery, selectSources } from './measure.ts';
import { countAuthors, type MentionHours, wasCounted } from './mention-hours.ts';

/** Number of past hours that form a ticker's own distribution. */
export const PAST_HOURS = PAST_DAYS * 24;
/** Minimum number of counted hours among PAST_HOURS. */
export const MIN_HOURS = 480;
/** Share of a ticker's own hours above the threshold, the 99.5th percentile. */
export const TAIL_SHARE = 0.005;
/** At most floor(n * TAIL_SHARE) of n hours are above the threshold, so only the four largest of 720 values are needed. */
const TOP_COUNT = Math.floor(PAST_HOURS * TAIL_SHARE) + 1;

/** Tickers with unusually many mentions in one hour. */
export interface UrgentHour {
	/** Start of the tested hour. */
	readonly hour: UtcMs;
	/** Number of rows tested: counted in the hour, and with enough history. */
	readonly tested: number;
	/** Number of rows expected above their threshold by chance: the sum over rows of the share of past hours above it. */
	readonly expected: number;
	/** Number of rows above their threshold at the same hour of each of the previous 30 days, newest first. Days that weren't counted are left out. */
	readonly countsOnEarlierDays: readonly number[];
	/** Rows above their threshold now, largest lift first. */
	readonly urgentRows: Uint32Array;
	/** By row: mentions in the hour; NaN if no source counted the row. */
	readonly counts: Float64Array;
	/** By row: the 99.5th percentile of the past hours (nearest rank); NaN if untested. */
	readonly threshold: Float64Array;
	/** By row: number of past hours that were counted. */
	readonly countedPastHours: Uint16Array;
	/** By row: authors in the hour; NaN for rows that aren't above their threshold, or if a source doesn't report authors. */
	readonly authors: Float64Array;
	/** By row, bit s: source s is included. */
	readonly sources: Uint8Array;
}

/**
 * Finds the rows whose mentions in the hour ending at `until` are above the 99.5th percentile of their own previous 720 hours. Hours that end later are never
 * read. Yields once per day read, so that other work can run.
 */
export function* findUrgentHour(
	hours: MentionHours,
	query: Pick<MentionQuery, 'source' | 'withRetweets'>,
	until: UtcMs,
): Generator<undefined, UrgentHour> {
	const { rows: rowCount } = hours;
	const testedHour = utcMs(until - HOUR);
	const availableSources = new Uint8Array(rowCount);
	for (const s of selectSources(query)) {
		const hour = hours.hour(s, testedHour);
		if (hour) for (let row = 0; row < rowCount; row++) if (wasCounted(hour, row)) availableSources[row] = availableSources[row]! | (1 << s);
	}
	const { read, clear } = createHourReader(hours, query, availableSources);

	const countedHours = new Uint16Array(rowCount);
	/** The largest values of each row, descending. */
	const topValues = new Float64Array(rowCount * TOP_COUNT);
	for (let ms = testedHour - PAST_HOURS * HOUR; ms < testedHour; ms += HOUR) {
		if ((testedHour - ms) % DAY === 0) yield;
		const { touched, total, lacking } = read(ms);
		for (let row = 0; row < rowCount; row++) if (lacking[row] === 0) countedHours[row] = countedHours[row]! + 1;
		for (const row of touched) {
			const value = total[row]!;
			total[row] = 0;
			if (lacking[row] === 1) continue;
			let at = row * TOP_COUNT + TOP_COUNT - 1;
			if (value <= topValues[at]!) continue;
			for (; at > row * TOP_COUNT && topValues[at - 1]! < value; at--) topValues[at] = topValues[at - 1]!;
			topValues[at] = value;
		}
		clear();
	}

	const threshold = new Float64Array(rowCount).fill(Number.NaN);
	let tested = 0;
	let expected = 0;
	for (let row = 0; row < rowCount; row++) {
		const n = countedHours[row]!;
		if (availableSources[row] === 0 || n < MIN_HOURS) continue;
		const rowThreshold = topValues[row * TOP_COUNT + Math.floor(n * TAIL_SHARE)]!;
		threshold[row] = rowThreshold;
		tested++;
		for (let at = row * TOP_COUNT; topValues[at]! > rowThreshold; at++) expected += 1 / n;
	}

	const findRowsAbove = (ms: number): { rows: number[]; counts: Float64Array } | undefined => {
		const { touched, total, lacking, anyLacks } = read(ms);
		const rowsAbove: number[] = [];
		for (const row of touched) if (lacking[row] === 0 && total[row]! > threshold[row]!) rowsAbove.push(row);
		const counts = total.slice();
		clear();
		return anyLacks && lacking.every((lackingFlag, row) => lackingFlag === 1 || availableSources[row] === 0)
			? undefined
			: { rows: rowsAbove, counts };
	};
	const interval = { from: testedHour, until, to: until };
	const earlierCounts: number[] = [];
	for (let day = 1; day <= PAST_DAYS; day++) {
		const pastResult = findRowsAbove(shiftDaysBack(interval, day).from);
		if (pastResult) earlierCounts.push(pastResult.rows.length);
	}
	const { rows: urgentRows, counts } = findRowsAbove(testedHour) ?? { rows: [], counts: new Float64Array(rowCount) };
	for (let row = 0; row < rowCount; row++) if (availableSources[row] === 0) counts[row] = Number.NaN;
	const authors = new Float64Array(rowCount).fill(Number.NaN);
	for (const row of urgentRows) {
		const countingSources = selectSources(query).filter((s) => (availableSources[row]! & (1 << s)) !== 0);
		authors[row] = countAuthors(hours, countingSources, row, testedHour);
	}
	const lift = (row: number): number => computeLift(counts[row]!, threshold[row]!);
	return {
		hour: testedHour,
		tested,
		expected,
		countsOnEarlierDays: earlierCounts,
		urgentRows: Uint32Array.from(urgentRows.sort((a, b) => lift(b) - lift(a) || a - b)),
		counts,
		threshold,
		countedPastHours: countedHours,
		authors,
		sources: availableSources,
	};
}

/**
 * `read` sums the mentions of one hour over the available sources of each row, into buffers that all calls share. `touched` are the rows with mentions;
 * `lacking` is 1 where an available source didn't count the row. Call `clear` after using the result.
 */
function createHourReader(
	hours: MentionHours,
	{ source, withRetweets }: Pick<MentionQuery, 'source' | 'withRetweets'>,
	availableSources: Uint8Array,
) {
	const total = new Float64Array(hours.rows);
	const touched = new Uint32Array(hours.rows);
	const lacking = new Uint8Array(hours.rows);
	const read = (ms: number): { touched: Uint32Array; total: Float64Array; lacking: Uint8Array; anyLacks: boolean } => {
		let count = 0;
		let anyLacks = false;
		lacking.fill(0);
		for (const s of selectSources({ source })) {
			const bit = 1 << s;
			const hour = hours.hour(s, ms);
			if (hour?.counted !== 'all')
				for (let row = 0; row < hours.rows; row++)
					if ((availableSources[row]! & bit) !== 0 && !(hour && wasCounted(hour, row))) {
						lacking[row] = 1;
						anyLacks = true;
					}
			for (let i = 0; hour && i < hour.rows.length; i++) {
				const row = hour.rows[i]!;
				if ((availableSources[row]! & bit) === 0) continue;
				const mentions = hour.mentions[i]! + (withRetweets ? hour.retweets[i]! : 0);
				if (mentions === 0) continue;
				if (total[row] === 0) touched[count++] = row;
				total[row] = total[row]! + mentions;
			}
		}
		return { touched: touched.subarray(0, count), total, lacking, anyLacks };
	};
	const clear = (): void => void total.fill(0);
	return { read, clear };
}
