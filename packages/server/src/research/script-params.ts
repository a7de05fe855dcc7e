import type { AnswerOf, Received } from '@sw/contract/define';
import type { research } from '@sw/contract/research';
import type { Algo } from '@sw/domain/reports/licence';
import {
	type CommentedEntry,
	entryProblem,
	marketParameters,
	type ScriptEntry,
	type StoredEntry,
	scriptValues,
} from '@sw/domain/research/script-params';
import { PARAMETERS_V1, type ParameterSet } from '@sw/domain/signals/parameters';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { malformed, notFound } from '../platform/errors.ts';
import type { ResearchParts } from './parts.ts';
import type { ParameterRecords } from './ports.ts';

type Answer = AnswerOf<(typeof research)['createScriptParams']>;
type Form = Received<(typeof research)['createScriptParams']>['body'];
type InForce = AnswerOf<(typeof research)['scriptParamsTimeframes']>;

export interface ScriptParams {
	list(): Promise<Answer[]>;
	one(id: number): Promise<Answer>;
	create(form: Form): Promise<Answer>;
	change(id: number, form: Form): Promise<Answer>;
	remove(id: number): Promise<void>;
	inForce(question: {
		timeframes?: readonly Timeframe[] | undefined;
		ticker?: string | undefined;
		algo?: Algo | undefined;
	}): Promise<InForce>;
}

/**
 * The parameter set that the engine shall score by: the built-in one with the changes that administrators made, under its own number. Compose
 * reads it once, before the market starts; reports name the set that they were built with.
 */
export const storedParameters = async (records: Pick<ParameterRecords, 'scriptEntries' | 'numberedSet'>): Promise<ParameterSet> => {
	const set = marketParameters(PARAMETERS_V1, await records.scriptEntries());
	return set === PARAMETERS_V1 ? PARAMETERS_V1 : records.numberedSet(set);
};

export const createScriptParams = (parts: ResearchParts): ScriptParams => {
	const { store, wallNow, parameters, provider, now } = parts;
	const records = store.parameters;

	const answerOf = async (entry: StoredEntry): Promise<Answer> => ({
		id: entry.id,
		timeframes: [...entry.timeframes],
		ticker_type: entry.tickerType,
		ticker_id: entry.tickerId,
		algo: entry.algo,
		params: { ...entry.values },
		comment: entry.comment,
		created: isoSeconds(entry.createdAt),
		updated: isoSeconds(entry.updatedAt),
		parameters_version: (await storedParameters(records)).version,
		in_force: parameters().version,
	});

	const entryOf = async (form: Form): Promise<CommentedEntry> => {
		const values = Object.fromEntries(Object.entries(form.params).filter(([, value]) => value !== undefined));
		const entry: ScriptEntry = {
			timeframes: TIMEFRAMES.map(({ name }) => name).filter((name) => form.timeframes.includes(name)),
			tickerType: form.ticker_type ?? null,
			tickerId: form.ticker_id ?? null,
			algo: form.algo ?? null,
			values,
		};
		const problem = entryProblem(entry);
		if (problem) throw malformed(problem.field, problem.message);
		if (entry.tickerId !== null && !(await provider.universe(now())).some(({ id }) => id === entry.tickerId))
			throw malformed('ticker_id', 'There is no such ticker.');
		return { ...entry, comment: form.comment };
	};

	const find = async (id: number): Promise<StoredEntry> => {
		const found = (await records.scriptEntries()).find((entry) => entry.id === id);
		if (!found) throw notFound('There are no such parameters.');
		return found;
	};

	return {
		list: async () => Promise.all((await records.scriptEntries()).map(answerOf)),
		one: async (id) => answerOf(await find(id)),
		create: async (form) => answerOf(await records.addScriptEntry(await entryOf(form), wallNow())),
		change: async (id, form) => {
			await find(id);
			const changed = await records.changeScriptEntry(id, await entryOf(form), wallNow());
			if (!changed) throw notFound('There are no such parameters.');
			return answerOf(changed);
		},
		remove: async (id) => {
			if (!(await records.removeScriptEntry(id))) throw notFound('There are no such parameters.');
			// The set without it gets its number at once, so that the next start finds it.
			await storedParameters(records);
		},
		inForce: async ({ timeframes = TIMEFRAMES.map(({ name }) => name), ticker, algo }) => {
			const universe = ticker === undefined ? [] : await provider.universe(now());
			const known = universe.find(({ id, symbol }) => String(id) === ticker || symbol === ticker?.toUpperCase());
			const entries = await records.scriptEntries();
			return {
				version: parameters().version,
				items: timeframes.map((timeframe) => ({
					timeframe,
					...scriptValues(PARAMETERS_V1, entries, { timeframe, tickerType: known?.type, tickerId: known?.id, algo }),
				})),
			};
		},
	};
};
