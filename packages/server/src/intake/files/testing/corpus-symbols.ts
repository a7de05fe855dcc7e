import type { CorpusCase } from './corpus-case.ts';
import { DAY_HEADER, HEADER, MULTI_SYMBOL_HEADER, writeDayRows, writeMinuteRows, writePrices } from './corpus-rows.ts';
import { makeGzip } from './make-gzip.ts';
import { makeZip } from './make-zip.ts';

const DAILY = DAY_HEADER + writeDayRows();
const SEMICOLONS = `date;timestamp;close;high;low;open;price;volume\n${[0, 1, 2].map((n) => `x;${Date.UTC(2024, 6, 3, 13, 30 + n)};100.2;100.5;99.5;100;100;${10 + n}\n`).join('')}`;

export const SYMBOL_CASES: readonly CorpusCase[] = [
	{
		name: 'symbol-quarters-in-folders',
		files: { 'azo/2024-q4.csv.gz': makeGzip(DAILY), 'bkng/2024-q4.csv.gz': makeGzip(DAILY) },
		gives: ['AZO 10/10', 'BKNG 10/10'],
		exit: 0,
	},
	{
		name: 'symbol-words-in-folders',
		files: { 'aaa/prices.csv': DAILY, 'bbb/prices.csv': DAILY },
		gives: ['AAA 10/10', 'BBB 10/10'],
		exit: 0,
	},
	{ name: 'symbol-in-names', files: { 'aapl.csv': DAILY, 'brk-b.csv': DAILY }, gives: ['AAPL 10/10', 'BRK.B 10/10'], exit: 0 },
	{
		name: 'symbol-and-year-in-names',
		files: { 'aapl_2024-07.csv': DAILY, 'aapl_2024-08.csv': DAY_HEADER + writeDayRows(['2024-08-01', '2024-08-02']) },
		gives: ['AAPL 10/10', 'AAPL 2/2'],
		exit: 0,
	},
	{
		name: 'symbol-in-two-folders',
		files: { 'one/aapl.csv': DAILY, 'two/aapl.csv': DAILY },
		gives: ['asks symbol', 'asks symbol'],
		says: /AAPL would come from 2 folders: .*one\/, .*two\/.*--symbol-from folder, file or column/,
		exit: 1,
	},
	{
		name: 'symbol-in-two-folders-from-file',
		files: { 'one/aapl.csv': DAY_HEADER + writeDayRows(['2024-07-01']), 'two/aapl.csv': DAY_HEADER + writeDayRows(['2024-07-02']) },
		options: { symbolFrom: 'file' },
		gives: ['AAPL 1/1', 'AAPL 1/1'],
		exit: 0,
	},
	{
		name: 'symbol-in-no-name',
		files: { 'prices.csv': DAILY },
		gives: ['asks symbol'],
		says: /'prices' isn't a symbol.*--symbol SYMBOL/,
		exit: 1,
	},
	{ name: 'symbol-given', files: { 'prices.csv': DAILY }, options: { symbol: 'ibm' }, gives: ['IBM 10/10'], exit: 0 },
	{
		name: 'symbol-given-badly',
		files: { 'prices.csv': DAILY },
		options: { symbol: 'a?b' },
		gives: ['failed symbol'],
		says: /'a\?b' isn't a symbol/,
		exit: 1,
	},
	{
		name: 'symbol-from-one-folder',
		files: { 'aapl/first.csv': DAY_HEADER + writeDayRows(['2024-07-01']), 'aapl/second.csv': DAY_HEADER + writeDayRows(['2024-07-02']) },
		options: { symbolFrom: 'folder' },
		gives: ['AAPL 1/1', 'AAPL 1/1'],
		exit: 0,
	},
	{
		name: 'symbol-in-column',
		files: { 'all.csv': MULTI_SYMBOL_HEADER + writeDayRows(undefined, (date, n) => `${n % 2 ? 'IBM' : 'aapl'},${date},${writePrices(n)}`) },
		gives: ['AAPL,IBM 10/10'],
		exit: 0,
	},
	{
		name: 'symbol-in-no-column',
		files: { 'aapl.csv': DAILY },
		options: { symbolFrom: 'column' },
		gives: ['asks symbol'],
		says: /No symbol column in .*aapl\.csv/,
		exit: 1,
	},
	{
		name: 'symbol-of-one-is-none',
		files: { 'aapl.csv': DAILY, 'export-of-tuesday.csv': DAILY },
		gives: ['asks symbol', 'asks symbol'],
		says: /'export-of-tuesday' isn't a symbol.*Nothing was imported/,
		exit: 1,
	},
	{
		name: 'symbol-is-a-date',
		files: { '2024-07-02.csv': HEADER + writeMinuteRows(20) },
		gives: ['asks symbol'],
		says: /'2024-07-02' isn't a symbol/,
		exit: 1,
	},
	{
		name: 'symbol-unreadable-in-column',
		files: {
			'all.csv': MULTI_SYMBOL_HEADER + writeDayRows(undefined, (date, n) => `${n === 3 ? '???' : 'AAPL'},${date},${writePrices(n)}`),
		},
		gives: ['AAPL 9/10 symbol 1'],
		exit: 0,
	},
	{
		name: 'symbol-of-semicolon-minutes',
		files: { 'azo/2024.csv': SEMICOLONS },
		gives: ['AZO 3/3'],
		exit: 0,
	},
	{
		name: 'symbol-in-archive-names',
		files: {
			'bars.zip': makeZip([
				{ name: 'aapl.csv', data: Buffer.from(DAILY), stored: true },
				{ name: 'ibm.csv', data: Buffer.from(DAILY), stored: true },
			]),
		},
		gives: ['AAPL 10/10', 'IBM 10/10'],
		exit: 0,
	},
	{
		name: 'symbol-in-archive-folders',
		files: {
			'bars.zip': makeZip([
				{ name: 'aaa/prices.csv', data: Buffer.from(DAILY), stored: true },
				{ name: 'bbb/prices.csv', data: Buffer.from(DAILY), stored: true },
			]),
		},
		gives: ['AAA 10/10', 'BBB 10/10'],
		exit: 0,
	},
	{
		name: 'symbol-by-vendors-names',
		files: {
			'spy_1min.csv': `datetime,open,high,low,close,volume\n${writeMinuteRows(20, { from: 571 })}`,
			'vix_daily.csv': `datetime,open,high,low,close,volume\n${writeDayRows()}`,
		},
		gives: ['SPY 20/20', 'VIX 10/10'],
		exit: 0,
	},
	{
		name: 'symbol-in-two-spellings-of-a-column',
		files: {
			'all.csv': `${MULTI_SYMBOL_HEADER}${writeDayRows(undefined, (date, n) => `BRK.B,${date},${writePrices(n)}`)}BRK-B,2024-07-02,${writePrices(1)}\n`,
		},
		gives: ['BRK.B 10/11 spelling 1'],
		exit: 0,
	},
	{
		name: 'symbol-from-two-exchanges',
		files: { 'nasdaq_abc.csv': DAILY, 'nyse_abc.csv': DAILY },
		gives: ['asks symbol', 'asks symbol'],
		says: /ABC would come from 2 sources: .*nasdaq_abc\.csv, .*nyse_abc\.csv/,
		exit: 1,
	},
	{
		name: 'symbol-from-two-exchanges-by-a-vendors-names',
		files: { 'NASDAQ_ABC, 1D.csv': DAILY, 'NYSE_ABC, 1D.csv': DAILY },
		gives: ['asks symbol', 'asks symbol'],
		says: /ABC would come from 2 sources/,
		exit: 1,
	},
	{
		name: 'symbol-with-an-exchange-in-front',
		files: { 'nasdaq_aapl.csv': DAILY, 'nyse_ibm.csv': DAILY },
		gives: ['AAPL 10/10', 'IBM 10/10'],
		exit: 0,
	},
	{
		name: 'symbol-in-names-of-trading-view',
		files: { 'BATS_AAPL, 1D.csv': DAILY, 'BATS_MSFT, 1D.csv': DAILY },
		gives: ['AAPL 10/10', 'MSFT 10/10'],
		exit: 0,
	},
	{
		name: 'symbol-by-the-case-of-a-letter',
		files: {
			'all.csv': `${MULTI_SYMBOL_HEADER}${['TpC', 'TPC'].flatMap((name) => writeDayRows(undefined, (date, n) => `${name},${date},${writePrices(n)}`)).join('')}`,
		},
		gives: ['T.PRC,TPC 20/20'],
		exit: 0,
	},
	{
		name: 'symbol-spellings-in-names',
		files: { 'bac-pl.csv': DAILY, 'bf_b.csv': DAILY, 'brk-a.us.txt': DAILY },
		gives: ['BAC.PRL 10/10', 'BF.B 10/10', 'BRK.A 10/10'],
		exit: 0,
	},
];
