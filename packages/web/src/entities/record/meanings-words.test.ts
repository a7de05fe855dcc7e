import { hitStats, wilson } from '@sw/domain/statistics/hit-stats';
import { benjaminiHochberg, benjaminiYekutieli, detectableDifference, luckLine } from '@sw/domain/statistics/luck-line';
import { shrinkHitRate } from '@sw/domain/statistics/shrink';
import { expect, it } from 'vitest';
import { meaningsWords } from './meanings-words.ts';

function exampleOf(term: (typeof meaningsWords.meanings)[number][0]): string {
	return meaningsWords.meanings.find(([name]) => name === term)?.[2] ?? '';
}

function percent(share: number): string {
	return (100 * share).toFixed(1);
}

it('works out its examples as the records do', () => {
	expect(exampleOf('Excess')).toContain(`= ${(10_000 * (-Math.log(0.96) + Math.log(1.01) - 0.0015)).toFixed(0)} bp`);
	const [low, high] = wilson(0.54, 100);
	expect(exampleOf('95 % interval')).toContain(`${percent(low)}–${percent(high)} %`);
	expect(exampleOf('Smallest detectable effect')).toContain(`= ${percent(detectableDifference(0.5, 400) ?? 0)} points`);
	const { deff, n_eff } = hitStats([
		[10, 8],
		[10, 8],
		[10, 2],
		[10, 2],
	]);
	expect(exampleOf('Overlap')).toContain(
		`${deff.toFixed(1)} times as much as 40 independent ones would: they count as ${n_eff.toFixed(0)}.`,
	);
	expect(exampleOf('Luck line')).toContain(`${percent(luckLine(30, 400, 0.5))} %. A single one: ${percent(luckLine(1, 400, 0.5))} %`);
	expect(exampleOf('Adjusted rate')).toContain(`= ${percent(shrinkHitRate(9, 10, 0.51))} %`);
	const p = [0.01, 0.02, 0.3];
	expect(exampleOf('False discoveries (q)')).toContain(`= ${percent(benjaminiHochberg(p)[0] ?? 0)} %`);
	expect(exampleOf('False discoveries (q)')).toContain(`as much, ${percent(benjaminiYekutieli(p)[0] ?? 0)} %`);
	expect(exampleOf('Costs')).toContain(`a spread of ${(10_000 * Math.log(100.1 / 99.9)).toFixed(0)} bp`);
});
