import { formatCount } from '../../lib/format/numbers.ts';

const percent = (share: number | null): string => (share === null ? 'n/a' : (share * 100).toFixed(1));

interface Measured {
	horizon: number;
	n: number;
	hit_rate: number | null;
	interval: readonly [number, number];
	base_rate: number | null;
}

/** Words of what happened after lists like the one on screen. */
export const words = {
	ask: 'What happened after lists like this?',
	asking: 'Reading past reports …',
	failed: 'Failed to load data',
	/** 'after lists like this: 51.2 % hits at 5 bars (n 4,771, interval 49.8–52.6, base 50.0), hypothetical' */
	record: ({ horizon, n, hit_rate, interval: [low, high], base_rate }: Measured): string =>
		n === 0
			? 'after lists like this: n/a, no occurrence is over yet'
			: `after lists like this: ${percent(hit_rate)} % hits at ${horizon} ${horizon === 1 ? 'bar' : 'bars'} (n ${formatCount(n)}, interval ${percent(low)}–${percent(high)}, base ${percent(base_rate)}), hypothetical`,
} as const;
