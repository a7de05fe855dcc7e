/**
 * Reports over real files, held to what they were when these lines were written: hashes and counts alone, because the files are other people's. A
 * change of the engine's rules changes them, and then ENGINE_VERSION with them.
 */

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SessionMatrix } from '@sw/domain/market/session-matrix';
import { contentBytes, ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import { referenceReport } from '@sw/domain/signals/definition/reference/reference-report';
import { createEngine } from '@sw/domain/signals/engine/create-engine';
import { differences, factsOf } from '@sw/domain/signals/engine/testing/compare';
import { depthIn } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { itWhere } from '@sw/domain/testing/it-where';
import { slotEnd } from '@sw/domain/time/slots';
import { describe, expect } from 'vitest';
import { importAll } from '../../intake/files/testing/import-all.ts';
import { matricesOf, type ReadMarket } from '../../intake/files/testing/matrices-of.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const SETS = { minutes: resolve(DATA, 'intraday/us-1min-2024'), daily: resolve(DATA, 'daily/us-88-2012-2017') };
const present = Object.values(SETS).every(existsSync);
const itWithData = itWhere(present, `the data sets under ${DATA}, or elsewhere by SIGNALWHEEL_TEST_DATA`);

const read = async (folder: string): Promise<ReadMarket> => matricesOf((await importAll(folder)).flatMap(({ blocks }) => blocks));

interface Golden {
	reports: number;
	/** Last link of the chain of content hashes over all of them. */
	hash: string;
	/** Price cells of the rise at depth 0 to 5, and those not measurable, over all reports and timeframes. */
	price: number[];
	volume: number[];
}

const count = (counts: number[], depth: number | null): void => {
	const at = depth ?? NOT_MEASURABLE;
	counts[at] = (counts[at] as number) + 1;
};
const NOT_MEASURABLE = 6;

/** Every report of the market from its n-th session on, chained as the product chains them; `look` sees each. */
const goldenOf = (
	{ symbols, days }: ReadMarket,
	from: number,
	wanted: (slot: number, slots: number) => boolean,
	look: (table: ReportTable, day: number, slot: number) => void = () => {},
): Golden => {
	const engine = createEngine({ parameters: PARAMETERS_V1, rows: symbols.length });
	const found: Golden = { reports: 0, hash: '0'.repeat(64), price: Array(7).fill(0), volume: Array(7).fill(0) };
	for (const [day, { session, matrix }] of days.entries()) {
		engine.startSession(session);
		for (let slot = 0; slot < session.slots; slot++) {
			engine.applySlot(matrix, slot);
			if (day < from || !wanted(slot, session.slots)) continue;
			const table = engine.report(slotEnd(session, slot), factsOf(symbols.length));
			const context = { format: 1 as const, engineVersion: ENGINE_VERSION, parameters: '1', previousHash: found.hash };
			found.hash = createHash('sha256').update(contentBytes(table, context)).digest('hex');
			found.reports++;
			for (const words of table.words)
				for (const word of words) {
					count(found.price, depthIn(word, 0));
					count(found.volume, depthIn(word, 3));
				}
			look(table, day, slot);
			engine.prepare();
		}
	}
	return found;
};

/** One row of a matrix. */
const rowOf = (matrix: SessionMatrix, row: number): SessionMatrix => {
	const pick = <T extends Float32Array | Float64Array>(column: T): T => column.filter((_, cell) => cell % matrix.rows === row) as T;
	const { daily } = matrix;
	return {
		...matrix,
		rows: 1,
		open: pick(matrix.open),
		high: pick(matrix.high),
		low: pick(matrix.low),
		close: pick(matrix.close),
		volume: pick(matrix.volume),
		calls: pick(matrix.calls),
		puts: pick(matrix.puts),
		daily: daily && {
			open: pick(daily.open),
			high: pick(daily.high),
			low: pick(daily.low),
			close: pick(daily.close),
			volume: pick(daily.volume),
		},
	};
};
/** What the reference says otherwise of a row, worked out from its whole history. */
const otherwise = ({ days }: ReadMarket, table: ReportTable, row: number, session: number, slot: number): string[] => {
	const sessions = days.slice(0, session + 1).map(({ matrix }) => ({ matrix: rowOf(matrix, row) }));
	const expected = referenceReport({ sessions }, { session, slot }, PARAMETERS_V1);
	const at = table.tickerId.indexOf(100 + row);
	return expected && at >= 0
		? differences(table, at, expected, PARAMETERS_V1)
		: expected === null && at === -1
			? []
			: ['in one of both only'];
};

describe('golden reports', () => {
	itWithData(
		'of twelve thinly traded names by the minute, January to September 2024: every quarter-hour from the 90th session on',
		async () => {
			const market = await read(SETS.minutes);
			const found: string[] = [];
			const golden = goldenOf(
				market,
				90,
				() => true,
				(table, day, slot) => {
					if (day % 24 === 17 && slot === (day * 5) % 26)
						for (const row of [0, 4, 9]) found.push(...otherwise(market, table, row, day, slot));
				},
			);
			expect(found).toEqual([]);
			expect(golden).toMatchInlineSnapshot(`
				{
				  "hash": "9b30ae1ddf229e40dcfb1d817df453c2bf5ca02f162ffc9f39fa445c1b334e38",
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
		120_000,
	);

	itWithData(
		'of 88 names by the day, 2012 to 2017: every fifth close from the 300th session on',
		async () => {
			const market = await read(SETS.daily);
			const found: string[] = [];
			let closes = 0;
			const golden = goldenOf(
				market,
				300,
				(slot, slots) => slot === slots - 1 && closes++ % 5 === 0,
				(table, day, slot) => {
					if (day % 211 === 7) for (const row of [3, 40]) found.push(...otherwise(market, table, row, day, slot));
				},
			);
			expect(found).toEqual([]);
			expect(golden).toMatchInlineSnapshot(`
				{
				  "hash": "bd5cdfcd92c18ff203dfd096e6e0230948b10e2291f01c65b147b5c4cf8fc844",
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
		},
		120_000,
	);
});
