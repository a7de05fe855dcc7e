import { formatShare } from '../../lib/format/numbers.ts';
import { monthDayYear } from '../../lib/format/times.ts';

function sessions(n: number): string {
	return `${n} ${n === 1 ? 'session' : 'sessions'}`;
}

/** Texts of the breadth page. */
export const words = {
	lead: 'How many tickers are unusual, by sector and timeframe. A count, not a prediction.',
	report: (clock: string) => `Report of ${clock}`,
	corrected: (version: number) => `version ${version}, corrected`,
	newest: 'Latest report',
	depth: 'Minimum depth',
	cap: 'Market cap',
	type: 'Ticker type',
	types: { stocks: 'Stocks', etf: 'ETFs', index: 'Indexes' },
	over: 'Period',
	spans: { day: '1 day', days: '60 sessions' },
	summary: (share: string, measured: string, did: string, timeframe: string, depth: number) =>
		`${share} of ${measured} measured tickers ${did} on ${timeframe} (depth ${depth} or more).`,
	usual: (mean: string, days: number, rebuilt: number, sd: string | undefined) =>
		`Usual at this time of day: ${mean} (${[
			sessions(days),
			...(rebuilt === 0 ? [] : [`${rebuilt === days ? 'all' : rebuilt} of them reconstructed`]),
			...(sd === undefined ? [] : [`standard deviation ${sd}`]),
		].join(', ')}).`,
	noUsual: 'No earlier session counted at this time of day.',
	depths: (depths: readonly string[], unmeasured: string) => `Tickers by depth, 0 to 5: ${depths.join(', ')}; ${unmeasured} not measured.`,
	unmeasured: (slice: string, timeframe: string) => `${slice} on ${timeframe}: no measurements.`,
	summaryLabel: 'Summary',
	now: 'This report',
	nowTable: 'Shares in this report by timeframe',
	nowSlice: 'Sector',
	usualPrefix: 'usual ',
	far: { above: 'far above usual', below: 'far below usual' },
	farNote:
		'Small numbers: usual at this time of day. ▲ ▼ at least two standard deviations from it, with 20 sessions or more. Of 35 cells, expect one or two by chance.',
	heat: { day: 'Reports of the day', days: 'Same time of day in earlier sessions' },
	heatLabel: (of: string, rows: number, columns: number) =>
		`${of}: shares of ${rows} rows over ${columns} reports as a heat map. The table below has the same data.`,
	heatHelp: 'Arrow keys to move, Enter to open the report.',
	heads: ['now', 'usual'],
	scale: { below: 'points below', usual: 'usual', above: 'points above' },
	usualIs: (clock: string, smallest: number, largest: number) =>
		smallest === largest
			? `Usual: mean at ${clock} over ${sessions(largest)}.`
			: `Usual: mean at ${clock} over ${smallest} to ${sessions(largest)}.`,
	usualOfDay: (reports: number) => `Without an earlier session: mean of the day’s reports (${reports}).`,
	pointsFromUsual: (points: number, usual: string) =>
		`${Math.abs(points).toFixed(1)} points ${points < 0 ? 'below' : 'above'} usual ${usual}`,
	heatCell: (slice: string, timeframe: string, when: string, share: number | null) =>
		`${slice}, ${timeframe}, ${when}: ${formatShare(share)}`,
	thisReport: 'now',
	asTable: 'Show as table',
	tableLabel: 'Shares by report, sector and timeframe',
	tableTime: 'Report',
	onlyOneReport: 'Only one report available so far.',
	none: 'No breadth for this report',
	noReport: 'No report yet',
	noReportDetail: 'Breadth appears once the first report is published.',
	failed: 'Couldn’t load market breadth',
	locked: 'Your licence doesn’t include this report',
	notify: 'Alerts',
	notifyNext: 'Alert me after the next report',
	notifyLevel: 'Alert me at this share',
	level: 'Share in %',
	levelWrong: 'A number from 0 to 100',
	nextAlert: 'You get one message after the next report.',
	levelAlert: (level: string) => `You get a message on each day that reaches ${level}.`,
	alertUnknown: 'Couldn’t load your alert settings.',
	stop: 'Stop alerts',
	alertSubject: (slice: string, timeframe: string, depth: number) => `${slice} on ${timeframe}, depth ${depth} or more`,
	recount: 'Recount a date',
	recountDate: 'Date',
	recountEffect: (date: string) =>
		`Recounts market breadth for all reports of ${monthDayYear(date)}. Users see the old counts until it is done.`,
	recountConfirm: 'Recount',
	recountQueued: (state: string) => `Job: ${state}.`,
	jobs: 'Jobs',
} as const;
