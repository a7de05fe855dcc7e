import { BREADTH_SLICES, type BreadthKey, DEFAULT_KEY, formatKey, MAX_DEPTH, MIN_DEPTH, parseKey } from '@sw/domain/attention/breadth';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { HeatRow } from '../../charts/breadth/geometry.ts';
import { createQueryReader, type InvalidValue, readInstant, readInteger, readOneOf, toDotted } from '../../lib/address/query-grammar.ts';
import type { BreadthAnswer } from '../../lib/api/types.ts';
import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { etClock, etDateTime, monthDay, msOf } from '../../lib/format/times.ts';
import type { BreadthSearch } from './search-params.ts';
import { SLICES } from './slices.ts';
import { words } from './words.ts';

type Cell = BreadthAnswer['cells'][number];
/** Minimum distance of a share from the usual share, in standard deviations, to count as far from usual. */
const FAR_DEVIATIONS = 2;
/** Minimum number of sessions for a reliable standard deviation. */
const MIN_SESSIONS = 20;

export function findCell({ cells }: BreadthAnswer, { slice, timeframe }: Pick<BreadthChoice, 'slice' | 'timeframe'>): Cell | undefined {
	return cells.find(({ category, interval }) => category === slice && interval === timeframe);
}

/** Returns the side on which a share is far from usual; undefined if it is near the usual share, or if the usual share is unknown. */
export function findFarSide({ share, usual: { days, mean, sd } }: Pick<Cell, 'share' | 'usual'>): 'above' | 'below' | undefined {
	if (share === null || mean === null || sd === null || sd === 0 || days < MIN_SESSIONS) return undefined;
	const deviations = (share - mean) / sd;
	return deviations >= FAR_DEVIATIONS ? 'above' : deviations <= -FAR_DEVIATIONS ? 'below' : undefined;
}

export interface ReportCell {
	timeframe: Cell['interval'];
	share: string;
	usual: string;
	far: ReturnType<typeof findFarSide>;
}

/** Returns a row for each slice in this report, with a cell for each timeframe. */
export function createReportRows({ cells }: BreadthAnswer): { slice: Cell['category']; name: string; cells: ReportCell[] }[] {
	return BREADTH_SLICES.map((slice) => ({
		slice,
		name: SLICES[slice].name,
		cells: TIMEFRAMES.flatMap(({ name }) => {
			const cell = cells.find(({ category, interval }) => category === slice && interval === name);
			return cell ? [{ timeframe: name, share: formatShare(cell.share), usual: formatShare(cell.usual.mean), far: findFarSide(cell) }] : [];
		}),
	}));
}

/** Returns the sentences of the summary: 'Of 1,150 measured tickers …' */
export function createSummary(answer: BreadthAnswer, state: Pick<BreadthChoice, 'slice' | 'timeframe' | 'depth'>): string[] {
	const cell = findCell(answer, state);
	const label = TIMEFRAMES.find(({ name }) => name === state.timeframe)?.label ?? state.timeframe;
	if (!cell || cell.share === null) return [words.unmeasured(SLICES[state.slice].name, label)];
	const { days, mean, sd } = cell.usual;
	const cellIndex = answer.cells.indexOf(cell);
	const rebuiltCount = answer.days.filter(({ reconstructed, shares }) => reconstructed && shares[cellIndex] !== null).length;
	return [
		words.summary(formatShare(cell.share), formatCount(cell.measured), SLICES[state.slice].did, label, state.depth),
		mean === null ? words.noUsual : words.usual(formatShare(mean), days, rebuiltCount, sd === null ? undefined : formatShare(sd)),
		words.depths(cell.depths.map(formatCount), formatCount(cell.unmeasured)),
	];
}

export interface HeatColumn {
	time: string;
	name: string;
	/** In the order of the response's cells, 0 to 1; null if nothing was measured. */
	shares: readonly (number | null)[];
}

/** Returns a column for each report. The last column is this report, after earlier reports of the day, or of past sessions at the same time of day. */
export function createHeatColumns(answer: BreadthAnswer, over: BreadthChoice['over']): HeatColumn[] {
	return over === 'day'
		? answer.day.map(({ time, shares }) => ({ time, name: etClock(msOf(time)).replace(' ET', ''), shares }))
		: [
				...answer.days.map(({ date, time, shares }) => ({ time, name: monthDay(date), shares })),
				{ time: answer.time, name: words.thisReport, shares: answer.cells.map(({ share }) => share) },
			];
}

export interface BreadthRow extends HeatRow, Pick<BreadthChoice, 'slice' | 'timeframe'> {
	/** Share in this report and usual share, both formatted. */
	figures: readonly [string, string];
}

/** Returns a row for each slice and timeframe, grouped by slice, shortest timeframe first. */
export function createHeatRows(answer: BreadthAnswer, columns: readonly HeatColumn[]): BreadthRow[] {
	return BREADTH_SLICES.flatMap((slice) =>
		TIMEFRAMES.map(({ name: timeframe, label }) => {
			const cellIndex = answer.cells.findIndex(({ category, interval }) => category === slice && interval === timeframe);
			const usual = computeUsualShare(answer, cellIndex);
			return {
				key: `${slice} ${timeframe}`,
				slice,
				timeframe,
				group: SLICES[slice].name,
				name: label,
				usual,
				figures: [formatShare(answer.cells[cellIndex]?.share ?? null), formatShare(usual)],
				shares: columns.map(({ shares }) => shares[cellIndex] ?? null),
			};
		}),
	);
}

/** Computes the mean share at this time of day. Without an earlier session, averages the day's reports; null if nothing was measured. */
function computeUsualShare({ cells, day }: BreadthAnswer, cellIndex: number): number | null {
	const mean = cells[cellIndex]?.usual.mean ?? null;
	if (mean !== null) return mean;
	const shares = day.flatMap(({ shares }) => shares[cellIndex] ?? []);
	return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/** Explains what 'usual' means in the heat map, with its sample sizes. */
export function explainUsual({ time, cells, day }: BreadthAnswer): string {
	const sampleSizes = cells.filter(({ usual }) => usual.mean !== null).map(({ usual }) => usual.days);
	const largestSample = Math.max(...sampleSizes);
	return [
		sampleSizes.length === 0 ? undefined : words.usualIs(etClock(msOf(time)), Math.min(...sampleSizes), largestSample),
		sampleSizes.length === cells.length ? undefined : words.usualOfDay(day.length),
	]
		.filter((sentence) => sentence !== undefined)
		.join(' ');
}

/** Describes a cell: 'Rose, 1h, 06/30/2026 11:45 AM ET: 4.1 %, 2.2 points below usual 6.3 %'. */
export function describeCell({ group, name, usual, shares }: BreadthRow, { time }: HeatColumn, column: number): string {
	const share = shares[column] ?? null;
	const cell = words.heatCell(group, name, etDateTime(msOf(time)), share);
	return share === null || usual === null ? cell : `${cell}, ${words.pointsFromUsual((share - usual) * 100, formatShare(usual))}`;
}

export const SPANS = ['day', 'days'] as const;

/** State of the page, as in its URL. */
export interface BreadthChoice extends BreadthKey {
	/** Default: the newest report. */
	time: string | undefined;
	/** Minimum depth to count. */
	depth: number;
	/** What the heat map covers: the day's reports, or past sessions at the same time of day. */
	over: (typeof SPANS)[number];
}

const DEFAULT_SPAN = 'day';

export function readBreadth(search: BreadthSearch): { state: BreadthChoice; refused: InvalidValue[] } {
	const reader = createQueryReader(search);
	const key = reader.one('key', (value) => (typeof value === 'string' ? parseKey(value) : undefined), DEFAULT_KEY);
	return {
		state: {
			...key,
			time: reader.one<string | undefined>('time', readInstant, undefined),
			depth: reader.one('depth', readInteger(MIN_DEPTH, MAX_DEPTH), MIN_DEPTH),
			over: reader.one<(typeof SPANS)[number]>('over', readOneOf(SPANS), DEFAULT_SPAN),
		},
		refused: reader.invalid,
	};
}

/** Returns a link to the page in this state. Defaults are left out of the URL. */
export function breadthLink({ time, depth, over, ...key }: BreadthChoice) {
	const text = formatKey(key);
	const search: BreadthSearch = toDotted({
		time,
		key: text === formatKey(DEFAULT_KEY) ? undefined : text,
		depth: depth === MIN_DEPTH ? undefined : depth,
		over: over === DEFAULT_SPAN ? undefined : over,
	});
	return { to: '/breadth', search: { ...search } } as const;
}
