import { DAY, HOUR, type UtcMs, utcMs } from '../time/units.ts';
import { daysBefore, PAST_DAYS } from './interval.ts';
import { liftOf, type MentionQuestion, sourcesOf } from './measure.ts';
import { authorsIn, type MentionHours, wasCounted } from './mention-hours.ts';

/** Number of hours before the last one that form a ticker's own distribution, and how many of them must be known. */
export const PAST_HOURS = PAST_DAYS * 24;
export const LEAST_HOURS = 480;
/** Share of a ticker's own hours that can be above the 99.5th percentile. */
export const BEYOND = 0.005;
/** Of n hours, at most floor(n * BEYOND) are above, so the threshold is never below the fourth largest of 720. */
const TOP = Math.floor(PAST_HOURS * BEYOND) + 1;

export interface UrgentHour {
	/** Start of the tested hour. */
	readonly hour: UtcMs;
	/** Rows with enough history. */
	readonly tested: number;
	/** Expected number above their threshold by chance: the sum of the shares of their own hours that were. */
	readonly expected: number;
	/** The number above it at the same hour of each of the 30 days before, newest day first; days without counts are absent. */
	readonly before: readonly number[];
	/** Rows above their threshold now, largest lift first. */
	readonly rows: Uint32Array;
	/** By row: mentions in the hour, the 99.5th percentile of the hours before (nearest rank), and the number of those hours; NaN if untested. */
	readonly count: Float64Array;
	readonly threshold: Float64Array;
	readonly hours: Uint16Array;
	/** For rows above their threshold: the number of authors in the hour; NaN if a source doesn't report authors. */
	readonly authors: Float64Array;
	/** Bit s: source s is included. */
	readonly sources: Uint8Array;
}

/**
 * Which rows are above the 99.5th percentile of their own 720 hours in the hour that ended at `until`; no later hour is read. In steps of one day,
 * so that other work can run in between.
 */
export function* findingUrgent(
	hours: MentionHours,
	question: Pick<MentionQuestion, 'source' | 'withRetweets'>,
	until: UtcMs,
): Generator<undefined, UrgentHour> {
	const { rows } = hours;
	const now = utcMs(until - HOUR);
	const available = new Uint8Array(rows);
	for (const s of sourcesOf(question)) {
		const hour = hours.hour(s, now);
		if (hour) for (let row = 0; row < rows; row++) if (wasCounted(hour, row)) available[row] = available[row]! | (1 << s);
	}
	const { read, clear } = hourReader(hours, question, available);

	const known = new Uint16Array(rows);
	/** The largest values of each row, descending. */
	const top = new Float64Array(rows * TOP);
	for (let ms = now - PAST_HOURS * HOUR; ms < now; ms += HOUR) {
		if ((now - ms) % DAY === 0) yield;
		const { touched, total, lacking } = read(ms);
		for (let row = 0; row < rows; row++) if (lacking[row] === 0) known[row] = known[row]! + 1;
		for (const row of touched) {
			const value = total[row]!;
			total[row] = 0;
			if (lacking[row] === 1) continue;
			let at = row * TOP + TOP - 1;
			if (value <= top[at]!) continue;
			for (; at > row * TOP && top[at - 1]! < value; at--) top[at] = top[at - 1]!;
			top[at] = value;
		}
		clear();
	}

	const threshold = new Float64Array(rows).fill(Number.NaN);
	let tested = 0;
	let expected = 0;
	for (let row = 0; row < rows; row++) {
		const n = known[row]!;
		if (available[row] === 0 || n < LEAST_HOURS) continue;
		const limit = top[row * TOP + Math.floor(n * BEYOND)]!;
		threshold[row] = limit;
		tested++;
		for (let at = row * TOP; top[at]! > limit; at++) expected += 1 / n;
	}

	const beyond = (ms: number): { rows: number[]; count: Float64Array } | undefined => {
		const { touched, total, lacking, anyLacks } = read(ms);
		const found: number[] = [];
		for (const row of touched) if (lacking[row] === 0 && total[row]! > threshold[row]!) found.push(row);
		const count = total.slice();
		clear();
		return anyLacks && lacking.every((each, row) => each === 1 || available[row] === 0) ? undefined : { rows: found, count };
	};
	const span = { from: now, until, to: until };
	const before: number[] = [];
	for (let day = 1; day <= PAST_DAYS; day++) {
		const then = beyond(daysBefore(span, day).from);
		if (then) before.push(then.rows.length);
	}
	const { rows: found, count } = beyond(now) ?? { rows: [], count: new Float64Array(rows) };
	for (let row = 0; row < rows; row++) if (available[row] === 0) count[row] = Number.NaN;
	const authors = new Float64Array(rows).fill(Number.NaN);
	for (const row of found) {
		const counting = sourcesOf(question).filter((s) => (available[row]! & (1 << s)) !== 0);
		authors[row] = authorsIn(hours, counting, row, now);
	}
	const lift = (row: number): number => liftOf(count[row]!, threshold[row]!);
	return {
		hour: now,
		tested,
		expected,
		before,
		rows: Uint32Array.from(found.sort((a, b) => lift(b) - lift(a) || a - b)),
		count,
		threshold,
		hours: known,
		authors,
		sources: available,
	};
}

/** The mentions of one hour over several sources, by row; marks rows that a currently counting source lacks. */
function hourReader(
	hours: MentionHours,
	{ source, withRetweets }: Pick<MentionQuestion, 'source' | 'withRetweets'>,
	available: Uint8Array,
) {
	const total = new Float64Array(hours.rows);
	const touched = new Uint32Array(hours.rows);
	const lacking = new Uint8Array(hours.rows);
	const read = (ms: number): { touched: Uint32Array; total: Float64Array; lacking: Uint8Array; anyLacks: boolean } => {
		let count = 0;
		let anyLacks = false;
		lacking.fill(0);
		for (const s of sourcesOf({ source })) {
			const bit = 1 << s;
			const hour = hours.hour(s, ms);
			if (hour?.counted !== 'all')
				for (let row = 0; row < hours.rows; row++)
					if ((available[row]! & bit) !== 0 && !(hour && wasCounted(hour, row))) {
						lacking[row] = 1;
						anyLacks = true;
					}
			for (let i = 0; hour && i < hour.rows.length; i++) {
				const row = hour.rows[i]!;
				if ((available[row]! & bit) === 0) continue;
				const more = hour.mentions[i]! + (withRetweets ? hour.retweets[i]! : 0);
				if (more === 0) continue;
				if (total[row] === 0) touched[count++] = row;
				total[row] = total[row]! + more;
			}
		}
		return { touched: touched.subarray(0, count), total, lacking, anyLacks };
	};
	const clear = (): void => void total.fill(0);
	return { read, clear };
}
