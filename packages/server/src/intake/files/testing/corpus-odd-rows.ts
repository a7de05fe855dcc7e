import type { CorpusCase } from './corpus-case.ts';
import { DAY_HEADER, DAYS, HEADER, writeDayRows, writeMinuteRows, writePrices } from './corpus-rows.ts';

/** Dates of the odd rows, which follow ten good days of AAPL. */
const LATER_DAYS = ['2024-07-16', '2024-07-17', '2024-07-18', '2024-07-19'];

function withRows(...rows: readonly string[]) {
	return {
		'aapl.csv': DAY_HEADER + writeDayRows() + rows.map((row, n) => `${LATER_DAYS[n]},${row}\n`).join(''),
	};
}

function createRowCase(name: string, rows: readonly string[], rejectCounts: string, says?: RegExp): CorpusCase {
	return {
		name,
		files: withRows(...rows),
		gives: [`AAPL 10/${10 + rows.length} ${rejectCounts}`],
		...(says ? { says } : {}),
		exit: 0,
	};
}

export const ROW_CASES: readonly CorpusCase[] = [
	createRowCase('rows-close-above-high', ['100,101,99,102,5'], 'outside 1', /line 12: open or close not between low and high/),
	createRowCase('rows-close-below-low', ['100,101,99,98.99,5'], 'outside 1'),
	createRowCase('rows-open-above-high', ['101.01,101,99,100,5'], 'outside 1'),
	createRowCase('rows-open-below-low', ['98,101,99,100,5'], 'outside 1'),
	createRowCase('rows-high-below-low', ['100,99,101,100,5'], 'high-below-low 1'),
	createRowCase(
		'rows-infinity-in-words',
		['100,inf,99,100,5', '100,101,99,100,Infinity', '100,101,-Inf,100,1'],
		'infinite 3',
		/an infinite number/,
	),
	createRowCase('rows-infinity-by-exponent', ['100,1e999,99,100,5', '100,101,99,100,1e400'], 'infinite 2'),
	createRowCase(
		'rows-volume-above-all',
		['100,101,99,100,1000000000001', '100,101,99,100,1e13'],
		'volume 2',
		/a volume above 1,000,000,000,000/,
	),
	createRowCase('rows-price-above-all', ['100,10000000.01,99,100,5', '2e7,2e7,2e7,2e7,1'], 'price 2', /a price above 10,000,000/),
	createRowCase('rows-zero-and-negative', ['0,101,99,100,5', '100,101,-1,100,5', '100,101,99,100,-5'], 'negative 3'),
	createRowCase('rows-not-a-number', ['100,NaN,99,100,5', '100,101,null,100,5', '-,-,-,-,-', ',,,,'], 'number 4'),
	createRowCase('rows-too-short', ['100,101', '100'], 'columns 2'),
	createRowCase('rows-too-long', ['100,101,99,100,5,7'], 'extra 1', /more fields than the header/),
	{
		name: 'rows-at-the-limits',
		files: withRows('10000000,10000000,10000000,10000000,1000000000000', '0.0001,0.0001,0.0001,0.0001,0'),
		gives: ['AAPL 12/12'],
		exit: 0,
	},
	{
		name: 'rows-of-days-to-come',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(['2024-12-30', '2024-12-31', '2025-01-02', '2034-01-03']) },
		gives: ['AAPL 2/4 future 2'],
		says: /a date in the future/,
		exit: 0,
	},
	{
		name: 'rows-of-minutes-to-come',
		files: { 'aapl.csv': HEADER + writeMinuteRows(20, { date: '2024-12-31' }) + writeMinuteRows(5, { date: '2025-01-02' }) },
		gives: ['AAPL 20/25 future 5'],
		exit: 0,
	},
	{
		name: 'rows-all-to-come',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(['2034-01-03', '2034-01-04']) },
		gives: ['failed refused'],
		says: /all of its 2 rows \(2 a date in the future\)/,
		exit: 1,
	},
	{
		name: 'rows-twice',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows() + writeDayRows(['2024-07-15']) },
		gives: ['AAPL 10/11 duplicate 1'],
		exit: 0,
	},
	{
		name: 'rows-out-of-order',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows() + writeDayRows(['2024-07-02', '2024-07-01']) },
		gives: ['AAPL 10/12 order 2'],
		exit: 0,
	},
	{ name: 'rows-newest-first', files: { 'aapl.csv': DAY_HEADER + writeDayRows(DAYS.toReversed()) }, gives: ['AAPL 10/10'], exit: 0 },
	{
		name: 'rows-without-volume',
		files: {
			'spx.csv': `date,open,high,low,close\n${writeDayRows(DAYS, (date, n) => `${date},${writePrices(n).split(',').slice(0, 4).join(',')}`)}`,
		},
		gives: ['SPX 10/10'],
		exit: 0,
	},
	{
		name: 'rows-on-weekends',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(['2024-07-05', '2024-07-06', '2024-07-07', '2024-07-08']) },
		gives: ['AAPL 2/4 weekend 2'],
		exit: 0,
	},
	{
		name: 'rows-mostly-on-weekends',
		files: { 'btc.csv': DAY_HEADER + writeDayRows(['2024-07-06', '2024-07-07', '2024-07-08', '2024-07-13', '2024-07-14']) },
		gives: ['failed refused'],
		says: /4 of its 5 rows fall on a Saturday or Sunday/,
		exit: 1,
	},
	{
		name: 'rows-on-holidays',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(['2024-07-03', '2024-07-04', '2024-07-05']) },
		gives: ['AAPL 2/3 holiday 1'],
		exit: 0,
	},
	{
		name: 'rows-half-good',
		files: { 'aapl.csv': `${DAY_HEADER + writeDayRows(['2024-07-01', '2024-07-02'])}2024-07-03,1,2\n2024-07-05,1,2\n` },
		gives: ['AAPL 2/4 columns 2'],
		exit: 0,
	},
	{
		name: 'rows-less-than-half-good',
		files: { 'aapl.csv': `${DAY_HEADER + writeDayRows(['2024-07-01'])}2024-07-03,1,2\n2024-07-05,1,2\n` },
		gives: ['failed refused'],
		says: /Rejected: 2 of its 3 rows \(2 fewer fields than the header\)/,
		exit: 1,
	},
	{ name: 'rows-none', files: { 'aapl.csv': DAY_HEADER }, gives: ['failed refused'], says: /a header but no rows/, exit: 1 },
	{
		name: 'rows-good-beside-bad',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(), 'ibm.csv': `${DAY_HEADER}yesterday,1,1,1,1,1\n` },
		gives: ['AAPL 10/10', 'failed refused'],
		says: /Nothing from this file was imported/,
		exit: 1,
	},
];
