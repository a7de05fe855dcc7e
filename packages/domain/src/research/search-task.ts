import type { TickerId, UtcMs } from '../time/units.ts';
import type { SearchQuestion } from './search-question.ts';
import type { Tally } from './tally.ts';
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
	/** Incremented by each new question and restart. Results of an earlier run are discarded. */
	readonly run: number;
	/** Completed share of the span, 0 to 1. */
	readonly progress: number;
	/** Reports up to this time have been searched, and the closed episodes counted. */
	readonly scannedUntil: UtcMs | null;
	/** Highest chain position when the run started; reports and versions published later aren't included in the results. */
	readonly readSeq: number;
	/** Why the search failed, in words. */
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
export type TaskRun = Pick<SearchTask, 'id' | 'run'>;
export type TaskChange = Partial<Pick<SearchTask, 'name' | 'state' | 'note' | 'progress' | 'evidence' | 'finishedAt' | 'updatedAt'>>;
export interface RestartRequest {
	/** The new question to start over with; absent: the task continues. */
	readonly question?: SearchQuestion;
	readonly now: UtcMs;
}

/** A stored occurrence of a search: one row per episode. Arrays have one element per horizon of the question. */
export interface SearchPart {
	readonly id: number;
	readonly taskId: number;
	readonly tickerId: TickerId;
	/** Time of the report. */
	readonly time: UtcMs;
	/** Start of the entry slot. */
	readonly entry: UtcMs;
	/** Packed words of the three rated timeframes, as signed integers. */
	readonly words: number[];
	/** Result of `activeSectorBits`. */
	readonly lit: number;
	readonly rate: number;
	/** Market cap tier; UNKNOWN_TIER when unknown. */
	readonly tier: number;
	readonly reconstructed: boolean;
	/** Number of horizons whose exit is in the future. Horizons that can't be measured aren't counted. */
	readonly pending: number;
	readonly hits: boolean[];
	/** NaN if not closed or not measurable. */
	readonly excess: number[];
	readonly base: number[];
}
type NewPart = Omit<SearchPart, 'id' | 'taskId'>;
type ClosedPart = Pick<SearchPart, 'id' | 'tier' | 'pending' | 'hits' | 'excess' | 'base'>;

/** A measured episode at one horizon: the input of walk-forward evidence. */
export interface MeasuredPart {
	readonly time: UtcMs;
	readonly rate: number;
	readonly hit: boolean;
	readonly excess: number;
}

/** A ticker's number of measured episodes and hits at one horizon, and the sum of their winsorised excess returns. */
export interface TickerHits {
	readonly tickerId: number;
	readonly n: number;
	readonly hits: number;
	readonly sum: number;
}

export interface PartsQuestion {
	/** Ids of the searches. */
	readonly taskIds: readonly number[];
	readonly from?: UtcMs | undefined;
	readonly to?: UtcMs | undefined;
	/** Selects occurrences with any of these bits in `lit`; 0: all. */
	readonly lit: number;
	/** 'excess' sorts by the excess of the last horizon; unmeasured occurrences come last. */
	readonly sortBy: 'time' | 'rate' | 'excess';
	readonly direction: 'asc' | 'desc';
	readonly skip: number;
	readonly max: number;
}

export interface PartsPage {
	/** Number of occurrences on all pages. */
	readonly total: number;
	readonly parts: SearchPart[];
}

/** One committed step of a search. */
export interface SearchAdvance {
	readonly scannedUntil: UtcMs;
	/** Highest chain position before the first step of this run. */
	readonly readSeq: number;
	readonly progress: number;
	/** The updated tally of every horizon. */
	readonly tallies: ReadonlyMap<number, Tally>;
	readonly added: readonly NewPart[];
	readonly closed: readonly ClosedPart[];
}
