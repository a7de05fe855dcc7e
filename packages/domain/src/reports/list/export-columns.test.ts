import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formCode, itemBits } from '../../filings/information-codes.ts';
import { unpackWord } from '../../signals/packed.ts';
import { createReportTable, FLAG_ELIGIBLE } from '../../signals/report-table.ts';
import { STRATEGIES } from '../../time/timeframe.ts';
import { utcMs } from '../../time/units.ts';
import { randomTable } from '../testing/random-table.ts';
import { EXPORT_COLUMNS, type ExportRow, exportColumns, exportDictionary } from './export-columns.ts';
import { TABLE_COLUMNS } from './list-columns.ts';

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

	it('say of a row what it is', () => {
		const table = createReportTable(utcMs(Date.UTC(2025, 6, 1, 14)), 'reverse', 2);
		table.tickerId.set([3, 42]);
		table.price.set([0, 123_450]);
		table.cap.set([Number.NaN, 405_022_275 * Math.fround(12.345)]);
		table.mentions.set([-1, 12]);
		table.flags.set([0, FLAG_ELIGIBLE]);
		table.information[1] = 0b1010;
		table.filingForm[1] = formCode('8-K/A');
		table.filingItems[1] = itemBits(['2.02', '9.01']);
		table.filingAccepted[1] = Date.UTC(2025, 6, 1, 12) / 1_000;
		const rowAt = (row: number): ExportRow => ({
			table,
			row,
			rank: 9,
			rate: 17,
			symbol: 'ABC',
			name: 'A, B and C',
			type: 'etf',
			change: -0.5,
			rateBefore: 16,
			listedSince: Date.UTC(2025, 6, 1, 13, 45),
			favorite: true,
			hash: 'cafe',
			receivedUntil: Date.UTC(2025, 6, 1, 14, 0, 7),
			version: 2,
			provider: 'simulated',
			tab: 'free',
			operation: 'long',
			strategy: STRATEGIES[0],
		});
		const values = (row: number) => Object.fromEntries(EXPORT_COLUMNS.slice(0, 29).map(({ name, read }) => [name, read(rowAt(row))]));
		const first = {
			information: 'unknown',
			filing_form: null,
			filing_items: null,
			filing_accepted: null,
			report: '2025-07-01T14:00:00Z',
			report_hash: 'cafe',
			report_version: 2,
			algo: 'reverse',
			received_until: '2025-07-01T14:00:07Z',
			provider: 'simulated',
			tab: 'free',
			operation: 'long',
			candidate: 'listed as unusual',
			rank: 9,
			ticker: 'ABC',
			ticker_id: 3,
			name: 'A, B and C',
			type: 'etf',
			marketcap: 'undefined',
			capitalization: null,
			price: 0,
			price_change: -0.5,
			rate: 17,
			rate_before: 16,
			listed_since: '2025-07-01T13:45:00Z',
			mentions: null,
			dollar_volume: null,
			favorite: true,
			status: 'not_eligible',
		};
		expect(values(0)).toEqual(first);
		const second = { ticker_id: 42, marketcap: 'mid_cap', capitalization: 4_999_999_985, price: 12.345, mentions: 12, status: 'ok' };
		const filing = { information: 'yes', filing_form: '8-K/A', filing_items: '2.02 9.01', filing_accepted: '2025-07-01T12:00:00Z' };
		expect(values(1)).toEqual({ ...first, ...second, ...filing });
		table.mentions[1] = 0;
		expect(values(1)['mentions']).toBe(0);
	});

	it('name the buckets of capitalisation in which a ticker can be', () => {
		const reported = exportDictionary().find(({ name }) => name === 'marketcap')?.description;
		expect(reported).toMatch(/^Market-cap class: mega_cap \(\$200bln and more\), large_cap .+, undefined \(n\/a\)$/);
	});

	it('name the worst of what is the matter with a row', () => {
		const status = EXPORT_COLUMNS.find(({ name }) => name === 'status');
		const statusOf = (flags: number) => {
			const table = createReportTable(utcMs(0), 'reverse', 1);
			table.flags[0] = flags;
			return status?.read({ table, row: 0 } as ExportRow);
		};
		expect([0, 1, 2, 3, 4, 5, 6, 7].map(statusOf)).toEqual([
			'not_eligible',
			'ok',
			'stale',
			'stale',
			'quarantine',
			'quarantine',
			'quarantine',
			'quarantine',
		]);
	});

	it('are the rated cells of a wheel, the squeeze in the place of price on coiled_spring', () => {
		const wheel = (tab: ExportRow['tab'], operation: ExportRow['operation']) =>
			exportColumns(['wheel'], { tab, operation, strategy: STRATEGIES[2] })
				.slice(7)
				.map(({ name }) => name);
		const on = (...keys: string[]) => keys.flatMap((key) => ['1h', '4h', '1d'].map((label) => `${key}_${label}`));
		expect(wheel('free', 'long')).toEqual(on('price_long', 'call_with_put', 'volume', 'call_without_put_long'));
		expect(wheel('coiled_spring', 'short')).toEqual(on('squeeze', 'call_with_put', 'volume', 'call_without_put_short'));
	});

	it('hold what the report holds, of the type they say', () => {
		fc.assert(
			fc.property(randomTable, (table) => {
				for (let row = 0; row < table.count; row++) {
					const exportRow: ExportRow = {
						table,
						row,
						rank: row + 1,
						rate: 7,
						symbol: 'AAA',
						name: 'A',
						type: 'stocks',
						change: row % 2 === 0 ? null : 0.25,
						rateBefore: null,
						listedSince: 0,
						favorite: row % 2 === 0,
						hash: 'f',
						receivedUntil: 0,
						version: 1,
						provider: 'p',
						tab: 'free',
						operation: 'short',
						strategy: STRATEGIES[0],
					};
					const values = EXPORT_COLUMNS.map((c) => [c.type, c.read(exportRow)] as const);
					expect(values.filter(([type, value]) => value !== null && typeof value !== TYPE_OF[type])).toEqual([]);
					const depths = EXPORT_COLUMNS.filter((c) => c.unit.startsWith('levels')).map((c) => c.read(exportRow));
					const zs = EXPORT_COLUMNS.filter((c) => c.unit === 'typical moves').map((c) => [c.name, c.read(exportRow)] as const);
					const words = table.words.map((word) => unpackWord(word[row]!).depths);
					expect(zs).toEqual(
						['price', 'volume', 'sum', 'diff', 'squeeze'].flatMap((name, series) =>
							['15m', '30m', '1h', '4h', '1d'].map((label, at) => {
								const z = table.z[(at * 5 + series) * table.count + row]!;
								return [`z_${name}_${label}`, Number.isNaN(z) ? null : z];
							}),
						),
					);
					expect(depths).toEqual(Array.from({ length: 7 }, (_, sector) => words.map((word) => word[sector] ?? null)).flat());
				}
			}),
		);
	});
});
