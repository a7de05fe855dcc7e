import { formatShare } from '../../lib/format/numbers.ts';
import { monthDayYear } from '../../lib/format/times.ts';

const sessions = (n: number): string => `${n} ${n === 1 ? 'session' : 'sessions'}`;

/** Every word of breadth's page. */
export const words = {
	lead: 'How many tickers of a report stand unusually far, by slice and timeframe. Counted, not foretold.',
	report: (clock: string) => `Report of ${clock}`,
	corrected: (version: number) => `version ${version}, corrected`,
	newest: 'Newest report',
	depth: 'Least depth',
	cap: 'Market cap',
	type: 'Tickers',
	types: { stocks: 'Stocks', etf: 'ETFs', index: 'Indexes' },
	over: 'Over',
	spans: { day: 'The day', days: '60 sessions' },
	said: (share: string, measured: string, are: string, timeframe: string, depth: number) =>
		`${share} of ${measured} measured tickers are ${are} on ${timeframe}: depth ${depth} or more.`,
	usual: (mean: string, days: number, rebuilt: number, sd: string | undefined) =>
		`Usually ${mean} at this time of day (${[
			sessions(days),
			...(rebuilt === 0 ? [] : [`${rebuilt === days ? 'all' : rebuilt} of them built after the fact`]),
			...(sd === undefined ? [] : [`standard deviation ${sd}`]),
		].join(', ')}).`,
	nothingUsual: 'No earlier session has been counted at this time of day.',
	depths: (depths: readonly string[], unmeasured: string) =>
		`Tickers by depth, 0 to 5: ${depths.join(', ')}; ${unmeasured} not measurable.`,
	unmeasured: (slice: string, timeframe: string) => `${slice} on ${timeframe}: nothing was measured.`,
	inShort: 'In short',
	now: 'This report',
	nowTable: 'Shares of this report by timeframe',
	nowSlice: 'Slice',
	usualShort: (share: string) => `usual ${share}`,
	far: { above: 'far above usual', below: 'far below usual' },
	farNote:
		'▲ ▼ two standard deviations or more from the mean of the same time of day, where 20 sessions or more are known. With 35 cells one or two stand there by chance.',
	heat: { day: 'The reports of the day', days: 'The same time of day of the sessions before' },
	heatLabel: (of: string, rows: number, columns: number) =>
		`${of}: shares of ${rows} rows over ${columns} reports, as shades. The table below says the same.`,
	heatHelp: 'Arrow keys walk, Enter opens the report; shades: above 0, 1, 2, 5 and 10 % of the measured tickers.',
	heatCell: (slice: string, timeframe: string, when: string, share: number | null) =>
		`${slice}, ${timeframe}, ${when}: ${formatShare(share)}`,
	thisReport: 'now',
	twin: 'As a table',
	twinLabel: 'Shares by report, slice and timeframe',
	twinWhen: 'Report',
	one: 'Only one report can be shown so far.',
	none: 'No breadth of this report',
	noReport: 'There is no report yet',
	noReportDetail: 'The first one is counted as soon as it is published.',
	failed: 'Breadth did not arrive',
	locked: 'This report needs another licence',
	tell: 'Messages',
	tellNext: 'Tell me when the next report is counted',
	tellLevel: 'Tell me from this share on',
	level: 'Share in %',
	levelWrong: 'A number from 0 to 100',
	toldNext: 'You are told once, when the next report has been counted.',
	toldLevel: (level: string) => `You are told on each day on which it reaches ${level}.`,
	tellUnknown: 'Whether you are told of it did not arrive.',
	stop: 'Stop',
	tellWhat: (slice: string, timeframe: string, depth: number) => `${slice} on ${timeframe}, depth ${depth} or more`,
	again: 'Build this date again',
	againDate: 'Date',
	againWill: (date: string) =>
		`Counts the breadth of every report of ${monthDayYear(date)} again. Readers see the old counts until it is done.`,
	againSure: 'Build again',
	againDone: (state: string) => `The job is ${state}.`,
	jobs: 'Jobs',
} as const;
