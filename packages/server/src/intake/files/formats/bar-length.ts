/** How long the bars of a table are, judged by all of its rows: what its name says is held against them. */
import { ImportError } from '../faults/import-error.ts';
import type { Layout, LayoutOptions } from './layout.ts';
import type { TimeProfile } from './time-profile.ts';

/** Different clocks that rows of days may bear: a fixed UTC time is two in New York, and days close early. */
const MOST_DAY_CLOCKS = 4;
/** Steps that show a length by themselves: so many minutes of a thin ticker are not all multiples of one number. */
const ENOUGH_STEPS = 12;

/** Minutes of a bar, 'day', or null for parts of a quarter-hour whose length can't be told. ImportError for all other lengths. */
export function intervalOf({ interval }: Layout, profile: TimeProfile, options: LayoutOptions): Layout['interval'] {
	if (options.interval !== undefined) return options.interval;
	if (interval === null) return intervalOfRows(profile);
	if (interval === 'day') {
		if (total(profile.steps) > total(profile.gaps))
			throw new ImportError(
				'interval',
				'Its name says daily bars, but it has several rows a day: rename it, or say --interval 1, 5 or 15.',
			);
		return interval;
	}
	if (total(profile.gaps) >= 3 && (profile.timed === 0 || areDays(profile)))
		throw new ImportError(
			'interval',
			`Its name says bars of ${interval} minutes, but it has one row a day: rename it, or say --interval day.`,
		);
	if (total(profile.steps) < ENOUGH_STEPS) return interval;
	refuseLongBars(profile);
	return commonStep(profile) ?? interval;
}

function intervalOfRows(profile: TimeProfile): Layout['interval'] {
	const { rows, timed, steps, gaps } = profile;
	if (timed === 0) return 'day';
	if (areDays(profile)) return 'day';
	if (steps.size > 0) {
		refuseLongBars(profile);
		return null;
	}
	if (profile.writtenMidnights === timed || profile.newYorkMidnights === timed) return 'day';
	const what = rows === 1 ? 'Its only row' : gaps.size > 0 ? 'One row a day, at changing times,' : 'One row of each symbol';
	throw new ImportError('interval', `${what} may be a day or a part of it: say --interval day, or 1, 5 or 15.`);
}

/** Whether rows come once a day at one clock, but for the odd one: the day that was not over when the file was made bears the time of that. */
function areDays({ rows, steps, gaps, clocks }: TimeProfile): boolean {
	if (gaps.size === 0 || total(steps) * 5 > total(gaps)) return false;
	const usual = [...clocks.values()].toSorted((a, b) => b - a).slice(0, MOST_DAY_CLOCKS);
	return clocks.size <= MOST_DAY_CLOCKS || usual.reduce((sum, n) => sum + n, 0) * 10 >= rows * 9;
}

/**
 * Refuses bars that are no part of a quarter-hour: nearly every step is a multiple of their length. Few rows show it when they are at whole or half
 * hours, or evenly spaced. One thin ticker among others sinks nothing.
 */
export function refuseLongBars({ steps, clocks }: TimeProfile): void {
	const all = total(steps);
	if (all === 0) return;
	const divisor = [...steps.keys()].map((minutes) => Math.max(1, Math.round(minutes * 60))).reduce(commonDivisor) / 60;
	const usual = mostFrequent(steps);
	const onTheHalfHour = total(new Map([...clocks].filter(([minute]) => minute % 30 === 0)));
	for (const length of [divisor, usual, 30]) {
		if (length <= 1 || 15 % length === 0) continue;
		const fitting = total(new Map([...steps].filter(([minutes]) => minutes % length === 0)));
		if (!isNearlyAll(fitting, all)) continue;
		const isShown =
			all >= ENOUGH_STEPS || (all >= 2 && steps.size === 1) || (length % 30 === 0 && isNearlyAll(onTheHalfHour, total(clocks)));
		if (!isShown) continue;
		const minutes = 15 % usual === 0 ? length : usual;
		const name = minutes % 60 === 0 ? `${minutes / 60} hour${minutes === 60 ? '' : 's'}` : `${minutes} minutes`;
		throw new ImportError('interval', `Its bars are of ${name}; if they are minutes of a thinly traded ticker, say --interval 1, 5 or 15.`);
	}
}

function isNearlyAll(part: number, all: number): boolean {
	return part * 10 >= all * 9 || (all >= 4 && part === all - 1);
}

/** Refuses rows of days that are weeks, months and more apart, also where some are missing. */
export function refuseLongDays({ gaps }: TimeProfile): void {
	if (gaps.size === 0) return;
	const sorted = [...gaps].toSorted((a, b) => a[0] - b[0]).flatMap(([days, times]) => Array<number>(Math.min(times, 1000)).fill(days));
	const half = (sorted.length - 1) / 2;
	const middle = sorted[(sorted[0] as number) >= 4 ? Math.ceil(half) : Math.floor(half)] as number;
	if (middle < 5) return;
	const name = middle < 26 ? 'weekly' : middle < 85 ? 'monthly' : middle < 355 ? 'quarterly' : 'yearly';
	const apart = middle <= 9 || (middle >= 26 && middle <= 33) ? '' : `, mostly ${middle} days apart`;
	throw new ImportError('interval', `Its rows are ${name} bars${apart}; if they are days, say --interval day.`);
}

/** The step that occurs most, where it can be a bar's length. */
export function commonStep({ steps }: TimeProfile): number | undefined {
	const step = mostFrequent(steps);
	return step >= 1 && step <= 15 && Number.isInteger(step) ? step : undefined;
}

function mostFrequent(counts: ReadonlyMap<number, number>): number {
	return [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? Number.NaN;
}

export function total(counts: ReadonlyMap<number, number>): number {
	return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function commonDivisor(a: number, b: number): number {
	return b === 0 ? a : commonDivisor(b, a % b);
}
