import type { Tone, WheelModel } from '@sw/domain/signals/wheel/model';
import { sliceName } from '@sw/domain/signals/wheel/words';
import type { Comparison } from '../../../lib/api/types.ts';
import { formatChange, formatFixed } from '../../../lib/format/numbers.ts';
import { etClock, etDayClock, monthDay, monthDayYear, msOf } from '../../../lib/format/times.ts';
import { backWords as words } from './back-words.ts';

export interface BackTerm {
	key: string;
	term: string;
	/** Depth times weight: '4 × 4'; undefined on the row that sums the smaller terms. */
	product: string | undefined;
	points: number;
	/** Points relative to the row with the most points, 0 to 1. */
	share: number;
	tone: Tone | undefined;
}

/** Number of separate terms if there are more than three; the others are summed. */
const LARGEST_TERMS = 2;

/** Returns the terms of a card's rate, largest first. If there are more than three, sums all but two. `weights`: of the rated rings, innermost first. */
export function createBackTerms({ slices, rings }: WheelModel, rate: number, weights: readonly number[]): BackTerm[] {
	const ratedRings = rings.flatMap((ring, at) => (ring.isRated ? [{ ring, at }] : []));
	const terms = slices
		.flatMap((slice) =>
			ratedRings.map(({ ring, at }, ratedIndex) => {
				const [depth, weight] = [slice.depths[at] ?? 0, weights[ratedIndex] ?? 0];
				return {
					key: `${slice.key} ${ring.label}`,
					term: `${sliceName(slice)} ${ring.label}`,
					product: `${depth} × ${weight}`,
					points: depth * weight,
					tone: slice.tone,
				};
			}),
		)
		.filter(({ points }) => points > 0)
		.sort((a, b) => b.points - a.points);
	const shownTerms: Omit<BackTerm, 'share'>[] = terms.length > LARGEST_TERMS + 1 ? terms.slice(0, LARGEST_TERMS) : terms;
	const hiddenCount = terms.length - shownTerms.length;
	const remainder = rate - shownTerms.reduce((sum, { points }) => sum + points, 0);
	const rows =
		hiddenCount > 0
			? [...shownTerms, { key: 'other', term: words.other(hiddenCount), product: undefined, points: remainder, tone: undefined }]
			: shownTerms;
	const maxPoints = Math.max(1, ...rows.map(({ points }) => points));
	return rows.map((row) => ({ ...row, share: row.points / maxPoints }));
}

const SLOT_MS = 900_000;

/** The ticker that the reader chose for comparison. `line` is empty while loading, and if the ticker has no bars. */
export interface ComparisonLine {
	readonly symbol: string;
	readonly line: Comparison['change'];
}

/** Prepares the comparison on the back of a card for display. `chart` is undefined if the ticker's bars are missing. */
export function createBackView(
	{ report, ticker, marketcap, sessions, change, middle, peers, traded, missing }: Comparison,
	comparison?: ComparisonLine,
) {
	const clock = etClock(msOf(report.time));
	const [first] = sessions;
	const peerLabel = words.median(peers?.of === 'market' || marketcap === 'all' ? 'all' : marketcap);
	const isLate = traded !== null && msOf(report.as_of) - msOf(traded) > SLOT_MS;
	const comparedTicker = comparison && { name: comparison.symbol, change: formatLastChange(comparison.line) };
	const comparisonSentence = comparedTicker ? ` ${words.otherSentence(comparedTicker.name, comparedTicker.change)}` : '';
	const medianSentence = peers ? words.medianSentence(peerLabel, formatLastChange(middle), peers.tickers) : words.medianMissing;
	return {
		change: formatLastChange(change),
		middle: { name: peerLabel, change: formatLastChange(middle), missing: missing.includes('middle') ? words.medianMissing : undefined },
		other: comparedTicker,
		notes: [
			words.report(clock),
			...(isLate ? [words.lastTrade(etDayClock(msOf(traded)))] : []),
			...(peers ? [words.tickers(peers.tickers)] : []),
			...(report.simulated ? [words.simulated] : []),
		],
		chart: missing.includes('bars')
			? undefined
			: {
					line: change,
					middle,
					other: comparison?.line ?? [],
					sessions: sessions.map(({ date, open, close }) => ({ slots: (msOf(close) - msOf(open)) / SLOT_MS, label: monthDay(date) })),
					label: `${words.sentence(ticker, formatLastChange(change), first ? monthDayYear(first.date) : '', clock)} ${medianSentence}${comparisonSentence}`,
				},
	};
}

/** Formats the last value of a line. */
function formatLastChange(line: Comparison['change']): string {
	const last = line.at(-1);
	return isNumber(last) ? formatChange(last) : words.notAvailable;
}

function isNumber(value: number | null | undefined): value is number {
	return typeof value === 'number';
}

/** Formats a label of the chart's axis: '+6%', '0%', '−0.5%'. */
export function formatTick(fraction: number, decimals: number): string {
	const text = (Math.abs(fraction) * 100).toFixed(decimals);
	return `${Number(text) === 0 ? '' : fraction < 0 ? '−' : '+'}${formatFixed(Number(text), decimals)}%`;
}
