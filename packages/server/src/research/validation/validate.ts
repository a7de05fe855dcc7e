import type { AnswerOf } from '@sw/contract/base/define';
import type { research } from '@sw/contract/research/research';
import { type CallerAccount, licenceOf } from '@sw/domain/access/caller';
import { INFORMATION_STATES, type InformationState } from '@sw/domain/filings/information';
import type { Filter } from '@sw/domain/filters/filter';
import { findRecordStartReason, hasSameConditions } from '@sw/domain/filters/filter-record';
import {
	computeTickerHits,
	countOutcomes,
	orderOccurrences,
	rankTickers,
	sumOutcomesBySession,
	tallyEpisodes,
} from '@sw/domain/research/measured-episodes';
import { mainHorizonIndex, normalizeQuestion, questionKey, type SearchQuestion, trialKeys } from '@sw/domain/research/search-question';
import { tallyPValue } from '@sw/domain/research/search-statistics';
import { type Tally, tallyHistogram } from '@sw/domain/research/tally';
import { tabOperation } from '@sw/domain/signals/sector';
import { overfittingProbability, type PeriodCount } from '@sw/domain/statistics/overfitting';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { runInSteps } from '../../platform/concurrency/run-in-steps.ts';
import type { RunLimited } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import { malformed, unknownFilter } from '../../platform/errors.ts';
import { buildTableMetadata, readSlices } from '../../platform/tables/table.ts';
import type { TableFile } from '../../platform/tables/table-file.ts';
import type { DecisionLog } from '../decisions/decisions.ts';
import { createOccurrenceFile, type OccurrenceRow } from '../occurrence-file.ts';
import type { ResearchParts } from '../ports.ts';
import {
	buildEvidenceAnswer,
	buildMainAnswer,
	buildQuestionAnswer,
	buildResultsAnswer,
	buildTickersAnswer,
	fourDecimals,
	type Luck,
	NOTICE,
	type ValidationAnswer,
} from '../search/search-answers.ts';
import {
	type MultipleForm,
	type OccurrencesExport,
	type OccurrencesQuery,
	queryToForm,
	requireColumns,
	requireSpan,
	requireTicker,
	toSearchQuestion,
} from '../search/search-forms.ts';
import { drawBootstraps, findSessionAndBlock } from '../search/search-step.ts';
import { type Measurement, measureQuestion, measureUniverse } from './measure.ts';
import { buildCurveAnswer, buildOccurrenceAnswer, type OccurrenceAnswer, type OccurrenceContext } from './validation-answers.ts';

const MAX_CACHED = 100;
/** Maximum number of cached occurrences over all questions; each needs about 100 bytes. */
const MAX_CACHED_OCCURRENCES = 800_000;
const MAX_TICKERS = 100;
const MAX_OCCURRENCES = 200;

export type OverfittingAnswer = AnswerOf<(typeof research)['filterOverfitting']>;
export type ValidationProgress = { state: 'idle' | 'waiting' | 'running'; progress: number };

export interface OccurrencesAnswer {
	total_count: number;
	counts: { all: number; hits: number; losers: number; open: number };
	horizon: number;
	items: OccurrenceAnswer[];
}

/** Minimum number of filters for which choosing the best one matters. */
const MIN_FILTERS = 5;
/** Maximum number of filters to measure: each measurement reads all past reports. */
const MAX_FILTERS = 40;

export interface Validation {
	run(account: CallerAccount, form: MultipleForm): Promise<ValidationAnswer>;
	listOccurrences(account: CallerAccount, query: OccurrencesQuery): Promise<OccurrencesAnswer>;
	export(account: CallerAccount, query: OccurrencesExport): Promise<TableFile>;
	/** Estimates how likely the account's best filter is to rank below the median later, at main horizons. These measurements aren't trials. */
	estimateOverfitting(account: CallerAccount): Promise<OverfittingAnswer>;
	/** Progress of the account's newest unanswered question. */
	getProgress(account: CallerAccount): ValidationProgress;
}

/** A question measured for an account: the measurement, the account's luck, and the saved filter with the same conditions. */
interface ExaminedQuestion {
	measurement: Measurement;
	main: number;
	tally: Tally;
	luck: Luck;
	filter: Filter | null;
	symbolOf: (tickerId: number) => string;
}

/**
 * Measures a set of conditions over all past reports while the caller waits: the same steps as a search, but only the account's trials are stored.
 * `runLimited` runs one measurement at a time; repeated questions about the same reports are answered from memory.
 * `measureDecisions` returns the record of the account's own decisions in a filter's list.
 */
export function createValidation(parts: ResearchParts, runLimited: RunLimited, measureDecisions: DecisionLog['measureFilter']): Validation {
	const { reports, variants, filters } = parts.store;
	const singleFlight = createSingleFlight<string, Measurement>({
		maxCached: MAX_CACHED,
		weightLimit: { limit: MAX_CACHED_OCCURRENCES, computeWeight: ({ episodes }) => episodes.count },
	});
	/** Fraction done, 0 to 1, of each question that is being measured. */
	const progressByKey = new Map<string, number>();
	/** The question that each account is waiting for. */
	const latestKeyByAccount = new Map<string, string>();

	/** `key` must change with every published report or version, and with every correction of bars or splits. */
	const measureOnce = (question: SearchQuestion, newest: UtcMs | null, key: string): Promise<Measurement> =>
		singleFlight(key, () =>
			runLimited(() => {
				const onProgress = (fraction: number): void => void progressByKey.set(key, fraction);
				onProgress(0);
				return measureQuestion(parts, question, newest, onProgress).finally(() => progressByKey.delete(key));
			}),
		);

	const createKey = (span: { to: UtcMs; newest: number } | null | undefined, question: SearchQuestion): string =>
		`${span?.to}.${span?.newest}.${parts.barsVersion()}.${questionKey(question)}`;

	const findSavedFilter = async (account: CallerAccount, id: number | undefined, question: SearchQuestion): Promise<Filter | null> => {
		if (id === undefined) return null;
		const filter = await filters.filterOf(account.id, id);
		if (!filter) throw unknownFilter('filter', 400, [id]);
		return isSameQuestion(filter, question) ? filter : null;
	};

	const examine = async (account: CallerAccount, form: MultipleForm): Promise<ExaminedQuestion> => {
		const span = await reports.reportSpan(form.algo);
		const question = toSearchQuestion(form, {
			licence: licenceOf(account),
			cooldown: parts.parameters().cooldownBars,
			from: span?.from ?? parts.now(),
		});
		requireSpan(parts, question);
		await requireTicker(parts, question);
		await requireColumns(parts, question);
		const filter = await findSavedFilter(account, form.filter, question);
		const key = createKey(span, question);
		latestKeyByAccount.set(account.id, key);
		const measurement = await measureOnce(question, span?.to ?? null, key).finally(() => {
			if (latestKeyByAccount.get(account.id) === key) latestKeyByAccount.delete(account.id);
		});
		const main = mainHorizonIndex(question);
		const tally = measurement.tallies[main] as Tally;
		const trials = trialKeys(question);
		const pValues = measurement.tallies.map(tallyPValue);
		await variants.recordVariants(account.id, trials, { pValues, now: parts.wallNow() });
		const luck = { variants: await variants.variantCount(account.id), ...(await variants.variantPValues(account.id, trials)) };
		const symbols = new Map((await parts.provider.universe(parts.now())).map(({ id, symbol }) => [id as number, symbol]));
		return { measurement, main, tally, luck, filter, symbolOf: (id) => symbols.get(id) ?? String(id) };
	};

	const createContext = ({ measurement, main, filter, symbolOf }: ExaminedQuestion): OccurrenceContext => ({
		episodes: measurement.episodes,
		trades: measurement.trades,
		horizon: main,
		symbolOf,
		isSince: filter && createSinceTest(measurement, filter.conditionsAt),
	});

	const run = async (account: CallerAccount, form: MultipleForm): Promise<ValidationAnswer> => {
		const examined = await examine(account, form);
		const { measurement, main, tally, luck, filter, symbolOf } = examined;
		const { question, episodes } = measurement;
		const [first, last] = [measurement.reports[0], measurement.reports.at(-1)];
		const context = createContext(examined);
		const counts = countOutcomes(episodes, main);
		const results = buildResultsAnswer(question, measurement.tallies, luck);
		const shown = orderOccurrences(episodes, main, { outcome: 'all', sortBy: 'time', direction: 'desc' }, symbolOf);
		return {
			question: buildQuestionAnswer(question),
			reports: measurement.reports.length,
			first: first === undefined ? null : isoSeconds(first),
			last: last === undefined ? null : isoSeconds(last),
			open: counts.open,
			main,
			results,
			tickers: buildTickersAnswer(
				rankTickers(computeTickerHits(episodes, main), tally.n > 0 ? tally.sum / tally.n : 0).slice(0, MAX_TICKERS),
				tally,
				symbolOf,
			),
			evidence: buildEvidenceAnswer(measurement.evidence),
			notice: NOTICE,
			histogram: tallyHistogram(tally),
			curve: buildCurveAnswer(parts, measurement, results.find(({ horizon }) => horizon === question.horizons[main])?.n_eff ?? 0),
			occurrence_count: episodes.count,
			hit_count: counts.hits,
			loser_count: counts.losers,
			occurrences: Array.from(shown.subarray(0, MAX_OCCURRENCES), (i) => buildOccurrenceAnswer(context, i)),
			bootstrap: tally.bootstrap && [fourDecimals(tally.bootstrap[0]), fourDecimals(tally.bootstrap[1])],
			universe: await measureUniverse(parts, measurement, tally),
			information: await measureInformation(parts, measurement, luck),
			saved: filter && {
				...(await measureSavedRecord(parts, measurement, filter, luck)),
				decisions: await measureDecisions(account, filter.id),
			},
		};
	};

	/** Selects the occurrences of a query; `rows` are indices of episodes. */
	const selectOccurrences = async (account: CallerAccount, query: OccurrencesExport) => {
		const examined = await examine(account, queryToForm(query));
		const context = createContext(examined);
		const { episodes, isSince } = context;
		if (query.part !== undefined && isSince === null) throw malformed('part', 'Give the saved filter as well.');
		const isSelected = (i: number): boolean =>
			query.part === undefined || isSince === null || isSince(episodes.times[i]!) === (query.part === 'since');
		const sorting = { outcome: query.outcome, sortBy: query.sort_by, direction: query.sort_dir };
		const rows = orderOccurrences(episodes, examined.main, sorting, examined.symbolOf, isSelected);
		const { question } = examined.measurement;
		const horizon = question.horizons[examined.main]!;
		return {
			measurement: examined.measurement,
			question,
			horizon,
			context,
			rows,
			counts: countOutcomes(episodes, examined.main, isSelected),
		};
	};

	const estimateOverfitting = async (account: CallerAccount): Promise<OverfittingAnswer> => {
		const span = await reports.reportSpan('reverse');
		const savedFilters = (await filters.filtersOf(account.id)).filter(({ userId }) => userId === account.id).slice(0, MAX_FILTERS);
		const answer = { filters: savedFilters.length, least: MIN_FILTERS, sessions: 0, probability: null, hypothetical: true } as const;
		if (savedFilters.length < MIN_FILTERS || !span) return answer;
		const [first, last] = [span.from, span.to].map((time) => getSessionOrdinal(parts, time)) as [number, number];
		const trials: PeriodCount[][] = [];
		for (const filter of savedFilters) {
			const { tab, operation, strategy, entries, groups } = filter;
			const question = normalizeQuestion({
				tab,
				operation: operation ?? tabOperation(tab),
				algo: 'reverse',
				licence: licenceOf(account),
				strategy,
				filters: entries,
				groups,
				marketcap: [],
				ticker: null,
				from: span.from,
				to: null,
				cooldown: parts.parameters().cooldownBars,
			});
			const measurement = await measureOnce(question, span.to, createKey(span, question));
			const sessions = sumOutcomesBySession(measurement.episodes, mainHorizonIndex(question), (time) => getSessionOrdinal(parts, time), [
				first,
				last,
			]);
			trials.push(sessions.map(({ n, gain }) => [n, gain]));
		}
		const probability = overfittingProbability(trials);
		return { ...answer, sessions: last - first + 1, probability: probability === null ? null : fourDecimals(probability) };
	};

	return {
		run,
		estimateOverfitting,
		listOccurrences: async (account, { skip, max, ...query }) => {
			const { horizon, context, rows, counts } = await selectOccurrences(account, { ...query, format: 'json' });
			const page = rows.subarray(skip, skip + max);
			return { total_count: rows.length, counts, horizon, items: Array.from(page, (i) => buildOccurrenceAnswer(context, i)) };
		},
		export: async (account, query) => {
			const { measurement, question, horizon, context, rows } = await selectOccurrences(account, query);
			const read = (start: number, end: number): OccurrenceRow[] =>
				Array.from(rows.subarray(start, end), (i) => ({ ...buildOccurrenceAnswer(context, i), horizon }));
			const conditions = { ...buildQuestionAnswer(question), horizon, outcome: query.outcome, part: query.part ?? null, notice: NOTICE };
			const metadata = buildTableMetadata({
				parameters: parts.parameters().version,
				asOf: measurement.reports.at(-1) ?? null,
				simulated: parts.provider.simulated,
			});
			const name = `signalwheel-occurrences-${question.tab}`;
			return createOccurrenceFile(query.format, readSlices(rows.length, read), { question: conditions, metadata, name });
		},
		getProgress: ({ id }) => {
			const key = latestKeyByAccount.get(id);
			if (key === undefined) return { state: 'idle', progress: 0 };
			const fraction = progressByKey.get(key);
			return fraction === undefined ? { state: 'waiting', progress: 0 } : { state: 'running', progress: fraction };
		},
	};
}

/**
 * Measures three records at the main horizon: with a filing, without one, and unknown.
 * The state in an occurrence's first report decides. Yields to other work.
 */
async function measureInformation(
	parts: Pick<ResearchParts, 'calendar'>,
	{ question, episodes }: Measurement,
	luck: Luck,
): Promise<ValidationAnswer['information']> {
	const horizon = mainHorizonIndex(question);
	const measureState = async (state: InformationState) => {
		const stateIndex = INFORMATION_STATES.indexOf(state);
		const occurrences = episodes.information.reduce((count, stateOfOccurrence) => count + Number(stateOfOccurrence === stateIndex), 0);
		const isSelected = (i: number): boolean => episodes.information[i] === stateIndex;
		const tally = await runInSteps(
			tallyEpisodes(episodes, horizon, isSelected, (time) => findSessionAndBlock(parts, question, horizon, time)),
		);
		await drawBootstraps([tally]);
		return { occurrences, result: buildMainAnswer(question, tally, luck) };
	};
	return { with: await measureState('yes'), without: await measureState('no'), unknown: await measureState('unknown') };
}

/** Whether a question has the same conditions as a saved filter, ignoring market caps, dates and ticker. */
function isSameQuestion(filter: Filter, { tab, strategy, operation, filters, groups }: SearchQuestion): boolean {
	return hasSameConditions(filter, { tab, strategy, operation, entries: filters, groups });
}

/** Creates a predicate: whether the report of a time was published live after the wall-clock instant `at`. */
function createSinceTest({ liveAt }: Pick<Measurement, 'liveAt'>, at: UtcMs): (time: number) => boolean {
	return (time) => (liveAt.get(time) ?? Number.NEGATIVE_INFINITY) > at;
}

/**
 * Measures the record of a filter before and since it was saved, at the main horizon. The time of an occurrence's first report decides.
 * Yields to other work.
 */
async function measureSavedRecord(
	parts: Pick<ResearchParts, 'calendar'>,
	measurement: Measurement,
	filter: Filter,
	luck: Luck,
): Promise<Omit<NonNullable<ValidationAnswer['saved']>, 'decisions'>> {
	const { question, episodes, reports } = measurement;
	const isSince = createSinceTest(measurement, filter.conditionsAt);
	const horizon = mainHorizonIndex(question);
	const measurePart = async (isAfterSave: boolean) => {
		let occurrences = 0;
		for (const time of episodes.times) if (isSince(time) === isAfterSave) occurrences++;
		const isSelected = (i: number): boolean => isSince(episodes.times[i]!) === isAfterSave;
		const tallySteps = tallyEpisodes(episodes, horizon, isSelected, (time) => findSessionAndBlock(parts, question, horizon, time));
		const tally = await runInSteps(tallySteps);
		await drawBootstraps([tally]);
		return {
			reports: reports.filter((time) => isSince(time) === isAfterSave).length,
			occurrences,
			result: buildMainAnswer(question, tally, luck),
		};
	};
	return {
		filter: filter.id,
		name: filter.name,
		at: isoSeconds(filter.conditionsAt),
		begins: findRecordStartReason(filter),
		before: await measurePart(false),
		since: await measurePart(true),
	};
}

/** Returns the ordinal of the session of a report; 0 before the first session. */
function getSessionOrdinal({ calendar }: Pick<ResearchParts, 'calendar'>, time: number): number {
	return calendar.lastOpened((time - 1) as UtcMs)?.ordinal ?? 0;
}
