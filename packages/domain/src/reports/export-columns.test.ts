import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unpackWord } from '../signals/packed.ts';
import { STRATEGIES } from '../time/timeframe.ts';
import { EXPORT_COLUMNS, type ExportRow, exportColumns, exportDictionary } from './export-columns.ts';
import { TABLE_COLUMNS } from './list-columns.ts';
import { randomTable } from './testing/random-table.ts';

const TYPE_OF = { text: 'string', integer: 'number', decimal: 'number', boolean: 'boolean' } as const;

describe('columns of an exported list', () => {
	it('have names of their own, all explained', () => {
		expect(new Set(EXPORT_COLUMNS.map((c) => c.name)).size).toBe(EXPORT_COLUMNS.length);
		for (const { name, description } of exportDictionary()) expect([name, description.length > 3]).toEqual([name, true]);
		expect(EXPORT_COLUMNS.filter((c) => c.name.startsWith('squeeze_')).map((c) => c.name)).toEqual([
			'squeeze_15m',
			'squeeze_30m',
			'squeeze_1h',
			'squeeze_4h',
			'squeeze_1d',
		]);
	});

	it('are those of a table in its order, after what names each row', () => {
		const question = { tab: 'coiled_spring', operation: 'short', strategy: STRATEGIES[0] } as const;
		const named = (...shown: (typeof TABLE_COLUMNS)[number][]) => exportColumns(shown, question).map(({ name }) => name);
		const always = ['report', 'report_hash', 'report_version', 'rank', 'ticker', 'ticker_id', 'rate'];
		expect(named('cap', 'volume', 'sparkline', 'since')).toEqual([...always, 'capitalization', 'z_volume_1h', 'rate_before']);
		expect(named('wheel')).toEqual(expect.arrayContaining(['squeeze_15m', 'squeeze_30m', 'squeeze_1h', 'volume_1h']));
		expect(named('wheel')).toHaveLength(always.length + 12);
		for (const column of TABLE_COLUMNS.filter((name) => name !== 'sparkline')) expect(named(column).length).toBeGreaterThan(always.length);
		expect(exportColumns(undefined, question)).toBe(EXPORT_COLUMNS);
	});

	it('hold what the report holds, of the type they say', () => {
		fc.assert(
			fc.property(randomTable, (table) => {
				for (let row = 0; row < table.count; row++) {
					const given: ExportRow = {
						table,
						row,
						rank: row + 1,
						rate: 7,
						symbol: 'AAA',
						name: 'A',
						type: 'stocks',
						change: row % 2 === 0 ? null : 0.25,
						rateBefore: null,
						favorite: row % 2 === 0,
						hash: 'f',
						received: 0,
						version: 1,
						provider: 'p',
						tab: 'free',
						operation: 'short',
					};
					const values = EXPORT_COLUMNS.map((c) => [c.type, c.read(given)] as const);
					for (const [type, value] of values) if (value !== null) expect(typeof value).toBe(TYPE_OF[type]);
					const depths = EXPORT_COLUMNS.filter((c) => c.unit.startsWith('rings')).map((c) => c.read(given));
					const zs = EXPORT_COLUMNS.filter((c) => c.unit === 'typical moves').map((c) => [c.name, c.read(given)] as const);
					expect(zs).toHaveLength(25);
					const z1h = table.z[(2 * 5 + 1) * table.count + row] as number;
					expect(Object.fromEntries(zs)['z_volume_1h']).toEqual(Number.isNaN(z1h) ? null : z1h);
					const words = table.words.map((word) => unpackWord(word[row] as number).depths);
					expect(depths).toEqual(Array.from({ length: 7 }, (_, sector) => words.map((word) => word[sector] ?? null)).flat());
				}
			}),
		);
	});
});
