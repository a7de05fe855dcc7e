import type { HitRow } from '@sw/domain/research/evidence/hit-table';
import { LIQUIDITY_TIERS } from '@sw/domain/research/evidence/liquidity-tiers';
import { luckLine } from '@sw/domain/statistics/luck-line';
import { normalCdf } from '@sw/domain/statistics/normal';
import { overfittingProbability } from '@sw/domain/statistics/overfitting';
import { searchBias } from '@sw/domain/statistics/search-bias';

/** Expected ranges of the shares of rings 1 to 5, in percent. */
export const EXPECTED_SHARES = [
	[8, 12],
	[3.5, 7],
	[1.5, 4],
	[0.8, 2.5],
	[0.2, 1.2],
] as const;

export function shareLines(shares: readonly number[]): string[] {
	return table([
		['ring', 'share %', 'expected %', ''],
		...shares.map((share, index) => {
			const [low, high] = EXPECTED_SHARES[index] ?? [0, 100];
			const inside = 100 * share >= low && 100 * share <= high;
			return [`>= ${index + 1}`, percent(share, 2), `${low} - ${high}`, inside ? 'as expected' : 'OUTSIDE'];
		}),
	]);
}

function table(rows: readonly (readonly string[])[]): string[] {
	const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
	return rows.map((row) =>
		row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] as number) : cell.padStart(widths[column] as number))).join('  '),
	);
}

function percent(share: number, digits = 1): string {
	return (100 * share).toFixed(digits);
}

/** Column 'luck': in 95 of 100 draws the best of as many random picks as there are rows stays below it, so a lower rate proves nothing. */
export function hitLines(rows: readonly HitRow[]): string[] {
	return table([
		['signal', 'tier', 'ring', 'n', 'n_eff', 'hits %', '95 % interval', 'base %', 'luck %', 'excess bp', 'tier bp'],
		...rows.map(({ operation, tier, ring, stats, base, excess, benchmark }) => [
			operation === 'short' ? 'rise -> short' : 'fall -> long',
			LIQUIDITY_TIERS[tier]?.label ?? '',
			`>= ${ring}`,
			String(stats.n),
			stats.n_eff.toFixed(0),
			stats.p === null ? '-' : percent(stats.p),
			`${percent(stats.wilson95[0])} - ${percent(stats.wilson95[1])}`,
			percent(base),
			percent(luckLine(rows.length, stats.n_eff, base)),
			basisPoints(excess),
			basisPoints(benchmark),
		]),
	]);
}

/** Rows of the table of searches that are listed: the best ones. */
const BEST = 5;

/**
 * How much of the best rows is due to trying all of them: step-down p-values (Romano and Wolf), the chance that the best of as many rows without effect is as
 * good (Hansen's SPA), and how the best fares next time (PBO).
 */
export function searchLines(rows: readonly HitRow[]): string[] {
	const gains = rows.map(({ blocks, base }) => blocks.map(([n, hits]) => (n === 0 ? 0 : hits - base * n)));
	const { t, romanoWolf, spa } = searchBias(gains);
	const overfit = overfittingProbability(rows.map(({ blocks }, i) => blocks.map(([n], at) => [n, gains[i]?.[at] as number])));
	const best = rows.map((_, i) => i).sort((a, b) => (t[b] as number) - (t[a] as number));
	return [
		...table([
			['signal', 'tier', 'ring', 't', 'p alone %', 'p of all %'],
			...best.slice(0, BEST).map((i) => {
				const { operation, tier, ring } = rows[i] as HitRow;
				return [
					operation === 'short' ? 'rise -> short' : 'fall -> long',
					LIQUIDITY_TIERS[tier]?.label ?? '',
					`>= ${ring}`,
					(t[i] as number).toFixed(2),
					percent(1 - normalCdf(t[i] as number)),
					percent(romanoWolf[i] as number),
				];
			}),
		]),
		`The best of ${rows.length} rows without an effect is at least as good in ${percent(spa)} % of draws (SPA).`,
		overfit === null
			? 'Too few stretches of sessions to say how the best row fares next time (PBO).'
			: `The best row of one half of the time is below the median row in the other in ${percent(overfit)} % of halves (PBO).`,
	];
}

function basisPoints(value: number | null): string {
	return value === null ? '-' : `${value < 0 ? '' : '+'}${(10_000 * value).toFixed(0)}`;
}
