import type { Job, Report } from './queries.ts';

const STATES: Readonly<Record<NonNullable<Report['state']>, string>> = {
	in_time: 'in time',
	late: 'late',
	missed: 'missed',
	to_come: 'to come',
	before: 'built from stored bars',
};
const JOB_STATES: Readonly<Record<Job['state'], string>> = {
	queued: 'waits for the job before it',
	running: 'runs',
	done: 'done',
	failed: 'failed',
	canceled: 'canceled',
};
const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Words of the administration of reports. */
export const reportWords = {
	title: 'Reports',
	note: 'What became of each slot, day by day. A report is never changed: what is built again and comes out otherwise is a new version beside it.',
	month: 'Month',
	weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
	calendar: (month: string) => `Reports of ${month}`,
	closed: 'closed',
	reports: (n: number) => count(n, 'report'),
	missed: (n: number) => `${n} missed`,
	late: (n: number) => `${n} late`,
	corrected: (n: number) => `${n} corrected`,
	state: ({ state, published }: Pick<Report, 'state' | 'published'>) => {
		if (state === null) return 'no slot any more';
		return state === 'before' && published === null ? 'none: before this server followed the market' : STATES[state];
	},
	after: (seconds: number) => `after ${seconds.toFixed(1)} s`,

	day: (date: string) => `Reports of ${date}`,
	noDay: 'No reports',
	noDayDetail: 'That is no trading day, or nothing is stored of it.',
	time: 'Time, ET',
	algo: 'Algo',
	level: 'Least licence',
	how: 'State',
	version: 'Version',
	made: (reconstructed: boolean) => (reconstructed ? 'built afterwards' : 'live'),
	tickers: 'Tickers',
	set: 'Parameters',
	hash: 'Hash of its content',
	open: 'Open',
	openNamed: (clock: string) => `Open the report of ${clock}`,
	act: 'What can be done',
	verify: 'Verify',
	verifyNamed: (clock: string) => `Verify the report of ${clock}`,
	verifying: (clock: string) => `Computes the report of ${clock} anew from the stored bars`,
	identical: (clock: string) => `The report of ${clock} comes out the same from the stored bars, cell by cell, and its hash holds.`,
	differs: (clock: string, n: number) => `The report of ${clock} does not come out the same: ${count(n, 'difference')}.`,
	difference: (ticker: string, cell: string, stored: string, recomputed: string) =>
		`${ticker}, ${cell}: ${stored} stored, ${recomputed} computed`,
	moreDifferences: (n: number) => `and ${n} more`,
	build: 'Build again',
	buildNamed: (clock: string) => `Build again: report of ${clock}`,
	buildWill: (what: string) =>
		`Builds ${what} anew from the stored bars by the parameters in force. What comes out otherwise is a new version; what comes out the same stays.`,
	reportOf: (date: string, clock: string) => `the report of ${date}, ${clock}`,
	reportsOf: (from: string, to: string) => (from === to ? `the reports of ${from}` : `the reports of ${from} to ${to}`),
	buildDates: 'Build dates again',
	from: 'From',
	to: 'To',
	sure: 'Do it',
	asked: 'Asked for: how far it is stands above the table.',
	job: 'Building reports again',
	jobState: (state: Job['state']) => JOB_STATES[state],
	done: (looked: number, changed: number) => `${count(looked, 'report')} looked at, ${count(changed, 'new version')}`,
	allJobs: 'All jobs',
	progress: 'Progress',
} as const;
