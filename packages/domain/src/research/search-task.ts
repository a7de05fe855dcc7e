import type { UtcMs } from '../time/units.ts';
import type { SearchQuestion } from './search-question.ts';
import type { Evidence } from './walk-forward-evidence.ts';

export const SEARCH_STATES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const;
export type SearchState = (typeof SEARCH_STATES)[number];

/** An account's search of past reports, and its progress. */
export interface SearchTask {
	readonly id: number;
	readonly userId: string;
	readonly name: string;
	readonly question: SearchQuestion;
	readonly state: SearchState;
	/** Counts the task's questions and restarts: work for an older number is no longer written. */
	readonly run: number;
	/** Completed share of the span, 0 to 1. */
	readonly progress: number;
	/** Reports up to here have been searched, and their closed episodes counted. */
	readonly scannedUntil: UtcMs | null;
	/** Last chain position when reports were read; later reports and versions aren't included in the results. */
	readonly readSeq: number;
	/** Why it failed. */
	readonly note: string;
	/** Walk-forward evidence of the main horizon; null until a search is complete. */
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
/** One run of a task. */
export type TaskRun = Pick<SearchTask, 'id' | 'run'>;
export type TaskChange = Partial<Pick<SearchTask, 'name' | 'state' | 'note' | 'progress' | 'evidence' | 'finishedAt' | 'updatedAt'>>;
/** A new question to start over with; without one, the task continues. */
export interface Restart {
	readonly question?: SearchQuestion;
	readonly now: UtcMs;
}
