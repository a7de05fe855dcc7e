import type { UtcMs } from '../time/units.ts';
import type { SearchQuestion } from './search-question.ts';
import type { Evidence } from './walk-forward-evidence.ts';

export const SEARCH_STATES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const;
export type SearchState = (typeof SEARCH_STATES)[number];

/** What an account looks for in past reports, and how far that is. */
export interface SearchTask {
	readonly id: number;
	readonly userId: string;
	readonly name: string;
	readonly question: SearchQuestion;
	readonly state: SearchState;
	/** Counts the questions and restarts of the task: work under an older number is not written any more. */
	readonly run: number;
	/** Share of the span that is done, 0 to 1. */
	readonly progress: number;
	/** Reports up to here are searched, and their closed episodes counted. */
	readonly scannedUntil: UtcMs | null;
	/** Last place in the chain of reports when they were read; reports and versions behind it are not in what was found. */
	readonly readSeq: number;
	/** Why it failed. */
	readonly note: string;
	/** Walk-forward evidence of the main horizon; null before the end of a search. */
	readonly evidence: Evidence | null;
	readonly createdAt: UtcMs;
	readonly updatedAt: UtcMs;
	readonly finishedAt: UtcMs | null;
}

export interface NewTask {
	readonly userId: string;
	readonly name: string;
	readonly question: SearchQuestion;
	readonly now: UtcMs;
}
/** A task at one of its runs. */
export type TaskRun = Pick<SearchTask, 'id' | 'run'>;
export type TaskChange = Partial<Pick<SearchTask, 'name' | 'state' | 'note' | 'progress' | 'evidence' | 'finishedAt' | 'updatedAt'>>;
/** Another question to start over with; without one the task goes on from where it stands. */
export interface Restart {
	readonly question?: SearchQuestion;
	readonly now: UtcMs;
}
