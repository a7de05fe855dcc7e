import { formatCount, formatFixed, formatShare } from '../../lib/format/numbers.ts';
import { formatBasisPoints, formatChance, formatRange, hasEnoughOccurrences, MIN_OCCURRENCES, type Statistics } from './statistics.ts';

type Reach = Pick<Statistics, 'sequence' | 'detectable'>;

/** A difference of 100 points, which is impossible. */
const WHOLE_RANGE = 1;
const NOTHING = 'too few to detect anything';

/** Texts about what a record can show with its sample size. Loaded with the pages that show a whole record. */
export const reachWords = {
	/** 'Holds however often you look: 47.1–55.0 %.' */
	sequence: ({ sequence }: Reach): string => `Holds however often you look: ${formatRange(sequence)}.`,
	/** Names the smallest effect that the sample can show: 'detects 2.4 points (35 bp) or more'. '' without a base rate. */
	sees: ({ detectable }: Reach): string => {
		if (detectable === null) return '';
		if (detectable.difference >= WHOLE_RANGE) return NOTHING;
		const points = formatFixed(detectable.difference * 100, 1);
		return detectable.excess === null
			? `detects ${points} points or more`
			: `detects ${points} points (${formatBasisPoints(detectable.excess).replace('+', '')}) or more`;
	},
	/** A short form of `sees`, shown next to n in tables. */
	seesShort: ({ detectable }: Pick<Reach, 'detectable'>): string =>
		detectable === null
			? ''
			: detectable.difference >= WHOLE_RANGE
				? NOTHING
				: `detects ${formatFixed(detectable.difference * 100, 1)} points`,
} as const;

function bars(n: number): string {
	return n === 1 ? '1 bar' : `${n} bars`;
}

/** Texts about the record of a condition set. */
export const recordWords = {
	bars,
	horizonsTitle: 'By horizon',
	horizonColumns: { horizon: 'after', n: 'n', hit: 'hit', base: 'base', mean: 'mean', median: 'median' },
	ask: 'What happened next?',
	asking: 'Reading past reports...',
	failed: 'Couldn’t load the record.',
	title: 'Before and after saving',
	parts: { before: 'before', since: 'since', took: 'you took', passed: 'you passed' },
	columns: { part: 'reports', n: 'n', hit: 'hit', base: 'base', mean: 'mean', median: 'median' },
	licence: (licence: string) => `Counts only reports included in ${licence}; a higher licence gives different numbers.`,
	hint: (horizon: number) => `At ${bars(horizon)}, with 95 % interval. Mean and median excess after costs. Hypothetical.`,
	begins: {
		saved: (at: string) => `Saved ${at}.`,
		changed: (at: string) => `Conditions changed ${at}; the “since” record starts there.`,
		unknown: (at: string) => `Changed ${at}; the “since” record starts there, as it isn’t known whether the conditions changed.`,
	},
	since: (reports: number) =>
		reports === 0 ? 'No live report since then.' : `Since: ${formatCount(reports)} live ${reports === 1 ? 'report' : 'reports'} only.`,
	before: (share: string) => `Before: ${share} from reports rebuilt from imported bars.`,
	/** '51.2 % hits at 5 bars (n 4,771, detects 2.4 points (35 bp) or more, interval 49.8–52.6 %, base 50.0 %)' */
	line: ({
		horizon,
		n,
		hit_rate,
		interval,
		base_rate,
		...reach
	}: Pick<Statistics, 'horizon' | 'n' | 'hit_rate' | 'interval' | 'base_rate' | 'sequence' | 'detectable'>): string => {
		if (n === 0) return 'n/a, no occurrence has ended yet';
		const base = `base ${formatShare(base_rate)}`;
		if (!hasEnoughOccurrences({ n })) return `${formatCount(n)} of at least ${MIN_OCCURRENCES} occurrences, too few for a rate (${base})`;
		return `${formatShare(hit_rate)} hits at ${bars(horizon)} (n ${formatCount(n)}, ${reachWords.sees(reach)}, interval ${formatRange(interval)}, ${base})`;
	},
	/** Says how probable at least this many hits are by luck alone, at the base rate. */
	chance: (p: number) => `Luck alone at the base rate gives at least this many hits in ${formatChance(p)} of such samples.`,
	notice:
		'Hypothetical results: no trades were made. Returns are after assumed costs and before the cost of borrowing shares. Reports and benchmark use stored bars; a delisted ticker ends at its last close.',
	luckLine: (line: string, variants: number) =>
		variants === 1
			? `Luck line ${line}: above it, the 95 % interval is above the base rate. This is your first trial.`
			: `Luck line ${line}: the luckiest of ${formatCount(variants)} trials without skill stays below it in 95 of 100 draws (the 95 % quantile of the best) at this base rate and sample size. Each filter, ticker, span of dates and horizon that you measure is a trial.`,
} as const;
