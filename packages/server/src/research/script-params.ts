import type { AnswerOf, HandlerInput } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Algo } from '@sw/domain/reports/licence';
import {
	type CommentedEntry,
	findEntryError,
	marketParameters,
	parameterValues,
	resolveScriptValues,
	resolveValueOrigins,
	SCRIPT_VALUE_NAMES,
	type ScriptEntry,
	type StoredEntry,
} from '@sw/domain/research/script-params';
import { PARAMETERS_V1, type ParameterSet } from '@sw/domain/signals/parameters';
import { isoSeconds } from '@sw/domain/time/format';
import { TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { createSemaphore } from '../platform/concurrency/semaphore.ts';
import { malformed, notFound, unknownTicker } from '../platform/errors.ts';
import type { ParameterRecords, ResearchParts } from './ports.ts';

type Answer = AnswerOf<(typeof research)['createScriptParams']>;
type Origins = AnswerOf<(typeof research)['scriptOrigins']>;
type Versions = AnswerOf<(typeof research)['parameterVersions']>;
type Form = HandlerInput<(typeof research)['createScriptParams']>['body'];
type CurrentValues = AnswerOf<(typeof research)['scriptParamsTimeframes']>;

export interface ScriptParams {
	list(): Promise<Answer[]>;
	get(id: number): Promise<Answer>;
	create(form: Form): Promise<Answer>;
	change(id: number, form: Form): Promise<Answer>;
	remove(id: number): Promise<void>;
	readCurrentValues(question: {
		timeframes?: readonly Timeframe[] | undefined;
		ticker?: string | undefined;
		algo?: Algo | undefined;
	}): Promise<CurrentValues>;
	/** Returns the current values, each with the parameter change that sets it. Throws not_found for an unknown ticker. */
	readOrigins(question: { ticker?: string | undefined; algo?: Algo | undefined }): Promise<Origins>;
	/** Returns all parameter sets that have ever been used, newest first. */
	listVersions(): Promise<Versions>;
}

export interface ScriptParamsParts extends Pick<ResearchParts, 'wallNow' | 'parameters' | 'provider' | 'now'> {
	readonly records: ParameterRecords;
	/** Called after a change, which takes effect with the next report. */
	readonly onChanged: () => Promise<void>;
}

/** Validates a change and returns the entry to store. Throws 'malformed' with the field, or a Problem with `unknownStatus` for an unknown ticker. */
export async function parseEntry(
	{ provider, now }: Pick<ResearchParts, 'provider' | 'now'>,
	{ params, timeframes, ticker_type, ticker_id, algo, comment }: Form,
	unknownStatus: 400 | 404 = 400,
): Promise<CommentedEntry> {
	const entry: ScriptEntry = {
		timeframes: TIMEFRAMES.map(({ name }) => name).filter((name) => timeframes.includes(name)),
		tickerType: ticker_type ?? null,
		tickerId: ticker_id ?? null,
		algo: algo ?? null,
		values: Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)),
	};
	const problem = findEntryError(entry);
	if (problem) throw malformed(problem.field, problem.message);
	const ticker = entry.tickerId === null ? undefined : (await provider.universe(now())).find(({ id }) => id === entry.tickerId);
	if (entry.tickerId !== null && !ticker) throw unknownTicker('ticker_id', unknownStatus);
	if (ticker && entry.tickerType !== null && ticker.type !== entry.tickerType)
		throw malformed('ticker_type', `The type of ${ticker.symbol} is ${ticker.type}: use this type or omit it.`);
	return { ...entry, comment };
}

export function createScriptParams({ records, wallNow, parameters, provider, now, onChanged }: ScriptParamsParts): ScriptParams {
	const toAnswers = async (entries: readonly StoredEntry[]): Promise<Answer[]> => {
		const storedVersion = (await loadStoredParameters(records)).version;
		const tickers = entries.some(({ tickerId }) => tickerId !== null) ? await provider.universe(now()) : [];
		const symbols = new Map(tickers.map(({ id, symbol }) => [id, symbol]));
		return entries.map((entry) => ({
			id: entry.id,
			timeframes: [...entry.timeframes],
			ticker_type: entry.tickerType,
			ticker_id: entry.tickerId,
			ticker: entry.tickerId === null ? null : (symbols.get(entry.tickerId) ?? String(entry.tickerId)),
			algo: entry.algo,
			params: { ...entry.values },
			comment: entry.comment,
			created: isoSeconds(entry.createdAt),
			updated: isoSeconds(entry.updatedAt),
			parameters_version: storedVersion,
			in_force: parameters().version,
		}));
	};
	const toAnswer = async (entry: StoredEntry): Promise<Answer> => (await toAnswers([entry]))[0] as Answer;
	const findTicker = async (text: string): Promise<Ticker | undefined> => {
		const allTickers = await provider.universe(now());
		// A listed ticker can have the symbol of an ended one, so listed tickers come first.
		const tickers = [...allTickers.filter(({ delisted }) => delisted === null), ...allTickers.filter(({ delisted }) => delisted !== null)];
		const normalized = normalizeSymbol(text);
		return (
			tickers.find(({ id, symbol }) => String(id) === text || symbol === text.toUpperCase()) ??
			tickers.find(({ symbol }) => symbol === normalized)
		);
	};

	const requireEntry = async (id: number): Promise<StoredEntry> => {
		const entry = (await records.scriptEntries()).find((entry) => entry.id === id);
		if (!entry) throw notFound('Parameter change not found.');
		return entry;
	};

	return {
		list: async () => toAnswers(await records.scriptEntries()),
		get: async (id) => toAnswer(await requireEntry(id)),
		create: async (form) => {
			const entry = await parseEntry({ provider, now }, form);
			refuseDuplicate(entry, await records.scriptEntries());
			const added = await records.addScriptEntry(entry, wallNow());
			await onChanged();
			return toAnswer(added);
		},
		change: async (id, form) => {
			await requireEntry(id);
			const entry = await parseEntry({ provider, now }, form, 404);
			refuseDuplicate(
				entry,
				(await records.scriptEntries()).filter((other) => other.id !== id),
			);
			const changed = await records.changeScriptEntry(id, entry, wallNow());
			if (!changed) throw notFound('Parameter change not found.');
			await onChanged();
			return toAnswer(changed);
		},
		remove: async (id) => {
			if (!(await records.removeScriptEntry(id))) throw notFound('Parameter change not found.');
			await onChanged();
		},
		readCurrentValues: async ({ timeframes = TIMEFRAMES.map(({ name }) => name), ticker, algo }) => {
			const foundTicker = ticker === undefined ? undefined : await findTicker(ticker);
			if (ticker !== undefined && !foundTicker) throw unknownTicker('ticker', 400, [ticker]);
			const entries = await records.scriptEntries();
			return {
				version: parameters().version,
				items: timeframes.map((timeframe) => ({
					timeframe,
					...resolveScriptValues(PARAMETERS_V1, entries, { timeframe, tickerType: foundTicker?.type, tickerId: foundTicker?.id, algo }),
				})),
			};
		},
		readOrigins: async ({ ticker, algo }) => {
			const foundTicker = ticker === undefined ? undefined : await findTicker(ticker);
			if (ticker !== undefined && !foundTicker) throw unknownTicker('ticker');
			const entries = await records.scriptEntries();
			return {
				version: parameters().version,
				ticker: foundTicker
					? { ticker_id: foundTicker.id, ticker: foundTicker.symbol, name: foundTicker.name, type: foundTicker.type }
					: null,
				items: TIMEFRAMES.map(({ name: timeframe }) => {
					const origins = resolveValueOrigins(PARAMETERS_V1, entries, {
						timeframe,
						tickerType: foundTicker?.type,
						tickerId: foundTicker?.id,
						algo,
					});
					const values = SCRIPT_VALUE_NAMES.map((name) => {
						const { value, builtIn, entry } = origins[name];
						return { name, value, built_in: builtIn, entry: entry?.id ?? null };
					});
					return { timeframe, values };
				}),
			};
		},
		listVersions: async () => {
			const currentVersion = parameters().version;
			const items = (await records.parameterSets()).map(({ version, parameters: set, createdAt }) => ({
				version,
				created: isoSeconds(createdAt),
				in_force: version === currentVersion,
				values: parameterValues(set),
			}));
			return { items: items.toSorted((a, b) => b.version - a.version) };
		},
	};
}

/** Throws if another change sets the same value in the same scope. */
function refuseDuplicate(entry: ScriptEntry, otherEntries: readonly StoredEntry[]): void {
	const getScope = ({ timeframes, tickerType, tickerId, algo }: ScriptEntry): string =>
		JSON.stringify([timeframes, tickerType, tickerId, algo]);
	for (const other of otherEntries) {
		if (getScope(other) !== getScope(entry)) continue;
		const name = SCRIPT_VALUE_NAMES.find((candidate) => entry.values[candidate] !== undefined && other.values[candidate] !== undefined);
		if (name)
			throw malformed(
				`params.${name}`,
				`Change ${other.id} already sets ${name} for the same tickers, timeframes and algo: edit that change.`,
			);
	}
}

type Records = Pick<ParameterRecords, 'scriptEntries' | 'numberedSet'>;

/** Returns the parameter set for the engine: the built-in set, or a separately numbered set with the administrators' changes. */
export async function loadStoredParameters(records: Records): Promise<ParameterSet> {
	const set = marketParameters(PARAMETERS_V1, await records.scriptEntries());
	return set === PARAMETERS_V1 ? PARAMETERS_V1 : records.numberedSet(set);
}

/** The current parameter set of this process. Reports name the set with which they were built. */
export interface CurrentParameters {
	/** Returns the same object until another set takes effect. */
	get(): ParameterSet;
	/** Reads the administrators' changes. Returns whether the current set has changed. */
	refresh(): Promise<boolean>;
}

export async function openCurrentParameters(records: Records): Promise<CurrentParameters> {
	let current = await loadStoredParameters(records);
	// Refreshes run one at a time, so an earlier read can't overwrite a later one.
	const runLimited = createSemaphore();
	return {
		get: () => current,
		refresh: () =>
			runLimited(async () => {
				const stored = await loadStoredParameters(records);
				if (stored.version === current.version) return false;
				current = stored;
				return true;
			}),
	};
}
