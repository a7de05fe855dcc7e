import type { CorpusCase } from './corpus-case.ts';
import { clock, DAY_HEADER, DAYS, days, HEADER, MANY_HEADER, minutes, prices } from './corpus-rows.ts';
import { makeGzip } from './make-gzip.ts';

const FLAT = 'ticker,volume,open,close,high,low,window_start,transactions\n';

function flat(ticker: string, ms: number, n: number): string {
	return `${ticker},${100 + n},100,100.2,100.5,99.5,${ms}000000,1\n`;
}

const OPEN_UTC = Date.UTC(2024, 6, 2, 13, 30);

function utc(date: string, at: string): string {
	return String(Date.parse(`${date}T${at}:00-04:00`) / 1000);
}

function compact(date: string, at: string): string {
	return `${date.replaceAll('-', '')}${at.replace(':', '')}00`;
}

function every(from: string, step: number, count: number): string[] {
	return Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * step * 86_400_000).toISOString().slice(0, 10));
}

const WEEKS = every('2024-01-05', 7, 12);
const EVERY_DAY = every('2024-02-26', 1, 88).filter((date) => date !== '2024-03-29' && new Date(date).getUTCDay() % 6 !== 0);
const MONTHS = ['2024-01-31', '2024-02-29', '2024-03-28', '2024-04-30', '2024-05-31', '2024-06-28'];

function intraday(step: number, dates = DAYS.slice(0, 3), from = 570): string {
	return HEADER + dates.map((date) => minutes(Math.ceil(390 / step), { date, step, from })).join('');
}

function refused(name: string, text: string, says: RegExp): CorpusCase {
	return {
		name,
		files: { 'ibm.csv': text },
		gives: ['failed interval'],
		says,
		exit: 1,
	};
}

function taken(name: string, text: string, gives: string, options?: CorpusCase['options']): CorpusCase {
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
				FLAT +
				Array.from({ length: 390 }, (_, n) => flat('AAPL', OPEN_UTC + n * 60_000, n)).join('') +
				Array.from({ length: 15 }, (_, n) => flat('THIN', OPEN_UTC + (n * 26 + 3) * 60_000, n)).join(''),
		},
		gives: ['AAPL,THIN 405/405'],
		exit: 0,
	},
	{
		name: 'length-thin-ticker-in-a-plain-file',
		files: {
			'all.csv':
				'symbol,time,open,high,low,close,volume\n' +
				Array.from({ length: 60 }, (_, n) => `AAPL,2024-07-02 ${clock(570 + n)},${prices(n)}\n`).join('') +
				Array.from({ length: 13 }, (_, n) => `THIN,2024-07-02 ${clock(570 + n * 30)},${prices(n)}\n`).join(''),
		},
		gives: ['AAPL,THIN 73/73'],
		exit: 0,
	},
	taken(
		'length-thin-ticker-alone',
		HEADER + [571, 618, 655, 700, 803].map((m, n) => `2024-07-02 ${clock(m)},${prices(n)}\n`).join(''),
		'AAPL 5/5',
	),
	taken('length-days-stamped-at-the-open', HEADER + days(DAYS, (date, n) => `${utc(date, '09:30')},${prices(n)}`), 'AAPL 10/10'),
	taken('length-days-stamped-at-the-close', HEADER + days(DAYS, (date, n) => `${date} 16:00,${prices(n)}`), 'AAPL 10/10'),
	taken(
		'length-days-over-a-change-of-clocks',
		HEADER + days(['2024-03-07', '2024-03-08', '2024-03-11'], (date, n) => `${date}T14:30:00Z,${prices(n)}`),
		'AAPL 3/3',
	),
	refused('length-one-row-at-a-time', `${HEADER}2024-07-02 09:30,${prices(0)}\n`, /Its only row may be a whole day or part of one/),
	refused(
		'length-one-row-of-each-symbol',
		`symbol,time,open,high,low,close,volume\nAAPL,2024-07-02 10:15,${prices(0)}\nIBM,2024-07-02 10:15,${prices(1)}\n`,
		/One row of each symbol may be a whole day or part of one/,
	),
	taken('length-one-row-given', `${HEADER}2024-07-02 09:30,${prices(0)}\n`, 'AAPL 1/1', { interval: 15 }),
	refused('length-weeks', DAY_HEADER + days(WEEKS), /Its rows are weekly bars/),
	refused('length-weeks-newest-first', DAY_HEADER + days(WEEKS.toReversed()), /weekly/),
	refused('length-two-weeks', DAY_HEADER + days(WEEKS.slice(0, 2)), /weekly/),
	refused('length-months', DAY_HEADER + days(MONTHS), /monthly/),
	refused(
		'length-weeks-of-many',
		MANY_HEADER + WEEKS.flatMap((date, n) => ['AAPL', 'IBM'].map((s) => `${s},${date},${prices(n)}\n`)).join(''),
		/weekly/,
	),
	{
		...taken(
			'length-weeks-of-one-of-many',
			MANY_HEADER +
				EVERY_DAY.map((date, n) => `AAPL,${date},${prices(n)}\n`).join('') +
				EVERY_DAY.filter((date) => new Date(date).getUTCDay() === 3)
					.map((date, n) => `WKLY,${date},${prices(n)}\n`)
					.join('') +
				[0, 3, 4, 11, 13, 20, 22, 23, 31, 38, 40, 47].map((at, n) => `THIN,${EVERY_DAY[at]},${prices(n)}\n`).join(''),
			'AAPL,THIN 75/88 spacing 13',
		),
		says: /WKLY has weekly or monthly bars/,
	},
	refused('length-half-hours', intraday(30), /Its bars are of 30 minutes/),
	refused('length-hours', intraday(60), /Its bars are of 1 hour/),
	refused('length-two-hours-in-two-rows', `${HEADER}2024-07-02 09:30,${prices(0)}\n2024-07-02 11:30,${prices(1)}\n`, /of 2 hours/),
	refused('length-four-hours', intraday(240, DAYS), /of 4 hours|One row a day/),
	refused('length-ten-minutes', intraday(10), /Its bars are of 10 minutes/),
	refused('length-two-minutes', intraday(2), /Its bars are of 2 minutes/),
	refused('length-two-minutes-in-four-rows', HEADER + minutes(4, { step: 2 }), /Its bars are of 2 minutes/),
	refused(
		'length-hours-with-the-hour-that-runs',
		`${intraday(60)}2024-07-05 09:30,${prices(0)}\n2024-07-05 10:17,${prices(1)}\n`,
		/Its bars are of 1 hour/,
	),
	refused('length-weeks-with-gaps', DAY_HEADER + days(['2024-07-05', '2024-07-19']), /weekly bars, mostly 14 days apart/),
	refused('length-weeks-with-the-week-that-runs', DAY_HEADER + days(['2024-07-05', '2024-07-12', '2024-07-16']), /weekly/),
	refused('length-months-with-gaps', DAY_HEADER + days(['2024-05-31', '2024-07-31']), /monthly bars, mostly 61 days apart/),
	refused('length-quarters', DAY_HEADER + days(['2023-09-29', '2023-12-29', '2024-03-28', '2024-06-28']), /quarterly/),
	refused('length-years', DAY_HEADER + days(['2021-12-31', '2022-12-30', '2023-12-29']), /yearly/),
	taken(
		'length-days-with-the-day-that-runs',
		`${HEADER}${days(DAYS, (date, n) => `${date} 09:30,${prices(n)}`)}${DAYS.at(-1)} 14:12,${prices(9)}\n`,
		'AAPL 10/11 duplicate 1',
	),
	{
		name: 'length-of-hours-in-other-formats',
		files: {
			'2024-07-02.csv': FLAT + ['AAPL', 'IBM'].flatMap((t) => [0, 1, 2, 3, 4].map((h) => flat(t, OPEN_UTC + h * 3_600_000, h))).join(''),
			'spy.Last.txt': DAYS.slice(0, 3)
				.flatMap((date) =>
					[14, 15, 16, 17, 18, 19, 20].map((h) => `${compact(date, `${h}:30`).replace(/(.{8})/, '$1 ')};100;101;99;100;5\n`),
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
			'NASDAQ_AAPL, 15.csv': intraday(60),
			'NASDAQ_IBM, 5.csv': HEADER + days(DAYS, (date, n) => `${date} 09:30,${prices(n)}`),
		},
		gives: ['failed interval', 'failed interval'],
		says: /Its bars are of 1 hour[\s\S]*Its name says bars of 5 minutes, but it has one row a day/,
		exit: 1,
	},
	refused('length-twenty-minutes', intraday(20), /of 20 minutes/),
	{
		name: 'length-in-the-name',
		files: {
			'NASDAQ_AAPL, 60.csv': HEADER + days(DAYS, (date, n) => `${utc(date, '09:30')},${prices(n)}`),
			'NASDAQ_IBM, 1W.csv': DAY_HEADER + days(WEEKS),
		},
		gives: ['failed interval', 'failed interval'],
		says: /Its bars are of 60 minutes[\s\S]*Its name says weekly bars/,
		exit: 1,
	},
	// Whether stamps are starts or ends.
	taken('stamp-ends-of-bars', intraday(15, DAYS.slice(0, 2), 585), 'AAPL 52/52'),
	taken('stamp-starts-of-bars', intraday(15, DAYS.slice(0, 2), 570), 'AAPL 52/52'),
	taken(
		'stamp-ends-of-bars-with-gaps',
		HEADER + DAYS.map((date, n) => minutes(25, { date, step: 15, from: n % 2 ? 585 : 600 })).join(''),
		'AAPL 250/250',
	),
	{
		name: 'stamp-changed-by-the-vendor',
		files: { 'aapl.csv': intraday(15, DAYS.slice(0, 5), 570) + intraday(15, DAYS.slice(5), 585).slice(HEADER.length) },
		gives: ['failed hours'],
		says: /5 of its days are stamped at the start of bars and 5 at the end, with a change on 2024-07-09/,
		exit: 1,
	},
	{
		name: 'stamp-given-wrongly',
		files: { 'aapl.csv': intraday(15) },
		options: { stamp: 'end' },
		gives: ['failed hours'],
		says: /leave out --stamp end/,
		exit: 1,
	},
	{
		name: 'stamp-in-another-zone-than-it-says',
		files: { 'aapl.csv': HEADER + minutes(26, { step: 15, stamp: (date, at) => `${date}T${at}:00Z` }) },
		gives: ['failed hours'],
		says: /Its days run 4 h early .*in the time zone given in the times/,
		exit: 1,
	},
	{
		name: 'stamp-days-at-midnight-in-london',
		files: { 'aapl.csv': HEADER + days(DAYS, (date, n) => `${every(date, -1, 2)[1]}T23:00:00Z,${prices(n)}`) },
		gives: ['failed hours'],
		says: /Its days include Sundays and no Fridays/,
		exit: 1,
	},
	taken(
		'stamp-days-at-midnight-in-utc-by-new-yorks-clock',
		HEADER + days(DAYS, (date, n) => `${every(date, -1, 2)[1]} 20:00:00-04:00,${prices(n)}`),
		'AAPL 10/10',
	),
	{
		name: 'stamp-ten-digits-of-hours',
		files: { 'aapl.csv': HEADER + minutes(6, { step: 60, stamp: (date, at) => compact(date, at).slice(0, 10) }) },
		gives: ['failed refused'],
		says: /Its times are written like "2024070209"/,
		exit: 1,
	},
	taken('stamp-days-at-midnight-in-new-york', HEADER + days(DAYS, (date, n) => `${date} 04:00:00+00:00,${prices(n)}`), 'AAPL 10/10'),
	taken('stamp-days-at-midnight-in-utc', HEADER + days(DAYS, (date, n) => `${Date.parse(date) / 1000},${prices(n)}`), 'AAPL 10/10'),
	{
		name: 'stamp-days-at-the-midnight-after',
		files: {
			'aapl.csv':
				HEADER +
				days(
					DAYS.map((date) => every(date, 1, 2)[1] ?? ''),
					(date, n) => `${date}T00:00:00Z,${prices(n)}`,
				),
		},
		gives: ['failed hours'],
		says: /Its days include Saturdays and no Mondays.*use --stamp end/,
		exit: 1,
	},
	taken(
		'stamp-days-at-the-midnight-after-given',
		HEADER +
			days(
				DAYS.map((date) => every(date, 1, 2)[1] ?? ''),
				(date, n) => `${date}T00:00:00Z,${prices(n)}`,
			),
		'AAPL 10/10',
		{ stamp: 'end' },
	),
	taken('stamp-fourteen-digits', HEADER + minutes(26, { step: 15, stamp: compact }), 'AAPL 26/26'),
	taken('stamp-twelve-digits', HEADER + minutes(26, { step: 15, stamp: (date, at) => compact(date, at).slice(0, 12) }), 'AAPL 26/26'),
	taken('stamp-seventeen-digits', HEADER + minutes(26, { step: 15, stamp: (date, at) => `${compact(date, at)}000` }), 'AAPL 26/26'),
	taken('stamp-eight-digits', DAY_HEADER + days(DAYS, (date, n) => `${date.replaceAll('-', '')},${prices(n)}`), 'AAPL 10/10'),
	taken('stamp-microseconds', HEADER + minutes(26, { step: 15, stamp: (date, at) => `${utc(date, at)}000000` }), 'AAPL 26/26'),
	taken(
		'stamp-spreadsheet-times',
		HEADER + minutes(26, { step: 15, stamp: (date, at) => (Date.parse(`${date}T${at}:00Z`) / 86_400_000 + 25_569).toFixed(6) }),
		'AAPL 26/26',
	),
	taken(
		'stamp-spreadsheet-days',
		DAY_HEADER + days(DAYS, (date, n) => `${Date.parse(date) / 86_400_000 + 25_569},${prices(n)}`),
		'AAPL 10/10',
	),
	// Time zones.
	{
		name: 'clock-of-chicago',
		files: { 'aapl.csv': intraday(15, DAYS.slice(0, 3), 510) },
		gives: ['failed hours'],
		says: /days run 1 h early.*use --zone America\/Chicago/,
		exit: 1,
	},
	taken('clock-of-chicago-given', intraday(15, DAYS.slice(0, 3), 510), 'AAPL 78/78', { zone: 'America/Chicago' }),
	taken('clock-of-los-angeles-given', intraday(15, DAYS.slice(0, 3), 390), 'AAPL 78/78', { zone: 'America/Los_Angeles' }),
	{
		name: 'clock-of-eastern-standard-time-all-year',
		files: {
			'aapl.csv':
				HEADER +
				minutes(26, { date: '2024-01-03', step: 15 }) +
				minutes(26, { date: '2024-07-03', step: 15, from: 510 }) +
				minutes(26, { date: '2024-07-05', step: 15, from: 510 }),
		},
		gives: ['failed hours'],
		says: /2 of its 3 whole days run 1 h early.*use --zone EST/,
		exit: 1,
	},
	taken(
		'clock-of-eastern-standard-time-given',
		HEADER + minutes(26, { date: '2024-01-03', step: 15 }) + minutes(26, { date: '2024-07-05', step: 15, from: 510 }),
		'AAPL 52/52',
		{ zone: 'EST' },
	),
	// Rejected rows.
	{
		name: 'rows-of-before-1998',
		files: { 'ko-since-1962.csv.gz': makeGzip(DAY_HEADER + days([...every('1962-01-02', 1, 40), ...DAYS])) },
		gives: ['KO 10/50 early 40'],
		says: /before 1998, where the trading calendar begins/,
		exit: 0,
	},
	taken(
		'rows-of-before-1970-as-seconds',
		HEADER + days([...every('1962-01-02', 1, 40), ...DAYS], (date, n) => `${Date.parse(date) / 1000},${prices(n)}`),
		'AAPL 10/50 early 40',
	),
	taken('rows-of-before-1900', DAY_HEADER + days([...every('1896-05-26', 1, 40), ...DAYS]), 'AAPL 10/50 early 40'),
	{
		name: 'rows-newest-first-of-many',
		files: {
			'all.csv':
				MANY_HEADER +
				DAYS.toReversed()
					.flatMap((date, n) => ['AAPL', 'IBM'].map((s) => `${s},${date},${prices(n)}\n`))
					.join(''),
		},
		gives: ['AAPL,IBM 20/20'],
		exit: 0,
	},
	{
		name: 'rows-with-the-header-again',
		files: { 'aapl.csv': DAY_HEADER + days(DAYS.slice(0, 5)) + DAY_HEADER + days(DAYS.slice(5)) },
		gives: ['AAPL 10/10'],
		exit: 0,
	},
	{
		name: 'rows-with-another-header',
		files: { 'aapl.csv': `${DAY_HEADER}${days(DAYS.slice(0, 5))}date,close,high,low,open,volume\n${days(DAYS.slice(5))}` },
		gives: ['failed damaged'],
		says: /Line 7 names different columns than the first line/,
		exit: 1,
	},
	{
		name: 'header-of-yfinance',
		files: {
			'by-ticker.csv': `Ticker,KO,KO,KO,KO,KO\nPrice,Open,High,Low,Close,Volume\nDate,,,,,\n${days()}`,
			'prices.csv': `Price,Close,High,Low,Open,Volume\nTicker,AAPL,AAPL,AAPL,AAPL,AAPL\nDate,,,,,\n${days(DAYS, (date) => `${date},100.2,100.5,99.5,100,5`)}`,
			'two.csv': `Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume\nTicker,IBM,NEW,IBM,NEW,IBM,NEW,IBM,NEW,IBM,NEW\nDate,,,,,,,,,,\n${days(DAYS, (date, n) => `${date},100.2,${n < 6 ? '' : 50.2},100.5,${n < 6 ? '' : 50.5},99.5,${n < 6 ? '' : 49.5},100,${n < 6 ? '' : 50},5,${n < 6 ? '' : 6}`)}`,
		},
		gives: ['KO 10/10', 'AAPL 10/10', 'IBM,NEW 14/14'],
		exit: 0,
	},
	{
		name: 'columns-named-otherwise',
		files: { 'aapl.csv': `Date,Open,High,Low,Close,Adj Close,Vol.\n${days(DAYS, (date) => `${date},100,100.5,99.5,100.2,99,12.3K`)}` },
		gives: ['AAPL 10/10'],
		says: /columns not read: adj close/,
		exit: 0,
	},
];
