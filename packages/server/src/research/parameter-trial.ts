import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { scriptCalls } from '@sw/contract/research/script-params';
import { listDifference, type RatedRows } from '@sw/domain/reports/list/list-difference';
import { rankPage, symbolRanks } from '@sw/domain/reports/list/ranking';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import {
	listParameterChanges,
	marketParameters,
	parameterValues,
	SCRIPT_VALUES,
	type ScriptEntry,
	type StoredEntry,
} from '@sw/domain/research/script-params';
import { PARAMETERS_V1, type ParameterSet } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { tabOperation } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { createAnswerCache } from '../platform/cache/answer-caches.ts';
import { createSemaphore } from '../platform/concurrency/semaphore.ts';
import { notFound } from '../platform/errors.ts';
import type { ResearchParts } from './ports.ts';

type Call = (typeof scriptCalls)['tryScriptParams'];
export type TrialAnswer = AnswerOf<Call, 200> | AnswerOf<Call, 202>;
export type TrialQuestion = HandlerInput<Call>['body'];

export interface TrialParts extends Pick<ResearchParts, 'store' | 'provider' | 'parameters' | 'now'> {
	/** Returns the change as it would be stored. Throws 'malformed'. */
	validateEntry(form: NonNullable<TrialQuestion['entry']>): Promise<ScriptEntry>;
	/** Returns the report's table, scored with a parameter set. Calls `onProgress` with the completed fraction, 0 to 1. */
	scoreTable(record: ReportRecord, set: ParameterSet, onProgress: (progress: number) => void): Promise<ReportTable>;
}

/** How long a request waits for the tables before it gets the progress instead. */
const TIMEOUT_MS = 400;
/** Maximum number of cached pairs of tables, for requests about other lists of the same change. */
const MAX_CACHED = 3;
const MAX_SHOWN_MOVES = 100;
/** Version number of a set that is not stored; no report has it. */
const DRAFT_VERSION = 0;

interface TablePair {
	/** Completed fraction, 0 to 1. */
	progress: number;
	readonly tables: Promise<{ currentTable: ReportTable; draftTable: ReportTable }>;
}

/**
 * Shows what a change of the engine's parameters would do to the newest report. Both tables are scored from the same bars, so only the change differs.
 * One trial runs at a time, concurrently with the running market; nothing is stored.
 */
export function createParameterTrials(parts: TrialParts) {
	const { store, provider, parameters } = parts;
	const pairs = createAnswerCache<string, TablePair>({ max: MAX_CACHED });
	const runLimited = createSemaphore();

	const startScoring = (record: ReportRecord, current: ParameterSet, draft: ParameterSet): TablePair => {
		const key = JSON.stringify([record.time, record.version, current.version, parameterValues(draft)]);
		const cached = pairs.get(key);
		if (cached) return cached;
		const progressState = { progress: 0 };
		const scoringCount = current.version === record.parametersVersion ? 1 : 2;
		const scoreTables = async () => {
			const currentTable = await parts.scoreTable(record, current, (progress) => {
				progressState.progress = progress / scoringCount;
			});
			const draftTable = await parts.scoreTable(record, draft, (progress) => {
				progressState.progress = (scoringCount - 1 + progress) / scoringCount;
			});
			return { currentTable, draftTable };
		};
		const pair: TablePair = Object.assign(progressState, { tables: runLimited(scoreTables) });
		pair.tables.catch(() => pairs.delete(key));
		pairs.set(key, pair);
		return pair;
	};

	/** Returns the difference, or the progress. Throws not_found if there is no report or nothing to replace, and malformed for an invalid change. */
	return async ({
		entry: form,
		replaces = null,
		tab,
		operation: requestedOperation,
		timeframes = 'first',
	}: TrialQuestion): Promise<TrialAnswer> => {
		const operation = requestedOperation ?? tabOperation(tab);
		const [entries, record] = await Promise.all([store.parameters.scriptEntries(), store.reports.latestReport('reverse', parts.now())]);
		if (!record) throw notFound('No report exists yet to try the parameters on.');
		const entry = form && (await parts.validateEntry(form));
		const current = parameters();
		const draft = { ...marketParameters(PARAMETERS_V1, applyTrial(entries, entry, replaces)), version: DRAFT_VERSION };
		const changes = listParameterChanges(parameterValues(current), parameterValues(draft));
		// A change without effect on depths is not scored: both tables use the present parameters.
		const pair = startScoring(record, current, changes.some(({ name }) => SCRIPT_VALUES[name].scoring) ? draft : current);
		const timeout = Promise.withResolvers<undefined>();
		const timer = setTimeout(() => timeout.resolve(undefined), TIMEOUT_MS);
		const tables = await Promise.race([pair.tables, timeout.promise]).finally(() => clearTimeout(timer));
		if (!tables) return { state: 'running', progress: pair.progress };

		const symbols = new Map((await provider.universe(record.time)).map(({ id, symbol }) => [id as number, symbol]));
		const symbolOf = (id: number): string => symbols.get(id) ?? String(id);
		const rankTickers = (table: ReportTable): RatedRows => {
			const question = { tab, operation, strategy: strategyNamed(timeframes) };
			const ranks = symbolRanks(Array.from(table.tickerId, symbolOf));
			const { rows, rates } = rankPage(table, ranks, question, current, { skip: 0, max: table.count });
			return { ids: Array.from(rows, (row) => table.tickerId[row]!), rates };
		};
		const [currentList, draftList] = [rankTickers(tables.currentTable), rankTickers(tables.draftTable)];
		const { moves, ...counts } = listDifference(currentList, draftList);
		return {
			state: 'done',
			date: isoSeconds(record.time),
			tab,
			operation,
			changes,
			before: currentList.ids.length,
			after: draftList.ids.length,
			...counts,
			moves: moves.slice(0, MAX_SHOWN_MOVES).map(({ id, before: oldEntry, after: newEntry }) => ({
				ticker_id: id,
				ticker: symbolOf(id),
				place: { before: oldEntry?.place ?? null, after: newEntry?.place ?? null },
				weighted_sum: { before: oldEntry?.rate ?? null, after: newEntry?.rate ?? null },
			})),
		};
	};
}

/** Returns all changes, with one replaced, added or removed. Throws not_found if the change to replace does not exist. */
function applyTrial(entries: readonly StoredEntry[], entry: ScriptEntry | null, replaces: number | null): ScriptEntry[] {
	if (replaces === null) return entry ? [...entries, entry] : [...entries];
	if (!entries.some(({ id }) => id === replaces)) throw notFound('Parameter change not found.');
	return entries.flatMap((stored): ScriptEntry[] => (stored.id === replaces ? (entry ? [entry] : []) : [stored]));
}

export type ParameterTrials = ReturnType<typeof createParameterTrials>;
