/** Determines the length of a table's bars from its rows, and checks the length stated in its name against them. */
import { ImportError } from '../faults/import-error.ts';
import type { Layout, LayoutOptions } from './layout.ts';
import type { TimeProfile } from './time-profile.ts';

/** Most distinct times of day that daily rows have: a fixed UTC time is two times in New York, and some days close early. */
const MAX_DAILY_TIMES = 4;
/** Number of steps that proves a bar length: among so many, even a thinly traded ticker has one that isn't a multiple of a longer length. */
const MIN_STEPS = 12;

/** Determines the minutes of a bar, 'day', or null for bars of unknown length that divide a quarter-hour. Throws ImportError for all other lengths. */
export function determineInterval({ interval }: Layout, profile: TimeProfile, options: LayoutOptions): Layout['interval'] {
	if (options.interval !== undefined) return options.interval;
	if (interval === null) return determineRowInterval(profile);
	if (interval === 'day') {
		if (sumCounts(profile.steps) > sumCounts(profile.gaps))
			throw new ImportError(
				'interval',
				'Its name says daily bars, but it has several rows a day: rename it, or use --interval 1, 5 or 15.',
			);
		return interval;
	}
	if (sumCounts(profile.gaps) >= 3 && (profile.timedRows === 0 || hasDailyRows(profile)))
		throw new ImportError(
			'interval',
			`Its name says bars of ${interval} minutes, but it has one row a day: rename it, or use --interval day.`,
		);
	if (sumCounts(profile.steps) < MIN_STEPS) return interval;
	rejectLongBars(profile);
	return findMostFrequentStep(profile) ?? interval;
}

function determineRowInterval(profile: TimeProfile): Layout['interval'] {
	const { rows, timedRows, steps, gaps } = profile;
	if (timedRows === 0) return 'day';
	if (hasDailyRows(profile)) return 'day';
	if (steps.size > 0) {
		rejectLongBars(profile);
		return null;
	}
	if (profile.writtenMidnights === timedRows || profile.newYorkMidnights === timedRows) return 'day';
	const subject = rows === 1 ? 'Its only row' : gaps.size > 0 ? 'One row a day, at changing times,' : 'One row of each symbol';
	throw new ImportError('interval', `${subject} may be a whole day or part of one: use --interval day, or 1, 5 or 15.`);
}

/** Whether rows come once a day at a fixed time, with rare exceptions: an unfinished day has the time at which the file was written. */
function hasDailyRows({ rows, steps, gaps, minuteCounts }: TimeProfile): boolean {
	if (gaps.size === 0 || sumCounts(steps) * 5 > sumCounts(gaps)) return false;
	const topCounts = [...minuteCounts.values()].toSorted((a, b) => b - a).slice(0, MAX_DAILY_TIMES);
	return minuteCounts.size <= MAX_DAILY_TIMES || topCounts.reduce((sum, n) => sum + n, 0) * 10 >= rows * 9;
}

/**
 * Throws ImportError for bars whose length doesn't divide a quarter-hour: nearly all steps are multiples of that length. A few rows are evidence enough if they
 * are at whole or half hours, or evenly spaced.
 */
export function rejectLongBars({ steps, minuteCounts }: TimeProfile): void {
	const totalSteps = sumCounts(steps);
	if (totalSteps === 0) return;
	const divisor = [...steps.keys()].map((minutes) => Math.max(1, Math.round(minutes * 60))).reduce(commonDivisor) / 60;
	const typicalStep = findMostFrequentKey(steps);
	const halfHourRows = sumCounts(new Map([...minuteCounts].filter(([minute]) => minute % 30 === 0)));
	for (const length of [divisor, typicalStep, 30]) {
		if (length <= 1 || 15 % length === 0) continue;
		const multiples = sumCounts(new Map([...steps].filter(([minutes]) => minutes % length === 0)));
		if (!isNearlyAll(multiples, totalSteps)) continue;
		const isCertain =
			totalSteps >= MIN_STEPS ||
			(totalSteps >= 2 && steps.size === 1) ||
			(length % 30 === 0 && isNearlyAll(halfHourRows, sumCounts(minuteCounts)));
		if (!isCertain) continue;
		const minutes = 15 % typicalStep === 0 ? length : typicalStep;
		const lengthText = minutes % 60 === 0 ? `${minutes / 60} hour${minutes === 60 ? '' : 's'}` : `${minutes} minutes`;
		throw new ImportError(
			'interval',
			`Its bars are of ${lengthText}; if they are minutes of a thinly traded ticker, use --interval 1, 5 or 15.`,
		);
	}
}

function isNearlyAll(part: number, total: number): boolean {
	return part * 10 >= total * 9 || (total >= 4 && part === total - 1);
}

/** Throws ImportError for daily rows that are weekly, monthly or longer bars, even if some are missing. */
export function rejectLongerThanDaily({ gaps }: TimeProfile): void {
	if (gaps.size === 0) return;
	const sorted = [...gaps].toSorted((a, b) => a[0] - b[0]).flatMap(([days, times]) => Array<number>(Math.min(times, 1000)).fill(days));
	const middle = (sorted.length - 1) / 2;
	const medianGap = sorted[sorted[0]! >= 4 ? Math.ceil(middle) : Math.floor(middle)]!;
	if (medianGap < 5) return;
	const name = medianGap < 26 ? 'weekly' : medianGap < 85 ? 'monthly' : medianGap < 355 ? 'quarterly' : 'yearly';
	const spacingText = medianGap <= 9 || (medianGap >= 26 && medianGap <= 33) ? '' : `, mostly ${medianGap} days apart`;
	throw new ImportError('interval', `Its rows are ${name} bars${spacingText}; if they are days, use --interval day.`);
}

/**
 * Finds symbols of a daily table whose rows are weekly or monthly bars. A thinly traded ticker that trades every few days does so at changing distances; only
 * many even distances show a bar's length.
 */
export function findLongBarSymbols({ gapsBySymbol }: TimeProfile): Set<string> {
	const symbols = new Set<string>();
	for (const [symbol, gaps] of gapsBySymbol) {
		const computeFraction = (isFitting: (days: number) => boolean): number =>
			sumCounts(new Map([...gaps].filter(([days]) => isFitting(days)))) / sumCounts(gaps);
		// A holiday moves a weekly bar by one day; single weeks or months can be missing.
		const isWeekly =
			sumCounts(gaps) >= 8 &&
			computeFraction((days) => days === 7) >= 0.6 &&
			computeFraction((days) => days >= 6 && (days + 1) % 7 <= 2) >= 0.95;
		const isMonthly =
			sumCounts(gaps) >= 5 && computeFraction((days) => days >= 26 && days <= 33) >= 0.9 && computeFraction((days) => days >= 26) === 1;
		if (isWeekly || isMonthly) symbols.add(symbol);
	}
	return symbols;
}

/** Returns the most frequent step in minutes, if a bar can have that length. */
export function findMostFrequentStep({ steps }: TimeProfile): number | undefined {
	const step = findMostFrequentKey(steps);
	return step >= 1 && step <= 15 && Number.isInteger(step) ? step : undefined;
}

function findMostFrequentKey(counts: ReadonlyMap<number, number>): number {
	return [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? Number.NaN;
}

export function sumCounts(counts: ReadonlyMap<number, number>): number {
	return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function commonDivisor(a: number, b: number): number {
	return b === 0 ? a : commonDivisor(b, a % b);
}

/** Tables without bars that are often found next to tables of bars, recognized so that the import can say why they are skipped. */
const NON_BARS_BY_PATH: readonly (readonly [RegExp, string])[] = [
	[/fundamental\/coarse\/\d{8}\.csv/i, 'It lists closes only, without open, high and low.'],
	[/universes\/etf\//i, 'It lists the holdings of a fund.'],
];
const NON_BARS_BY_HEADER: readonly (readonly [RegExp, string])[] = [
	[/^#?date,pcredit8/i, 'It contains interest rates.'],
	[/^market,symbol,type,description,quote_currency/i, 'It lists properties of symbols.'],
	[/^ex_date,symbol,prev_date/i, 'It lists possible splits, not confirmed ones.'],
	[/^date,type,name$/i, "It is a calendar; the product's own calendar already has these days."],
	[/^symbol,end_date,amend,/i, 'It contains figures from annual reports.'],
	[/^source_kind,underlying,date,measure/i, 'It contains checksums of an import.'],
	[
		/^"?ticker"?[,;\t]"?date"?[,;\t]"?type"?[,;\t]"?value"?\s*$/i,
		'It contains splits and dividends: apply it under Data, Splits, or by POST /api/corporate-actions.',
	],
	[/^path,bytes,sha256$/i, 'It is a list of files.'],
];

/** Throws ImportError 'unused', with a description of the table, if it is a known table without bars. */
export function rejectKnownNonBars(firstLine: string, sourcePath: string): void {
	const match = NON_BARS_BY_PATH.find(([name]) => name.test(sourcePath)) ?? NON_BARS_BY_HEADER.find(([header]) => header.test(firstLine));
	if (match) throw new ImportError('unused', match[1]);
}
