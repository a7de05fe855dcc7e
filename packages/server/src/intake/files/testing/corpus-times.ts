import type { CorpusCase } from './corpus-case.ts';
import { DAY_HEADER, DAYS, formatClock, HEADER, MULTI_SYMBOL_HEADER, writeDayRows, writeMinuteRows, writePrices } from './corpus-rows.ts';
import { makeGzip } from './make-gzip.ts';

const FLAT_FILE_HEADER = 'ticker,volume,open,close,high,low,window_start,transactions\n';

function writeFlatFileRow(ticker: string, ms: number, n: number): string {
	return `${ticker},${100 + n},100,100.2,100.5,99.5,${ms}000000,1\n`;
}

const OPEN_UTC = Date.UTC(2024, 6, 2, 13, 30);

function toEpochSeconds(date: string, at: string): string {
	return String(Date.parse(`${date}T${at}:00-04:00`) / 1000);
}

function toCompactTime(date: string, at: string): string {
	return `${date.replaceAll('-', '')}${at.replace(':', '')}00`;
}

function createDates(from: string, stepDays: number, count: number): string[] {
	return Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * stepDays * 86_400_000).toISOString().slice(0, 10));
}

const WEEKLY_DATES = createDates('2024-01-05', 7, 12);
const WEEKDAY_DATES = createDates('2024-02-26', 1, 88).filter((date) => date !== '2024-03-29' && new Date(date).getUTCDay() % 6 !== 0);
const MONTHLY_DATES = ['2024-01-31', '2024-02-29', '2024-03-28', '2024-04-30', '2024-05-31', '2024-06-28'];

function writeIntradayTable(stepMinutes: number, dates = DAYS.slice(0, 3), from = 570): string {
	return HEADER + dates.map((date) => writeMinuteRows(Math.ceil(390 / stepMinutes), { date, step: stepMinutes, from })).join('');
}

function rejectCase(name: string, text: string, says: RegExp): CorpusCase {
	return {
		name,
		files: { 'ibm.csv': text },
		gives: ['failed interval'],
		says,
		exit: 1,
	};
}

function acceptCase(name: string, text: string, gives: string, options?: CorpusCase['options']): CorpusCase {
	return {
		name,
		files: { 'aapl.csv': text },
		...(options ? { options } : {}),
		gives: [gives],
		exit: 0,
	};
}

export const TIME_CASES: readonly CorpusCase[] = [
	// Bar lengths.
	{
		name: 'length-thin-ticker-in-a-flat-file',
		files: {
			'2024-07-02.csv':
				FLAT_FILE_HEADER +
				Array.from({ length: 390 }, (_, n) => writeFlatFileRow('AAPL', OPEN_UTC + n * 60_000, n)).join('') +
				Array.from({ length: 15 }, (_, n) => writeFlatFileRow('THIN', OPEN_UTC + (n * 26 + 3) * 60_000, n)).join(''),
		},
		gives: ['AAPL,THIN 405/405'],
		exit: 0,
	},
	{
		name: 'length-thin-ticker-in-a-plain-file',
		files: {
			'all.csv':
				'symbol,time,open,high,low,close,volume\n' +
				Array.from({ length: 60 }, (_, n) => `AAPL,2024-07-02 ${formatClock(570 + n)},${writePrices(n)}\n`).join('') +
				Array.from({ length: 13 }, (_, n) => `THIN,2024-07-02 ${formatClock(570 + n * 30)},${writePrices(n)}\n`).join(''),
		},
		gives: ['AAPL,THIN 73/73'],
		exit: 0,
	},
	acceptCase(
		'length-thin-ticker-alone',
		HEADER + [571, 618, 655, 700, 803].map((m, n) => `2024-07-02 ${formatClock(m)},${writePrices(n)}\n`).join(''),
		'AAPL 5/5',
	),
	acceptCase(
		'length-days-stamped-at-the-open',
		HEADER + writeDayRows(DAYS, (date, n) => `${toEpochSeconds(date, '09:30')},${writePrices(n)}`),
		'AAPL 10/10',
	),
	acceptCase('length-days-stamped-at-the-close', HEADER + writeDayRows(DAYS, (date, n) => `${date} 16:00,${writePrices(n)}`), 'AAPL 10/10'),
	acceptCase(
		'length-days-over-a-change-of-clocks',
		HEADER + writeDayRows(['2024-03-07', '2024-03-08', '2024-03-11'], (date, n) => `${date}T14:30:00Z,${writePrices(n)}`),
		'AAPL 3/3',
	),
	rejectCase('length-one-row-at-a-time', `${HEADER}2024-07-02 09:30,${writePrices(0)}\n`, /Its only row may be a whole day or part of one/),
	rejectCase(
		'length-one-row-of-each-symbol',
		`symbol,time,open,high,low,close,volume\nAAPL,2024-07-02 10:15,${writePrices(0)}\nIBM,2024-07-02 10:15,${writePrices(1)}\n`,
		/One row of each symbol may be a whole day or part of one/,
	),
	acceptCase('length-one-row-given', `${HEADER}2024-07-02 09:30,${writePrices(0)}\n`, 'AAPL 1/1', { interval: 15 }),
	rejectCase('length-weeks', DAY_HEADER + writeDayRows(WEEKLY_DATES), /Its rows are weekly bars/),
	rejectCase('length-weeks-newest-first', DAY_HEADER + writeDayRows(WEEKLY_DATES.toReversed()), /weekly/),
	rejectCase('length-two-weeks', DAY_HEADER + writeDayRows(WEEKLY_DATES.slice(0, 2)), /weekly/),
	rejectCase('length-months', DAY_HEADER + writeDayRows(MONTHLY_DATES), /monthly/),
	rejectCase(
		'length-weeks-of-many',
		MULTI_SYMBOL_HEADER + WEEKLY_DATES.flatMap((date, n) => ['AAPL', 'IBM'].map((s) => `${s},${date},${writePrices(n)}\n`)).join(''),
		/weekly/,
	),
	{
		...acceptCase(
			'length-weeks-of-one-of-many',
			MULTI_SYMBOL_HEADER +
				WEEKDAY_DATES.map((date, n) => `AAPL,${date},${writePrices(n)}\n`).join('') +
				WEEKDAY_DATES.filter((date) => new Date(date).getUTCDay() === 3)
					.map((date, n) => `WKLY,${date},${writePrices(n)}\n`)
					.join('') +
				[0, 3, 4, 11, 13, 20, 22, 23, 31, 38, 40, 47].map((at, n) => `THIN,${WEEKDAY_DATES[at]},${writePrices(n)}\n`).join(''),
			'AAPL,THIN 75/88 spacing 13',
		),
		says: /WKLY has weekly or monthly bars/,
	},
	rejectCase('length-half-hours', writeIntradayTable(30), /Its bars are of 30 minutes/),
	rejectCase('length-hours', writeIntradayTable(60), /Its bars are of 1 hour/),
	rejectCase(
		'length-two-hours-in-two-rows',
		`${HEADER}2024-07-02 09:30,${writePrices(0)}\n2024-07-02 11:30,${writePrices(1)}\n`,
		/of 2 hours/,
	),
	rejectCase('length-four-hours', writeIntradayTable(240, DAYS), /of 4 hours|One row a day/),
	rejectCase('length-ten-minutes', writeIntradayTable(10), /Its bars are of 10 minutes/),
	rejectCase('length-two-minutes', writeIntradayTable(2), /Its bars are of 2 minutes/),
	rejectCase('length-two-minutes-in-four-rows', HEADER + writeMinuteRows(4, { step: 2 }), /Its bars are of 2 minutes/),
	rejectCase(
		'length-hours-with-the-hour-that-runs',
		`${writeIntradayTable(60)}2024-07-05 09:30,${writePrices(0)}\n2024-07-05 10:17,${writePrices(1)}\n`,
		/Its bars are of 1 hour/,
	),
	rejectCase('length-weeks-with-gaps', DAY_HEADER + writeDayRows(['2024-07-05', '2024-07-19']), /weekly bars, mostly 14 days apart/),
	rejectCase('length-weeks-with-the-week-that-runs', DAY_HEADER + writeDayRows(['2024-07-05', '2024-07-12', '2024-07-16']), /weekly/),
	rejectCase('length-months-with-gaps', DAY_HEADER + writeDayRows(['2024-05-31', '2024-07-31']), /monthly bars, mostly 61 days apart/),
	rejectCase('length-quarters', DAY_HEADER + writeDayRows(['2023-09-29', '2023-12-29', '2024-03-28', '2024-06-28']), /quarterly/),
	rejectCase('length-years', DAY_HEADER + writeDayRows(['2021-12-31', '2022-12-30', '2023-12-29']), /yearly/),
	acceptCase(
		'length-days-with-the-day-that-runs',
		`${HEADER}${writeDayRows(DAYS, (date, n) => `${date} 09:30,${writePrices(n)}`)}${DAYS.at(-1)} 14:12,${writePrices(9)}\n`,
		'AAPL 10/11 duplicate 1',
	),
	{
		name: 'length-of-hours-in-other-formats',
		files: {
			'2024-07-02.csv':
				FLAT_FILE_HEADER +
				['AAPL', 'IBM'].flatMap((t) => [0, 1, 2, 3, 4].map((h) => writeFlatFileRow(t, OPEN_UTC + h * 3_600_000, h))).join(''),
			'spy.Last.txt': DAYS.slice(0, 3)
				.flatMap((date) =>
					[14, 15, 16, 17, 18, 19, 20].map((h) => `${toCompactTime(date, `${h}:30`).replace(/(.{8})/, '$1 ')};100;101;99;100;5\n`),
				)
				.join(''),
		},
		gives: ['failed interval', 'failed interval'],
		says: /Its bars are of 1 hour[\s\S]*Its bars are of 1 hour/,
		exit: 1,
	},
	{
		name: 'length-in-the-name-not-in-the-rows',
		files: {
			'NASDAQ_AAPL, 15.csv': writeIntradayTable(60),
			'NASDAQ_IBM, 5.csv': HEADER + writeDayRows(DAYS, (date, n) => `${date} 09:30,${writePrices(n)}`),
		},
		gives: ['failed interval', 'failed interval'],
		says: /Its bars are of 1 hour[\s\S]*Its name says bars of 5 minutes, but it has one row a day/,
		exit: 1,
	},
	rejectCase('length-twenty-minutes', writeIntradayTable(20), /of 20 minutes/),
	{
		name: 'length-in-the-name',
		files: {
			'NASDAQ_AAPL, 60.csv': HEADER + writeDayRows(DAYS, (date, n) => `${toEpochSeconds(date, '09:30')},${writePrices(n)}`),
			'NASDAQ_IBM, 1W.csv': DAY_HEADER + writeDayRows(WEEKLY_DATES),
		},
		gives: ['failed interval', 'failed interval'],
		says: /Its bars are of 60 minutes[\s\S]*Its name says weekly bars/,
		exit: 1,
	},
	// Whether stamps are starts or ends.
	acceptCase('stamp-ends-of-bars', writeIntradayTable(15, DAYS.slice(0, 2), 585), 'AAPL 52/52'),
	acceptCase('stamp-starts-of-bars', writeIntradayTable(15, DAYS.slice(0, 2), 570), 'AAPL 52/52'),
	acceptCase(
		'stamp-ends-of-bars-with-gaps',
		HEADER + DAYS.map((date, n) => writeMinuteRows(25, { date, step: 15, from: n % 2 ? 585 : 600 })).join(''),
		'AAPL 250/250',
	),
	{
		name: 'stamp-changed-by-the-vendor',
		files: { 'aapl.csv': writeIntradayTable(15, DAYS.slice(0, 5), 570) + writeIntradayTable(15, DAYS.slice(5), 585).slice(HEADER.length) },
		gives: ['failed hours'],
		says: /5 of its days are stamped at the start of bars and 5 at the end, with a change on 2024-07-09/,
		exit: 1,
	},
	{
		name: 'stamp-given-wrongly',
		files: { 'aapl.csv': writeIntradayTable(15) },
		options: { stamp: 'end' },
		gives: ['failed hours'],
		says: /leave out --stamp end/,
		exit: 1,
	},
	{
		name: 'stamp-in-another-zone-than-it-says',
		files: { 'aapl.csv': HEADER + writeMinuteRows(26, { step: 15, stamp: (date, at) => `${date}T${at}:00Z` }) },
		gives: ['failed hours'],
		says: /Its days run 4 h early .*in the time zone given in the times/,
		exit: 1,
	},
	{
		name: 'stamp-days-at-midnight-in-london',
		files: { 'aapl.csv': HEADER + writeDayRows(DAYS, (date, n) => `${createDates(date, -1, 2)[1]}T23:00:00Z,${writePrices(n)}`) },
		gives: ['failed hours'],
		says: /Its days include Sundays and no Fridays/,
		exit: 1,
	},
	acceptCase(
		'stamp-days-at-midnight-in-utc-by-new-yorks-clock',
		HEADER + writeDayRows(DAYS, (date, n) => `${createDates(date, -1, 2)[1]} 20:00:00-04:00,${writePrices(n)}`),
		'AAPL 10/10',
	),
	{
		name: 'stamp-ten-digits-of-hours',
		files: { 'aapl.csv': HEADER + writeMinuteRows(6, { step: 60, stamp: (date, at) => toCompactTime(date, at).slice(0, 10) }) },
		gives: ['failed refused'],
		says: /Its times are written like "2024070209"/,
		exit: 1,
	},
	acceptCase(
		'stamp-days-at-midnight-in-new-york',
		HEADER + writeDayRows(DAYS, (date, n) => `${date} 04:00:00+00:00,${writePrices(n)}`),
		'AAPL 10/10',
	),
	acceptCase(
		'stamp-days-at-midnight-in-utc',
		HEADER + writeDayRows(DAYS, (date, n) => `${Date.parse(date) / 1000},${writePrices(n)}`),
		'AAPL 10/10',
	),
	{
		name: 'stamp-days-at-the-midnight-after',
		files: {
			'aapl.csv':
				HEADER +
				writeDayRows(
					DAYS.map((date) => createDates(date, 1, 2)[1] ?? ''),
					(date, n) => `${date}T00:00:00Z,${writePrices(n)}`,
				),
		},
		gives: ['failed hours'],
		says: /Its days include Saturdays and no Mondays.*use --stamp end/,
		exit: 1,
	},
	acceptCase(
		'stamp-days-at-the-midnight-after-given',
		HEADER +
			writeDayRows(
				DAYS.map((date) => createDates(date, 1, 2)[1] ?? ''),
				(date, n) => `${date}T00:00:00Z,${writePrices(n)}`,
			),
		'AAPL 10/10',
		{ stamp: 'end' },
	),
	acceptCase('stamp-fourteen-digits', HEADER + writeMinuteRows(26, { step: 15, stamp: toCompactTime }), 'AAPL 26/26'),
	acceptCase(
		'stamp-twelve-digits',
		HEADER + writeMinuteRows(26, { step: 15, stamp: (date, at) => toCompactTime(date, at).slice(0, 12) }),
		'AAPL 26/26',
	),
	acceptCase(
		'stamp-seventeen-digits',
		HEADER + writeMinuteRows(26, { step: 15, stamp: (date, at) => `${toCompactTime(date, at)}000` }),
		'AAPL 26/26',
	),
	acceptCase(
		'stamp-eight-digits',
		DAY_HEADER + writeDayRows(DAYS, (date, n) => `${date.replaceAll('-', '')},${writePrices(n)}`),
		'AAPL 10/10',
	),
	acceptCase(
		'stamp-microseconds',
		HEADER + writeMinuteRows(26, { step: 15, stamp: (date, at) => `${toEpochSeconds(date, at)}000000` }),
		'AAPL 26/26',
	),
	acceptCase(
		'stamp-spreadsheet-times',
		HEADER + writeMinuteRows(26, { step: 15, stamp: (date, at) => (Date.parse(`${date}T${at}:00Z`) / 86_400_000 + 25_569).toFixed(6) }),
		'AAPL 26/26',
	),
	acceptCase(
		'stamp-spreadsheet-days',
		DAY_HEADER + writeDayRows(DAYS, (date, n) => `${Date.parse(date) / 86_400_000 + 25_569},${writePrices(n)}`),
		'AAPL 10/10',
	),
	// Time zones.
	{
		name: 'clock-of-chicago',
		files: { 'aapl.csv': writeIntradayTable(15, DAYS.slice(0, 3), 510) },
		gives: ['failed hours'],
		says: /days run 1 h early.*use --zone America\/Chicago/,
		exit: 1,
	},
	acceptCase('clock-of-chicago-given', writeIntradayTable(15, DAYS.slice(0, 3), 510), 'AAPL 78/78', { zone: 'America/Chicago' }),
	acceptCase('clock-of-los-angeles-given', writeIntradayTable(15, DAYS.slice(0, 3), 390), 'AAPL 78/78', {
		zone: 'America/Los_Angeles',
	}),
	{
		name: 'clock-of-eastern-standard-time-all-year',
		files: {
			'aapl.csv':
				HEADER +
				writeMinuteRows(26, { date: '2024-01-03', step: 15 }) +
				writeMinuteRows(26, { date: '2024-07-03', step: 15, from: 510 }) +
				writeMinuteRows(26, { date: '2024-07-05', step: 15, from: 510 }),
		},
		gives: ['failed hours'],
		says: /2 of its 3 whole days run 1 h early.*use --zone EST/,
		exit: 1,
	},
	acceptCase(
		'clock-of-eastern-standard-time-given',
		HEADER + writeMinuteRows(26, { date: '2024-01-03', step: 15 }) + writeMinuteRows(26, { date: '2024-07-05', step: 15, from: 510 }),
		'AAPL 52/52',
		{ zone: 'EST' },
	),
	// Rejected rows.
	{
		name: 'rows-of-before-1998',
		files: { 'ko-since-1962.csv.gz': makeGzip(DAY_HEADER + writeDayRows([...createDates('1962-01-02', 1, 40), ...DAYS])) },
		gives: ['KO 10/50 early 40'],
		says: /before 1998, where the trading calendar begins/,
		exit: 0,
	},
	acceptCase(
		'rows-of-before-1970-as-seconds',
		HEADER + writeDayRows([...createDates('1962-01-02', 1, 40), ...DAYS], (date, n) => `${Date.parse(date) / 1000},${writePrices(n)}`),
		'AAPL 10/50 early 40',
	),
	acceptCase('rows-of-before-1900', DAY_HEADER + writeDayRows([...createDates('1896-05-26', 1, 40), ...DAYS]), 'AAPL 10/50 early 40'),
	{
		name: 'rows-newest-first-of-many',
		files: {
			'all.csv':
				MULTI_SYMBOL_HEADER +
				DAYS.toReversed()
					.flatMap((date, n) => ['AAPL', 'IBM'].map((s) => `${s},${date},${writePrices(n)}\n`))
					.join(''),
		},
		gives: ['AAPL,IBM 20/20'],
		exit: 0,
	},
	{
		name: 'rows-with-the-header-again',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(DAYS.slice(0, 5)) + DAY_HEADER + writeDayRows(DAYS.slice(5)) },
		gives: ['AAPL 10/10'],
		exit: 0,
	},
	{
		name: 'rows-with-another-header',
		files: { 'aapl.csv': `${DAY_HEADER}${writeDayRows(DAYS.slice(0, 5))}date,close,high,low,open,volume\n${writeDayRows(DAYS.slice(5))}` },
		gives: ['failed damaged'],
		says: /Line 7 names different columns than the first line/,
		exit: 1,
	},
	{
		name: 'header-of-yfinance',
		files: {
			'by-ticker.csv': `Ticker,KO,KO,KO,KO,KO\nPrice,Open,High,Low,Close,Volume\nDate,,,,,\n${writeDayRows()}`,
			'prices.csv': `Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,\n${writeDayRows(DAYS, (date) => `${date},100.2,100.5,99.5,100,5`)}`,
			'two.csv': `Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume\nTicker,IBM,NEW,IBM,NEW,IBM,NEW,IBM,NEW,IBM,NEW\nDate,,,,,,,,,,\n${writeDayRows(DAYS, (date, n) => `${date},100.2,${n < 6 ? '' : 50.2},100.5,${n < 6 ? '' : 50.5},99.5,${n < 6 ? '' : 49.5},100,${n < 6 ? '' : 50},5,${n < 6 ? '' : 6}`)}`,
		},
		gives: ['KO 10/10', 'AAPL 10/10', 'IBM,NEW 14/14'],
		exit: 0,
	},
	{
		name: 'columns-named-otherwise',
		files: {
			'aapl.csv': `Date,Open,High,Low,Close,Adj Close,Vol.\n${writeDayRows(DAYS, (date) => `${date},100,100.5,99.5,100.2,99,12.3K`)}`,
		},
		gives: ['AAPL 10/10'],
		says: /columns not read: adj close/,
		exit: 0,
	},
];
