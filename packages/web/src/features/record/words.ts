import { formatCount, formatFixed } from '../../lib/format/numbers.ts';

interface MeasuredResult {
	horizon: number;
	n: number;
	hit_rate: number | null;
	interval: readonly [number, number];
	base_rate: number | null;
	detectable: { difference: number; excess: number | null } | null;
}

function outcome({ horizon, n, hit_rate, interval: [low, high], base_rate, detectable }: MeasuredResult): string {
	return n === 0
		? 'n/a, no occurrence has ended yet'
		: `${percent(hit_rate)} % hits at ${horizon} ${horizon === 1 ? 'bar' : 'bars'} (n ${formatCount(n)}, detects ${percent(detectable?.difference ?? null)} points or more, interval ${percent(low)}–${percent(high)}, base ${percent(base_rate)}), hypothetical`;
}

function percent(share: number | null): string {
	return share === null ? 'n/a' : formatFixed(share * 100, 1);
}

/** Texts of the results after lists like the one on screen. */
export const words = {
	/** 'after lists like this: 51.2 % hits at 5 bars (n 4,771, detects 2.0 points or more, interval 49.8–52.6, base 50.0), hypothetical' */
	record: (measured: MeasuredResult): string => `after lists like this: ${outcome(measured)}`,
	before: (measured: MeasuredResult): string => `before the filter was saved: ${outcome(measured)}`,
	since: (measured: MeasuredResult, begin: string): string => `since then, live reports only (${begin}): ${outcome(measured)}`,
	begins: {
		saved: (at: string) => `saved ${at}`,
		changed: (at: string) => `conditions changed ${at}, the record starts there`,
		unknown: (at: string) => `changed ${at}, possibly its conditions`,
	},
} as const;
