import { monthDayYear } from '../../lib/format/times.ts';
import type { Job, Report } from './queries.ts';

const STATES: Readonly<Record<NonNullable<Report['state']>, string>> = {
	in_time: 'on time',
	late: 'late',
	missed: 'missed',
	to_come: 'upcoming',
	before: 'reconstructed',
};
const JOB_STATES: Readonly<Record<Job['state'], string>> = {
	queued: 'queued',
	running: 'running',
	done: 'done',
	failed: 'failed',
	canceled: 'canceled',
};

function count(n: number, one: string, many = `${one}s`): string {
	return `${n} ${n === 1 ? one : many}`;
}

/** Texts of the reports page. */
export const reportWords = {
	title: 'Reports',
	note: 'The status of every slot by day. Reports never change; a rebuild that differs becomes a new version.',
	month: 'Month',
	weekdays: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
	calendar: (month: string) => `Reports of ${month}`,
	closed: 'closed',
	reports: (n: number) => count(n, 'report'),
	missed: (n: number) => `${n} missed`,
	late: (n: number) => `${n} late`,
	corrected: (n: number) => `${n} corrected`,
	state: ({ state, published }: Pick<Report, 'state' | 'published'>) => {
		if (state === null) return 'slot removed from the timetable';
		return state === 'before' && published === null ? 'none: before this server started' : STATES[state];
	},
	after: (seconds: number) => `after ${seconds.toFixed(1)} s`,

	day: (date: string) => `Reports on ${monthDayYear(date)}`,
	noDay: 'No reports',
	noDayDetail: 'This is not a trading day, or it has no data.',
	time: 'Time, ET',
	algo: 'Algo',
	level: 'Minimum licence',
	outcome: 'Status',
	version: 'Version',
	made: (reconstructed: boolean) => (reconstructed ? 'reconstructed' : 'live'),
	tickers: 'Tickers',
	set: 'Parameters',
	hash: 'Content hash',
	open: 'Open',
	openNamed: (clock: string) => `Open report ${clock}`,
	act: 'Actions',
	verify: 'Verify',
	verifyNamed: (clock: string) => `Verify report ${clock}`,
	verifying: (clock: string) => `Recalculates the ${clock} report from stored bars`,
	identical: (clock: string) => `Report ${clock} is identical: every cell and the hash match.`,
	differs: (clock: string, n: number) => `Report ${clock} differs: ${count(n, 'difference')}.`,
	difference: (ticker: string, cell: string, stored: string, recomputed: string) =>
		`${ticker}, ${cell}: ${stored} stored, ${recomputed} recalculated`,
	moreDifferences: (n: number) => `and ${n} more`,
	build: 'Rebuild',
	buildNamed: (clock: string) => `Rebuild: report ${clock}`,
	buildEffect: (what: string) => `Rebuilds ${what} from stored bars with the current parameters. Reports that differ become new versions.`,
	reportOf: (date: string, clock: string) => `the ${clock} report of ${monthDayYear(date)}`,
	reportsOf: (from: string, to: string) =>
		from === to ? `the reports of ${monthDayYear(from)}` : `the reports of ${monthDayYear(from)} to ${monthDayYear(to)}`,
	buildDates: 'Rebuild dates',
	from: 'From',
	to: 'To',
	confirmLabel: 'Confirm',
	jobQueued: 'Job queued. Progress is shown above the table.',
	job: 'Rebuilding reports',
	jobState: (state: Job['state']) => JOB_STATES[state],
	done: (looked: number, changed: number) => `${count(looked, 'report')} checked, ${count(changed, 'new version')}`,
	allJobs: 'All jobs',
	progress: 'Progress',
} as const;
