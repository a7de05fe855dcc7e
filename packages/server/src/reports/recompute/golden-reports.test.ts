/**
 * Golden reports: held to what these lines were when they were written. A change of the engine's rules changes them, and then ENGINE_VERSION with them. The
 * golden market is part of the repository; of real files only hashes and counts stand here, because the files are other people's.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { itWhere } from '@sw/domain/testing/it-where';
import { describe, expect, it } from 'vitest';
import { importAll } from '../../intake/files/testing/import-all.ts';
import { createMatrices, type MatrixInput } from '../../intake/files/testing/matrices-of.ts';
import { readGoldenMarket } from '../../intake/testing/golden/read-market.ts';
import { computeGolden, findReferenceDifferences, formatReportLines } from './testing/golden.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const SETS = { minutes: resolve(DATA, 'intraday/us-1min-2024'), daily: resolve(DATA, 'daily/us-88-2012-2017') };
const present = Object.values(SETS).every(existsSync);
const itWithData = itWhere(present, `the data sets under ${DATA}, or elsewhere by SIGNALWHEEL_TEST_DATA`);

async function read(folder: string): Promise<MatrixInput> {
	return createMatrices((await importAll(folder)).flatMap(({ blocks }) => blocks));
}

describe('golden reports', () => {
	it('of the golden market: every quarter-hour from the 36th session on, and in full at four of them', async () => {
		const market = await readGoldenMarket();
		const found: string[] = [];
		const lines: string[] = [];
		const golden = computeGolden(
			market,
			36,
			() => true,
			(table, day, slot) => {
				if (slot !== (day * 7) % 26) return;
				for (let row = 0; row < market.symbols.length; row++) found.push(...findReferenceDifferences(market, table, row, day, slot));
				if (day % 3 === 2) lines.push(...formatReportLines(table, market.symbols));
			},
		);
		expect(found).toEqual([]);
		expect(golden).toMatchInlineSnapshot(`
			{
			  "hash": "b6a149af8ebee9176a5f7a55d1330dd9a9da93a6d0dbf0e8b0bd572ec15096ad",
			  "price": [
			    13104,
			    1203,
			    828,
			    375,
			    274,
			    111,
			    2825,
			  ],
			  "reports": 312,
			  "volume": [
			    13005,
			    690,
			    303,
			    82,
			    67,
			    19,
			    4554,
			  ],
			}
		`);
		await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('testing/golden-reports.tsv');
	});

	itWithData(
		'of twelve thinly traded names by the minute, January to September 2024: every quarter-hour from the 90th session on',
		async () => {
			const market = await read(SETS.minutes);
			const found: string[] = [];
			const golden = computeGolden(
				market,
				90,
				() => true,
				(table, day, slot) => {
					if (day % 24 === 17 && slot === (day * 5) % 26)
						for (const row of [0, 4, 9]) found.push(...findReferenceDifferences(market, table, row, day, slot));
				},
			);
			expect(found).toEqual([]);
			expect(golden).toMatchInlineSnapshot(`
				{
				  "hash": "4cea3103bfb7f6aecb689e2e171b3df52cde8fee255fea68585756e0674dd95a",
				  "price": [
				    131438,
				    6800,
				    3031,
				    1397,
				    1198,
				    624,
				    2787,
				  ],
				  "reports": 2536,
				  "volume": [
				    138143,
				    2983,
				    1215,
				    472,
				    349,
				    130,
				    3983,
				  ],
				}
			`);
		},
	);

	itWithData('of 88 names by the day, 2012 to 2017: every fifth close from the 300th session on', async () => {
		const market = await read(SETS.daily);
		const found: string[] = [];
		let closes = 0;
		const golden = computeGolden(
			market,
			300,
			(slot, slots) => slot === slots - 1 && closes++ % 5 === 0,
			(table, day, slot) => {
				if (day % 211 === 7) for (const row of [3, 40]) found.push(...findReferenceDifferences(market, table, row, day, slot));
			},
		);
		expect(found).toEqual([]);
		expect(golden).toMatchInlineSnapshot(`
			{
			  "hash": "18e9f5720fd1bdecb14bbd1e350cfbc508602bf234df18eb79b31231512fe573",
			  "price": [
			    9120,
			    469,
			    187,
			    89,
			    57,
			    27,
			    40011,
			  ],
			  "reports": 146,
			  "volume": [
			    9105,
			    389,
			    212,
			    97,
			    99,
			    45,
			    40013,
			  ],
			}
		`);
	});
});
