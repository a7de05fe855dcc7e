import type { CorpusCase } from './corpus-case.ts';
import { DAY_HEADER, DAYS, formatClock, HEADER, utf16, writeDayRows, writeMinuteRows, writePrices } from './corpus-rows.ts';

const DAILY = DAY_HEADER + writeDayRows();

function createDatedFiles(write: (y: string, m: string, d: string) => string): Record<string, string> {
	return {
		'aapl.csv': DAY_HEADER + writeDayRows(DAYS, (date, n) => `${write(...splitDate(date))},${writePrices(n)}`),
	};
}

function splitDate(date: string): [string, string, string] {
	return date.split('-') as [string, string, string];
}

function writeWithDecimalCommas(n: number): string {
	return writePrices(n).replaceAll(',', ';').replaceAll('.', ',');
}

/** Sessions whose dates are also sessions if month and day are swapped. */
const AMBIGUOUS_DATES = ['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07'];

function formatMonthFirst(date: string): string {
	const [y, m, d] = splitDate(date);
	return `${m}/${d}/${y}`;
}

/** Formats '09:30' as '9:30 AM'. */
function formatAmPm(at: string): string {
	const [hour = 0, minute = ''] = [Number(at.slice(0, 2)), at.slice(3)];
	return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${hour < 12 ? 'AM' : 'PM'}`;
}

export const TEXT_CASES: readonly CorpusCase[] = [
	{ name: 'dates-day-first', files: createDatedFiles((y, m, d) => `${d}/${m}/${y}`), gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'dates-month-first', files: createDatedFiles((y, m, d) => `${m}/${d}/${y}`), gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'dates-unpadded', files: createDatedFiles((y, m, d) => `${Number(m)}/${Number(d)}/${y}`), gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'dates-with-dots', files: createDatedFiles((y, m, d) => `${d}.${m}.${y}`), gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'dates-short-years', files: createDatedFiles((y, m, d) => `${d}-${m}-${y.slice(2)}`), gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'dates-with-slashes', files: createDatedFiles((y, m, d) => `${y}/${m}/${d}`), gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'dates-year-with-dots', files: createDatedFiles((y, m, d) => `${y}.${m}.${d}`), gives: ['AAPL 10/10'], exit: 0 },
	{
		name: 'dates-either-way',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(AMBIGUOUS_DATES, (date, n) => `${formatMonthFirst(date)},${writePrices(n)}`) },
		gives: ['failed refused'],
		says: /written like 03\/04\/2024, and none shows whether the month or the day comes first: use --dates mdy or --dates dmy/,
		exit: 1,
	},
	{
		name: 'dates-either-way-given',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(AMBIGUOUS_DATES, (date, n) => `${formatMonthFirst(date)},${writePrices(n)}`) },
		options: { dates: 'mdy' },
		gives: ['AAPL 4/4'],
		exit: 0,
	},
	{
		name: 'dates-day-first-given',
		files: {
			'aapl.csv':
				DAY_HEADER +
				writeDayRows(AMBIGUOUS_DATES, (date, n) => {
					const [y, m, d] = splitDate(date);
					return `${d}/${m}/${y},${writePrices(n)}`;
				}),
		},
		options: { dates: 'dmy' },
		gives: ['AAPL 4/4'],
		exit: 0,
	},
	{
		name: 'dates-given-otherwise',
		files: createDatedFiles((y, m, d) => `${m}/${d}/${y}`),
		options: { dates: 'dmy' },
		gives: ['failed refused'],
		says: /With the day first, 07\/\d\d\/2024 isn't a past date: leave out --dates dmy/,
		exit: 1,
	},
	{
		// Read with the day first, 07/01/2024 is January 7, a Sunday.
		name: 'dates-decided-by-weekends',
		files: {
			'aapl.csv':
				DAY_HEADER + writeDayRows(['2024-07-01', '2024-07-02', '2024-07-03'], (date, n) => `${formatMonthFirst(date)},${writePrices(n)}`),
		},
		gives: ['AAPL 3/3'],
		exit: 0,
	},
	{
		name: 'dates-short-years-first',
		files: createDatedFiles((y, m, d) => `${y.slice(2)}-${m}-${d}`),
		options: { dates: 'ymd' },
		gives: ['AAPL 10/10'],
		exit: 0,
	},
	{
		name: 'times-with-am-and-pm',
		files: {
			'aapl.csv':
				HEADER + writeMinuteRows(26, { date: '2024-07-31', step: 15, stamp: (date, at) => `${formatMonthFirst(date)} ${formatAmPm(at)}` }),
		},
		gives: ['AAPL 26/26'],
		exit: 0,
	},
	{
		name: 'times-with-am-and-pm-in-a-column',
		files: {
			'aapl.csv':
				'date,time,open,high,low,close,volume\n' +
				writeMinuteRows(26, { step: 15, stamp: (date, at) => `${date},${formatAmPm(at).replace(' ', ':00 ').toLowerCase()}` }),
		},
		gives: ['AAPL 26/26'],
		exit: 0,
	},
	{
		name: 'dates-both-ways',
		files: {
			'aapl.csv':
				DAY_HEADER +
				writeDayRows(['2024-07-15', '2024-07-16', '2024-07-17'], (date, n) => {
					const [y, m, d] = splitDate(date);
					return `${d === '16' ? `${d}/${m}` : `${m}/${d}`}/${y},${writePrices(n)}`;
				}),
		},
		gives: ['failed refused'],
		says: /the month first in 07\/15\/2024 and the day first in 16\/07\/2024/,
		exit: 1,
	},
	{
		name: 'dates-month-first-with-hours',
		files: {
			'aapl.csv':
				HEADER +
				writeMinuteRows(26, {
					step: 15,
					stamp: (_, at) => `7/31/2024 ${at.replace(/^0/, '')}`,
				}),
		},
		gives: ['AAPL 26/26'],
		exit: 0,
	},
	{
		name: 'dates-either-way-with-hours',
		files: {
			'aapl.csv':
				HEADER +
				writeMinuteRows(26, {
					step: 15,
					stamp: (date, at) => `${Number(date.slice(5, 7))}/${date.slice(8)}/${date.slice(0, 4)} ${at.replace(/^0/, '')}`,
				}),
		},
		gives: ['failed refused'],
		says: /none shows whether the month or the day comes first/,
		exit: 1,
	},
	{
		name: 'dates-in-words',
		files: createDatedFiles((y, _, d) => `${Number(d)} July ${y}`),
		gives: ['failed refused'],
		says: /"1 July 2024"/,
		exit: 1,
	},
	{ name: 'dates-compact', files: createDatedFiles((y, m, d) => y + m + d), gives: ['AAPL 10/10'], exit: 0 },
	{
		name: 'dates-some-unreadable',
		files: { 'aapl.csv': `${DAILY}tomorrow,${writePrices(1)}\n2024-02-30,${writePrices(1)}\n` },
		gives: ['AAPL 10/12 time 2'],
		exit: 0,
	},
	{
		name: 'times-of-the-afternoon-with-am',
		files: { 'aapl.csv': HEADER + writeMinuteRows(20, { from: 780, stamp: (date, at) => `${date} ${at} AM` }) },
		gives: ['failed refused'],
		says: /2024-07-02 13:00 AM: write hours from 1 to 12 before AM and PM/,
		exit: 1,
	},
	{
		name: 'times-before-and-after-noon',
		files: { 'aapl.csv': HEADER + writeMinuteRows(20, { stamp: (date, at) => `${date} ${at} AM` }) },
		gives: ['AAPL 20/20'],
		exit: 0,
	},
	{
		name: 'times-in-a-column',
		files: {
			'aapl.csv': `date,time,open,high,low,close,volume\n${writeMinuteRows(20, { stamp: (date, at) => `${date},${at}` })}`,
		},
		gives: ['AAPL 20/20'],
		exit: 0,
	},
	{
		name: 'decimal-commas-between-semicolons',
		files: { 'aapl.csv': DAY_HEADER.replaceAll(',', ';') + writeDayRows(DAYS, (date, n) => `${date};${writeWithDecimalCommas(n)}`) },
		gives: ['failed refused'],
		says: /decimal commas, 100,00: use decimal points/,
		exit: 1,
	},
	{
		name: 'decimal-commas-between-commas',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(DAYS, (date, n) => `${date},${writeWithDecimalCommas(n).replaceAll(';', ',')}`) },
		gives: ['failed refused'],
		says: /more fields than its header: with commas between fields, numbers must have decimal points/,
		exit: 1,
	},
	{
		name: 'decimal-commas-in-quotes',
		files: { 'aapl.csv': DAY_HEADER + writeDayRows(DAYS, (date) => `${date},"12,5","12,9","12,1","12,4",100`) },
		gives: ['failed refused'],
		says: /decimal commas, 12,5/,
		exit: 1,
	},
	{
		name: 'unreadable-symbols',
		files: { 'all.csv': `symbol,${DAY_HEADER}${writeDayRows(DAYS, (date) => `BAC PR L,${date},12,12,12,12,100`)}` },
		gives: ['failed refused'],
		says: /symbols are written like "BAC PR L": write AAPL, BRK\.B/,
		exit: 1,
	},
	{
		name: 'thousands-commas',
		files: {
			'brk-a.csv': DAY_HEADER + writeDayRows(DAYS, (date) => `${date},"612,000.50","613,000.00","611,000.00","612,500.00","1,200"`),
		},
		gives: ['failed refused'],
		says: /commas between thousands, 612,000\.50: leave them out/,
		exit: 1,
	},
	{
		name: 'utf-16-little',
		files: { 'aapl.csv': utf16(DAILY, 'le') },
		gives: ['failed encoding'],
		says: /UTF-16: save it as UTF-8/,
		exit: 1,
	},
	{ name: 'utf-16-big', files: { 'aapl.csv': utf16(DAILY, 'be') }, gives: ['failed encoding'], says: /UTF-16/, exit: 1 },
	{
		name: 'utf-16-unmarked',
		files: { 'aapl.csv': utf16(DAILY, 'le', false) },
		gives: ['failed encoding'],
		says: /UTF-16 without a byte order mark/,
		exit: 1,
	},
	{ name: 'utf-8-with-mark', files: { 'aapl.csv': `\uFEFF${DAILY}` }, gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'lines-of-windows', files: { 'aapl.csv': DAILY.replaceAll('\n', '\r\n') }, gives: ['AAPL 10/10'], exit: 0 },
	{
		name: 'lines-of-old-macs',
		files: { 'aapl.csv': DAILY.replaceAll('\n', '\r') },
		gives: ['failed encoding'],
		says: /lines end in CR, as on old Macs/,
		exit: 1,
	},
	{ name: 'lines-between-blank', files: { 'aapl.csv': DAILY.replaceAll('\n', '\n\n') }, gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'last-line-unended', files: { 'aapl.csv': DAILY.trimEnd() }, gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'fields-in-quotes', files: { 'aapl.csv': DAILY.replaceAll(/[^,\n]+/g, '"$&"') }, gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'fields-between-tabs', files: { 'aapl.csv': DAILY.replaceAll(',', '\t') }, gives: ['AAPL 10/10'], exit: 0 },
	{ name: 'fields-with-a-comma-behind', files: { 'aapl.csv': DAILY.replaceAll(/(\d)\n/g, '$1,\n') }, gives: ['AAPL 10/10'], exit: 0 },
	{
		name: 'fields-in-another-order',
		files: {
			'aapl.csv': `volume,close,low,high,open,date\n${writeDayRows(DAYS, (date, n) => `${writePrices(n).split(',').reverse().join(',')},${date}`)}`,
		},
		gives: ['AAPL 10/10'],
		exit: 0,
	},
	{
		name: 'header-after-a-title',
		files: { 'aapl.csv': `Prices of Apple\n${DAILY}` },
		gives: ['skipped format'],
		says: /first line doesn't name the columns of bars/,
		exit: 1,
	},
	{
		name: 'header-without-open',
		files: { 'aapl.csv': DAILY.replace('open', 'start') },
		gives: ['skipped format'],
		says: /Columns not found: open/,
		exit: 1,
	},
	{ name: 'empty', files: { 'aapl.csv': '' }, gives: ['failed refused'], says: /The file is empty/, exit: 1 },
	{
		name: 'binary',
		files: { 'aapl.csv': Buffer.from([80, 0, 7, 250, 200, 10, 65, 66, 67]) },
		gives: ['skipped format'],
		says: /isn't text/,
		exit: 1,
	},
	{
		name: 'bars-of-hours',
		files: {
			'aapl.csv':
				HEADER +
				DAYS.slice(0, 4)
					.map((date) => writeMinuteRows(6, { date, from: 600, step: 60 }))
					.join(''),
		},
		gives: ['failed interval'],
		says: /Its bars are of 1 hour/,
		exit: 1,
	},
	{
		name: 'bars-of-a-morning',
		files: { 'aapl.csv': HEADER + writeMinuteRows(38) },
		gives: ['AAPL 38/38'],
		exit: 0,
	},
	{
		name: 'bars-stamped-by-their-end',
		files: { 'aapl.csv': HEADER + writeMinuteRows(26, { from: 585, step: 15 }) },
		options: { stamp: 'end', interval: 15 },
		gives: ['AAPL 26/26'],
		exit: 0,
	},
	{
		name: 'bars-of-an-early-close',
		files: {
			'aapl.csv':
				HEADER + writeMinuteRows(14, { date: '2024-07-03', step: 15 }) + writeMinuteRows(2, { date: '2024-07-03', from: 780, step: 15 }),
		},
		gives: ['AAPL 16/16'],
		exit: 0,
	},
	{
		name: 'bars-of-all-day',
		files: {
			'btc.csv':
				HEADER +
				DAYS.slice(0, 2)
					.map((date) => Array.from({ length: 96 }, (_, n) => `${date} ${formatClock(n * 15)},${writePrices(n)}\n`).join(''))
					.join(''),
		},
		gives: ['failed hours'],
		says: /are outside 09:30 to 16:00 New York time/,
		exit: 1,
	},
];
