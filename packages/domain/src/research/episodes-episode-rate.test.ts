import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRowRate } from '../reports/list/ranking.ts';
import { packWord } from '../signals/packed.ts';
import { PARAMETERS_V1 } from '../signals/parameters.ts';
import { createReportTable } from '../signals/report-table.ts';
import { SECTORS, TABS } from '../signals/sector.ts';
import { STRATEGIES } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import { activeSectorBits, type RatedWords, rateOfWords, toUnsignedWords } from './episodes.ts';

const depth = fc.option(fc.integer({ min: 0, max: 5 }));
/** Sectors that share a null bit are null together. */
const word = fc
	.tuple(fc.boolean(), fc.boolean(), fc.tuple(depth, depth, depth, depth, depth, depth, depth))
	.map(([price, options, depths]) => {
		const shown = (at: number, isPresent: boolean) => (isPresent ? (depths[at] ?? 0) : null);
		return packWord([shown(0, price), shown(1, price), shown(2, options), depths[3], shown(4, options), shown(5, options), depths[6]]);
	});

describe('an episode', () => {
	it('has the rate that its list showed', () => {
		fc.assert(
			fc.property(
				fc.tuple(word, word, word),
				fc.constantFrom(...TABS),
				fc.constantFrom(...STRATEGIES),
				fc.subarray(
					SECTORS.map(({ key }) => key),
					{ minLength: 1 },
				),
				(words, { name: tab, operation }, strategy, sectors) => {
					const table = createReportTable(utcMs(0), 'reverse', 1);
					strategy.rated.forEach((timeframe, slot) => {
						table.words[timeframe][0] = words[slot]!;
					});
					const listed = computeRowRate(table, 0, { tab, operation, strategy, sectors }, PARAMETERS_V1);
					expect(rateOfWords(words as RatedWords, sectors, tab, PARAMETERS_V1.slotWeights)).toBe(listed);
				},
			),
		);
	});

	it('reads words whatever sign they were kept with, and none as zero', () => {
		expect(toUnsignedWords([-1, -2_147_483_648, 5])).toEqual([4_294_967_295, 2_147_483_648, 5]);
		expect(toUnsignedWords([7])).toEqual([7, 0, 0]);
	});

	it('knows which sectors were lit', () => {
		expect(activeSectorBits([packWord([1, 0, null, 0, 0, 0, 0]), packWord([0, 0, 0, 2, 0, 0, 0]), packWord([0, 0, 0, 0, 0, 0, 5])])).toBe(
			0b1001001,
		);
	});
});
