import { formatCount, formatShare } from '../../lib/format/numbers.ts';
import { formatChance, formatRange, isEnough, LEAST, type Statistics } from './statistics.ts';

const bars = (n: number): string => (n === 1 ? '1 bar' : `${n} bars`);

/** Words of the record of a condition set, wherever it stands. */
export const recordWords = {
	bars,
	horizonsTitle: 'By horizon',
	horizonColumns: { horizon: 'after', n: 'n', hit: 'hit', base: 'base', mean: 'mean', median: 'median' },
	ask: 'What happened after it?',
	asking: 'Reading past reports …',
	failed: 'The record did not arrive.',
	title: 'Before and since it was saved',
	parts: { before: 'before', since: 'since' },
	columns: { part: 'reports', n: 'n', hit: 'hit', base: 'base', mean: 'mean', median: 'median' },
	hint: (horizon: number) => `At ${bars(horizon)}; below a hit rate its 95 % interval. Mean and median excess after costs. Hypothetical.`,
	begins: {
		saved: (at: string) => `Saved ${at}.`,
		changed: (at: string) => `Its conditions were changed ${at}: its record since begins anew there.`,
		unknown: (at: string) => `Changed ${at}, before we kept whether its conditions were: its record since begins there.`,
	},
	since: (reports: number) =>
		reports === 0
			? 'No report has come out live since.'
			: `Since: ${formatCount(reports)} ${reports === 1 ? 'report that came out' : 'reports that came out'} live after that, and no other.`,
	before: (share: string) => `Before: ${share} from reports rebuilt from imported bars.`,
	/** '51.2 % hits at 5 bars (n 4,771, interval 49.8–52.6 %, base 50.0 %)' */
	line: ({
		horizon,
		n,
		hit_rate,
		interval,
		base_rate,
	}: Pick<Statistics, 'horizon' | 'n' | 'hit_rate' | 'interval' | 'base_rate'>): string => {
		if (n === 0) return 'n/a, no occurrence is over yet';
		const base = `base ${formatShare(base_rate)}`;
		if (!isEnough({ n })) return `${formatCount(n)} of at least ${LEAST} occurrences, too few for a rate (${base})`;
		return `${formatShare(hit_rate)} hits at ${bars(horizon)} (n ${formatCount(n)}, interval ${formatRange(interval)}, ${base})`;
	},
	/** How likely so many hits are where the base rate is the truth. */
	chance: (p: number) => `Without skill, at the base rate, luck alone gives at least this many hits in ${formatChance(p)} of such samples.`,
	notice:
		'Past results are hypothetical: nobody traded them. Returns are after assumed costs, before the cost of borrowing shares. The reports and their benchmark stand on stored bars; delisting returns are the last close.',
	luckLine: (line: string, variants: number) =>
		`Luck line ${line}: what the luckiest of ${formatCount(variants)} ${variants === 1 ? 'filter' : 'filters'} without skill stays below in 95 of 100 draws, over the same base rate and sample.`,
} as const;
