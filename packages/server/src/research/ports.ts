import type { Filter } from '@sw/domain/filters/filter';
import type { CountedVersion, ReportSpan } from '@sw/domain/reports/first-report';
import type { Algo } from '@sw/domain/reports/licence';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { WalkMatrix } from '@sw/domain/research/forward-walk';
import type { Matches, ReportCaps, ScannedQuestion, WordsSpan } from '@sw/domain/research/history-scan';
import type { RingCount } from '@sw/domain/research/ring-shares';
import type { CommentedEntry, StoredEntry } from '@sw/domain/research/script-params';
import type { MeasuredPart, PartsPage, PartsQuestion, SearchAdvance, SearchPart, TickerHits } from '@sw/domain/research/search-part';
import type { NewTask, Restart, SearchState, SearchTask, TaskChange, TaskRun } from '@sw/domain/research/search-task';
import type { CalibrationKey, StoredCalibration } from '@sw/domain/research/stored-calibration';
import type { Tally } from '@sw/domain/research/tally';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Session } from '@sw/domain/time/calendar';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import type { CorporateActions } from '../market/engine/corporate-actions.ts';
import type { Universe } from '../market/engine/universe.ts';

/** Searches and what they have found. Absent rows are undefined. */
export interface SearchRecords {
	addTask(given: NewTask): Promise<SearchTask>;
	/** An account's, newest first. */
	tasksOf(userId: string): Promise<SearchTask[]>;
	taskCount(userId: string): Promise<number>;
	/** Of any account. */
	taskById(id: number): Promise<SearchTask | undefined>;
	/** Oldest first. */
	tasksIn(states: readonly SearchState[]): Promise<SearchTask[]>;
	/** Finished ones that go on with every new report. */
	openTasks(): Promise<SearchTask[]>;
	/** False when the task is at another run by now. */
	changeTask(task: TaskRun, change: TaskChange): Promise<boolean>;
	/** The task as it waits now. */
	restartTask(id: number, given: Restart): Promise<SearchTask | undefined>;
	removeTask(id: number): Promise<void>;

	/** By task, then horizon; those without closed episodes are absent. */
	talliesOf(taskIds: readonly number[]): Promise<Map<number, Map<number, Tally>>>;
	/** One step, all or nothing; false, and nothing written, when the task is at another run or no longer running. */
	commitAdvance(task: TaskRun, advance: SearchAdvance): Promise<boolean>;

	/** Those with a horizon to close, oldest entry first. */
	pendingParts(taskId: number): Promise<SearchPart[]>;
	/** When each ticker's last episode since an instant began. */
	lastEpisodes(taskId: number, since: UtcMs): Promise<Map<number, UtcMs>>;
	partCount(taskId: number): Promise<number>;
	/** At a horizon (its position), largest excess first, each drawn towards the mean of all. */
	tickerHits(taskId: number, given: { horizon: number; prior: number; most: number }): Promise<TickerHits[]>;
	/** At a horizon (its position), oldest first. */
	measuredParts(taskId: number, horizon: number): Promise<MeasuredPart[]>;
	partsOf(userId: string, question: PartsQuestion): Promise<PartsPage>;
	/** Of the account's own searches. */
	partOf(userId: string, id: number): Promise<SearchPart | undefined>;
}

/** The filters that accounts have evaluated, deleted ones included: what their luck is counted by. */
export interface VariantRecords {
	/** A filter that was evaluated before is still one. `pValue` undefined leaves what is known. */
	noteVariant(userId: string, variant: string, given: { pValue?: number | null; now: UtcMs }): Promise<void>;
	variantCount(userId: string): Promise<number>;
	/** The p-values of an account's filters, and which of them is this one's; -1 when it has none. */
	variantPValues(userId: string, variant: string): Promise<{ values: number[]; own: number }>;
}

/** Saved filters, as far as their record asks. */
export interface SavedFilters {
	/** The account's own or the house's. */
	filterOf(userId: string, id: number): Promise<Filter | undefined>;
}

/** Published reports: what statistics and forecasts stand on. */
export interface PastReports {
	/** Undefined before the first report. */
	span(algo: Algo): Promise<ReportSpan | undefined>;
	/** From `from` to `to`, both included, oldest first. */
	countedVersions(from: UtcMs, to: UtcMs, algo: Algo): Promise<CountedVersion[]>;
	/** Whether one of them was published after that place of the chain. */
	countedAfter(from: UtcMs, to: UtcMs, algo: Algo, seq: number): Promise<boolean>;
	/** Replays a question over every report of a span. */
	scan(question: ScannedQuestion, span: WordsSpan): Promise<Matches>;
	/** Of the given reports (UTC seconds) in the given builds. */
	caps(reports: readonly { time: number; build: number }[], algo: Algo): Promise<ReportCaps>;
	/** Over the reports from `from` to `to`, both included. */
	ringCounts(from: UtcMs, to: UtcMs, algo: Algo): Promise<RingCount[]>;

	/** The newest in force at or before an instant. */
	latest(algo: Algo, until: UtcMs): Promise<ReportRecord | undefined>;
	/** The version asked for, otherwise the one in force. */
	at(time: ReportTime, algo: Algo, version?: number): Promise<ReportRecord | undefined>;
	/** How many the report of that time has. */
	versions(time: ReportTime, algo: Algo): Promise<number>;
	rows(record: ReportRecord): Promise<ReportTable>;
}

/** Stored prices as printed, and what splits and dividends make of them. */
export interface PastPrices {
	/** Regular bars of sessions (ascending), one session after the other. A matrix is free once `onSession` is done with it. */
	walk(
		sessions: readonly Session[],
		tickerIds: Uint32Array,
		onSession: (session: Session, matrix: WalkMatrix) => void | Promise<void>,
	): Promise<void>;
	corporateActions(universe: Universe): Promise<Pick<CorporateActions, 'adjustmentsOn'>>;
}

/** Parameters: administrators' changes of them, and the sets that reports name. */
export interface ParameterRecords {
	/** Oldest first: of equally specific ones the later wins. */
	scriptEntries(): Promise<StoredEntry[]>;
	addScriptEntry(entry: CommentedEntry, now: UtcMs): Promise<StoredEntry>;
	changeScriptEntry(id: number, entry: CommentedEntry, now: UtcMs): Promise<StoredEntry | undefined>;
	removeScriptEntry(id: number): Promise<boolean>;
	/** The set with these contents, whatever number it carries: a known one as it was stored, a new one under the next number. */
	numberedSet(parameters: ParameterSet): Promise<ParameterSet>;
	parameterSet(version: number): Promise<ParameterSet | undefined>;
	/** Every set, and when it was first written. */
	parameterSets(): Promise<{ version: number; parameters: ParameterSet; createdAt: UtcMs }[]>;
}

/** How wide forecasts must be, as measured. */
export interface CalibrationRecords {
	/** By timeframe and horizon; none when it was never measured. */
	calibrationsAt(key: CalibrationKey): Promise<StoredCalibration[]>;
	/** The newest close, at or before the key's, that was measured. */
	measuredBefore(key: CalibrationKey): Promise<UtcMs | undefined>;
	/** All of a provider. */
	forgetCalibrations(provider: string): Promise<void>;
	/** Those that are there already stay. */
	saveCalibrations(key: CalibrationKey, found: readonly StoredCalibration[], now: UtcMs): Promise<void>;
}

/** What research asks of storage; compose hands it in. */
export interface ResearchStore {
	readonly searches: SearchRecords;
	readonly variants: VariantRecords;
	readonly filters: SavedFilters;
	readonly reports: PastReports;
	readonly prices: PastPrices;
	readonly parameters: ParameterRecords;
	readonly calibrations: CalibrationRecords;
}
