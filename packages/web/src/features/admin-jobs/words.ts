import { OTHER_WORK } from '../../entities/administration/job-kinds.ts';
import type { Job } from './queries.ts';

const KINDS: Readonly<Record<Job['kind'], string>> = {
	gaps: 'Look for gaps',
	splits_check: 'Check of splits',
	splits: 'Decision on a split',
	history: 'Fetching again',
	undo_import: 'Undo an import',
	reports: 'Building reports again',
	import: 'Import of a file',
	...OTHER_WORK,
};
const STATES: Readonly<Record<Job['state'], string>> = {
	queued: 'waits',
	running: 'runs',
	done: 'done',
	failed: 'failed',
	canceled: 'canceled',
};

/** Words of the page of jobs. */
export const jobWords = {
	title: 'Jobs',
	note: 'All work that is done beside the reports. Work on the market is done one job after the other; each ends by itself or says why not.',
	kind: 'Kind',
	state: 'State',
	kinds: KINDS,
	states: STATES,
	kindOf: ({ kind }: Pick<Job, 'kind'>) => KINDS[kind],
	stateOf: ({ state }: Pick<Job, 'state'>) => STATES[state],
	asked: 'Asked for',
	by: 'By',
	what: 'For',
	took: 'Took',
	seconds: (seconds: number) => `${seconds} s`,
	minutes: (minutes: number, seconds: number) => `${minutes} min ${seconds} s`,
	hours: (hours: number, minutes: number) => `${hours} h ${minutes} min`,
	ended: 'Ended',
	act: 'Acts',
	whole: 'everything',
	progress: (kind: string) => `Progress of: ${kind}`,
	none: 'No job was asked for yet, or none is like that.',
	sure: 'Do it',
	cancel: 'Cancel',
	cancelNamed: (kind: string) => `Cancel: ${kind}`,
	cancelWill: 'The job ends as soon as it can. What it has stored so far stays.',
	cancelSearchWill:
		'The job ends as soon as it can, and the search of the account with it. What it has found so far stays; the account can go on with it.',
	canceled: (kind: string) => `${kind} ends.`,
	retry: 'Ask again',
	retryNamed: (kind: string) => `Ask again: ${kind}`,
	retryWill: 'The same is asked for anew and waits for the jobs before it. What was stored already stays; doing it twice changes nothing.',
	retried: (kind: string) => `${kind}: asked for again, and stands first among the jobs.`,
	log: 'Log',
	logNamed: (kind: string, time: string) => `Log: ${kind}, ${time}`,
	logEmpty: 'It has said nothing yet.',
	logPages: 'Pages of the log',
	earlier: 'Earlier',
	later: 'Later',
} as const;
