import { monthDayYear } from '../../lib/format/times.ts';
import { historyTitles } from './titles.ts';

/** Words of a ticker's past reports. */
export const historyWords = {
	...historyTitles,
	stripTitle: 'Its reports',
	open: 'Whole history',
	rate: 'Rate',
	stripLabel: (n: number, listed: number, best: number, at: string) =>
		`${n} reports, in the list in ${listed} of them; the highest rate is ${best}, at ${at}.`,
	summary: (n: string, listed: string, best: number) => `${n} reports · in the list in ${listed} · highest rate ${best}`,
	listedHint: 'Coloured bars: in the list of this tab.',
	algos: 'Kind of report',
	reverse: 'Reverse',
	forecast: 'Forecast',
	days: 'Days of this span',
	dayHint: (date: string, best: number, listed: number, n: number) =>
		`${monthDayYear(date)}: highest rate ${best}, in the list in ${listed} of ${n} reports`,
	dayListed: (listed: number, n: number) => `, in the list in ${listed} of ${n} reports`,
	dayTitle: (date: string) => `Reports of ${monthDayYear(date)}`,
	columns: { report: 'report', rate: 'rate', price: 'price', list: 'in the list' },
	yes: 'yes',
	no: 'no',
	lastOpened: 'opened last',
	files: 'These reports as a file:',
	depthHint: (timeframe: string) => `Rings of each sector on ${timeframe}, 0 to 5; n/a is not measurable.`,
	locked: (n: string) => `${n} reports of this span are outside your licence.`,
	older: '‹ Four weeks earlier',
	newer: 'Later ›',
	spans: 'Spans',
	span: (from: string, to: string) => `${monthDayYear(from)} to ${monthDayYear(to)}`,
	empty: 'No report of these weeks has measured this ticker.',
	emptyNext: 'Reports begin where their history was built; look at another span.',
	newest: 'To the newest weeks',
	adminOnly: 'Forecast history is for administrators',
	adminOnlyNext: 'Your account opens the history of what has happened.',
	toReverse: 'Open that history',
	failed: 'Failed to load data',
	failedNext: 'The history did not arrive.',
	gone: 'Not Found',
	goneNext: 'There is no such ticker.',
	toList: 'To the list',
} as const;
