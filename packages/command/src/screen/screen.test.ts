import { describe, expect, it } from 'vitest';
import { createPaint } from './print.ts';
import { formatTable, replaceControls } from './table.ts';
import {
	describeSource,
	formatCapitalization,
	formatCount,
	formatDepths,
	formatEasternTime,
	formatPercent,
	formatPrice,
	formatSignedPercent,
	formatTimeframes,
	formatTypicalMoves,
} from './values.ts';

const COLUMNS = [
	{ head: 'Ticker', cells: ['AAA', 'B'] },
	{ head: 'Name', cells: ['A company with a long name', 'Short'], minWidth: 8 },
	{ head: 'Price', alignRight: true, cells: ['1,234.50', '9.00'], dropOrder: 1 },
	{ head: 'Rate', alignRight: true, cells: ['7', '70'] },
];

describe('a table', () => {
	it('is as wide as its content', () => {
		expect(formatTable(COLUMNS)).toEqual([
			'Ticker  Name                           Price  Rate',
			'AAA     A company with a long name  1,234.50     7',
			'B       Short                           9.00    70',
		]);
	});

	it('shortens first what may be short, then leaves columns out', () => {
		expect(formatTable(COLUMNS, 40)).toEqual([
			'Ticker  Name                 Price  Rate',
			'AAA     A company with …  1,234.50     7',
			'B       Short                 9.00    70',
		]);
		expect(formatTable(COLUMNS, 26)).toEqual(['Ticker  Name          Rate', 'AAA     A company w…     7', 'B       Short           70']);
	});

	it.each([1, 5, 12, 19, 25, 33, 49])('is never wider than %i characters', (room) => {
		for (const line of formatTable(COLUMNS, room)) expect([...line].length).toBeLessThanOrEqual(room);
	});

	it('paints cells once they have their width', () => {
		const paint = (text: string, row: number) => `<${row}${text}>`;
		expect(formatTable([{ head: 'N', alignRight: true, cells: ['1', '10'], paint }])).toEqual([' N', '<0 1>', '<110>']);
	});

	it('takes the power from what names could hold', () => {
		expect(replaceControls('A\u001b[31mB\u202eC\nD\u0085E')).toBe('A [31mB C D E');
		expect(formatTable([{ head: 'Name', cells: ['A\u001b]0;x\u0007'] }])[1]).toBe('A ]0;x');
	});
});

describe('colours', () => {
	const out = { write: () => {}, isTerminal: true, width: 80 };
	it.each([
		['in a terminal', out, {}, true],
		['without a terminal', { ...out, isTerminal: false }, {}, false],
		['by NO_COLOR', out, { NO_COLOR: '1' }, false],
		['in a terminal without any', out, { TERM: 'dumb' }, false],
	])('%s', (_, screen, env, coloured) => {
		expect(createPaint({ env, out: screen }).rise('x')).toBe(coloured ? '\u001b[32mx\u001b[0m' : 'x');
	});
});

describe('values', () => {
	it('are written as people read them', () => {
		expect([
			formatPrice(1234.5),
			formatCount(1234),
			formatPercent(0.1234),
			formatSignedPercent(0.05),
			formatSignedPercent(-0.05),
			formatCapitalization(2.5e11),
			formatTypicalMoves(1.239),
		]).toEqual([...['1,234.50', '1,234', '12.3%', '+5.00%', '-5.00%', '250B', '1.24']]);
		expect(formatEasternTime('2026-06-30T15:45:00Z')).toBe('06/30/2026 11:45 AM ET');
		expect(formatTimeframes(['fifteen_minutes', 'one_hour', 'day'])).toBe('15m·1h·1d');
		expect(describeSource({ provider: 'Simulated market', simulated: true })).toBe('Simulated market');
		expect(describeSource({ provider: 'Replay', simulated: true })).toBe('Replay (simulated)');
	});

	it('are never 0 where nothing is known', () => {
		for (const write of [formatPrice, formatCount, formatPercent, formatSignedPercent, formatCapitalization, formatTypicalMoves])
			expect(write(null)).toBe('n/a');
		expect(formatDepths([0, null, 5])).toBe('0 - 5');
	});
});
