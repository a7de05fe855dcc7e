import type { Filter } from '@sw/domain/filters/filter';
import type { CountedVersion, ReportSpan } from '@sw/domain/reports/first-report';
import type { Algo } from '@sw/domain/reports/licence';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { CalibrationKey, StoredCalibration } from '@sw/domain/research/calibration/stored-calibration';
import type { Matches, ReportCaps, ScannedQuestion, WordsSpan } from '@sw/domain/research/history-scan';
import type { RingCount } from '@sw/domain/research/ring-shares';
import type { CommentedEntry, StoredEntry } from '@sw/domain/research/script-params';
import type { MeasuredPart, PartsPage, PartsQuestion, SearchAdvance, SearchPart, TickerHits } from '@sw/domain/research/search-part';
import type { NewTask, Restart, SearchState, SearchTask, TaskChange, TaskRun } from '@sw/domain/research/search-task';
import type { Tally } from '@sw/domain/research/tally';
import type { WalkMatrix } from '@sw/domain/research/walk/forward-walk';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Session } from '@sw/domain/time/calendar';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import type { CorporateActions } from '../market/engine/corporate-actions.ts';
import type { Universe } from '../market/engine/universe.ts';

/** Searches and their results. Missing rows are undefined. */
export interface SearchRecords {
	addTask(given: NewTask): Promise<SearchTask>;
	/** An account's tasks, newest first. */
	tasksOf(userId: string): Promise<SearchTask[]>;
	taskCount(userId: string): Promise<number>;
	/** Regardless of the account. */
	taskById(id: number): Promise<SearchTask | undefined>;
	/** Oldest first. */
	tasksIn(states: readonly SearchState[]): Promise<SearchTask[]>;
	/** Finished tasks that continue with every new report. */
	openTasks(): Promise<SearchTask[]>;
	/** False when the task already has another run. */
	changeTask(task: TaskRun, change: TaskChange): Promise<boolean>;
	/** Returns the task in its waiting state. */
	restartTask(id: number, given: Restart): Promise<SearchTask | undefined>;
	removeTask(id: number): Promise<void>;

	/** By task, then horizon; horizons without closed episodes are absent. */
	talliesOf(taskIds: readonly number[]): Promise<Map<number, Map<number, Tally>>>;
	/** Stores one step, all or nothing; false, with nothing written, when the task has another run or is no longer running. */
	commitAdvance(task: TaskRun, advance: SearchAdvance): Promise<boolean>;

	/** Those with an open horizon, oldest entry first. */
	pendingParts(taskId: number): Promise<SearchPart[]>;
	/** Start of each ticker's last episode since an instant. */
	lastEpisodes(taskId: number, since: UtcMs): Promise<Map<number, UtcMs>>;
	partCount(taskId: number): Promise<number>;
	/** At a horizon (its index), largest excess first, each shrunk towards the mean of all. */
	tickerHits(taskId: number, given: { horizon: number; prior: number; most: number }): Promise<TickerHits[]>;
	/** At a horizon (its index), oldest first. */
	measuredParts(taskId: number, horizon: number): Promise<MeasuredPart[]>;
	partsOf(userId: string, question: PartsQuestion): Promise<PartsPage>;
	/** Only from the account's own searches. */
	partOf(userId: string, id: number): Promise<SearchPart | undefined>;
}

/** The trials of accounts (filter, ticker, dates and horizon), those of deleted filters included: what their luck is counted by. */
export interface VariantRecords {
	/** A repeated trial counts once. Without p-values the known ones stay. */
	recordVariants(userId: string, variants: readonly string[], given: { pValues?: readonly (number | null)[]; now: UtcMs }): Promise<void>;
	variantCount(userId: string): Promise<number>;
	/** The p-values of an account's trials, and where each of the given ones is among them; -1 when it has none. */
	variantPValues(userId: string, variants: readonly string[]): Promise<{ values: number[]; own: number[] }>;
}

/** Saved filters, as far as their record needs them. */
export interface SavedFilters {
	/** One of the account's own, or a built-in one. */
	filterOf(userId: string, id: number): Promise<Filter | undefined>;
}

/** Published reports, on which statistics and forecasts are based. */
export interface PastReports {
	/** Undefined before the first report. */
	span(algo: Algo): Promise<ReportSpan | undefined>;
	/** From `from` to `to`, both included, oldest first. */
	countedVersions(from: UtcMs, to: UtcMs, algo: Algo): Promise<CountedVersion[]>;
	/** Whether any of them was published after that position in the chain. */
	countedAfter(from: UtcMs, to: UtcMs, algo: Algo, seq: number): Promise<boolean>;
	/** Evaluates a question in every report of a span. */
	scan(question: ScannedQuestion, span: WordsSpan): Promise<Matches>;
	/** For the given reports (UTC seconds) in the given builds. */
	caps(reports: readonly { time: number; build: number }[], algo: Algo): Promise<ReportCaps>;
	/** Over the reports from `from` to `to`, both included. */
	ringCounts(from: UtcMs, to: UtcMs, algo: Algo): Promise<RingCount[]>;

	/** The newest one in force at or before an instant. */
	latest(algo: Algo, until: UtcMs): Promise<ReportRecord | undefined>;
	/** The requested version. Default: the one in force. */
	at(time: ReportTime, algo: Algo, version?: number): Promise<ReportRecord | undefined>;
	/** Number of versions of the report of that time. */
	versions(time: ReportTime, algo: Algo): Promise<number>;
	rows(record: ReportRecord): Promise<ReportTable>;
}

/** Stored prices as printed, and their adjustments for splits and dividends. */
export interface PastPrices {
	/** Regular bars of sessions (ascending), one session at a time. A matrix is reused once `onSession` has finished. */
	walk(
		sessions: readonly Session[],
		tickerIds: Uint32Array,
		onSession: (session: Session, matrix: WalkMatrix) => void | Promise<void>,
	): Promise<void>;
	corporateActions(universe: Universe): Promise<Pick<CorporateActions, 'adjustmentsOn'>>;
}

/** Parameters: administrators' changes, and the sets that reports name. */
export interface ParameterRecords {
	/** Oldest first: of equally specific entries the later one wins. */
	scriptEntries(): Promise<StoredEntry[]>;
	addScriptEntry(entry: CommentedEntry, now: UtcMs): Promise<StoredEntry>;
	changeScriptEntry(id: number, entry: CommentedEntry, now: UtcMs): Promise<StoredEntry | undefined>;
	removeScriptEntry(id: number): Promise<boolean>;
	/** The set with these contents, ignoring its number: a known set as stored, a new one under the next number. */
	numberedSet(parameters: ParameterSet): Promise<ParameterSet>;
	parameterSet(version: number): Promise<ParameterSet | undefined>;
	/** Every set, with the time it was first stored. */
	parameterSets(): Promise<{ version: number; parameters: ParameterSet; createdAt: UtcMs }[]>;
}

/** Measured forecast widths. */
export interface CalibrationRecords {
	/** By timeframe and horizon; empty if never measured. */
	calibrationsAt(key: CalibrationKey): Promise<StoredCalibration[]>;
	/** The newest measured close at or before the key's. */
	measuredBefore(key: CalibrationKey): Promise<UtcMs | undefined>;
	/** All calibrations of a provider. */
	forgetCalibrations(provider: string): Promise<void>;
	/** Does not overwrite existing ones. */
	saveCalibrations(key: CalibrationKey, found: readonly StoredCalibration[], now: UtcMs): Promise<void>;
}

/** What research needs from storage; compose provides it. */
export interface ResearchStore {
	readonly searches: SearchRecords;
	readonly variants: VariantRecords;
	readonly filters: SavedFilters;
	readonly reports: PastReports;
	readonly prices: PastPrices;
	readonly parameters: ParameterRecords;
	readonly calibrations: CalibrationRecords;
}
