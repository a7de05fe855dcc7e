import type { Validation } from '../../lib/api/types.ts';
import { formatFixed, formatShare } from '../../lib/format/numbers.ts';

export type Statistics = Validation['results'][number];

/** Minimum number of occurrences. The rate of fewer occurrences is meaningless and not shown. */
export const MIN_OCCURRENCES = 30;

export function hasEnoughOccurrences({ n }: Pick<Statistics, 'n'>): boolean {
	return n >= MIN_OCCURRENCES;
}

/** Formats two fractions as a range: '49.8–52.6 %'. */
export function formatRange([low, high]: readonly [number, number]): string {
	return `${formatFixed(low * 100, 1)}–${formatFixed(high * 100, 1)} %`;
}

/** Formats a log return in basis points with its sign: 0.00094 -> '+9 bp'. Null is 'n/a'. */
export function formatBasisPoints(value: number | null): string {
	if (value === null) return 'n/a';
	const points = Math.round(value * 10_000);
	return points === 0 ? '0 bp' : `${points > 0 ? '+' : '−'}${Math.abs(points)} bp`;
}

const MIN_CHANCE = 0.001;

/** Formats a probability as a percentage. Small ones are never shown as 0. */
export function formatChance(p: number): string {
	return p < MIN_CHANCE ? 'less than 0.1 %' : formatShare(p);
}
