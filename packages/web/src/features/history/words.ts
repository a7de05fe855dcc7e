import { monthDayYear } from '../../lib/format/times.ts';
import { historyTitles } from './titles.ts';

/** Texts of a ticker's past reports. */
export const historyWords = {
	...historyTitles,
	stripTitle: 'Reports',
	open: 'Full history',
	rate: 'Rate',
	stripLabel: (n: number, listed: number, best: number, at: string) =>
		`${n} reports, in the list in ${listed} of them; the highest rate is ${best}, at ${at}.`,
	summary: (n: string, listed: string, best: number) => `${n} reports · in the list in ${listed} · highest rate ${best}`,
	listedHint: 'Coloured bars: listed under this tab.',
	algos: 'Report type',
	reverse: 'Reverse',
	forecast: 'Forecast',
	days: 'Days in this period',
	dayHint: (date: string, best: number, listed: number, n: number) =>
		`${monthDayYear(date)}: highest rate ${best}, in the list in ${listed} of ${n} reports`,
	dayListed: (listed: number, n: number) => `, in the list in ${listed} of ${n} reports`,
	dayTitle: (date: string) => `Reports on ${monthDayYear(date)}`,
	columns: { report: 'report', rate: 'rate', price: 'price', list: 'in the list' },
	yes: 'yes',
	no: 'no',
	lastOpened: 'opened last',
	files: 'Download these reports:',
	depthHint: (timeframe: string) => `Depth of each sector on ${timeframe}, 0 to 5; n/a: not measured.`,
	locked: (n: string) => `${n} reports in this period are outside your licence.`,
	older: '‹ Four weeks earlier',
	newer: 'Later ›',
	spans: 'Periods',
	span: (from: string, to: string) => `${monthDayYear(from)} to ${monthDayYear(to)}`,
	empty: 'No reports for this ticker in these weeks.',
	emptyNext: 'Try another period.',
	newest: 'Go to the latest weeks',
	adminOnly: 'Forecast history is for administrators only',
	adminOnlyNext: 'Your account includes the history of regular reports.',
	toReverse: 'Open regular history',
	failed: 'Failed to load data',
	failedNext: 'Couldn’t load the history.',
	gone: 'Not Found',
	goneNext: 'This ticker doesn’t exist.',
	toList: 'Go to the list',
} as const;
