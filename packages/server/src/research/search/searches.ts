import { type CallerAccount, licenceOf } from '@sw/domain/access/caller';
import { LICENCES } from '@sw/domain/reports/licence';
import { mainHorizonIndex, questionKey, type SearchQuestion, trialKeys } from '@sw/domain/research/search-question';
import type { SearchPart, SearchTask } from '@sw/domain/research/search-task';
import { createTally, type Tally } from '@sw/domain/research/tally';
import type { UtcMs } from '@sw/domain/time/units';
import { notFound, Problem, unknownSearch } from '../../platform/errors.ts';
import { buildTableMetadata } from '../../platform/tables/table.ts';
import type { TableFile, TableFormat } from '../../platform/tables/table-file.ts';
import { createSearchFile, type SearchRow } from '../occurrence-file.ts';
import type { ResearchParts } from '../ports.ts';
import { measureEndedTickers, type UniverseAnswer } from './ended-tickers.ts';
import { toEpisode } from './run-search.ts';
import {
	buildEvidenceAnswer,
	buildPartAnswer,
	buildPathAnswer,
	buildQuestionAnswer,
	buildTaskAnswer,
	buildTickersAnswer,
	computeSectorBits,
	type FullPartAnswer,
	type FullTaskAnswer,
	type Luck,
	NOTICE,
	type PartAnswer,
	type TaskAnswer,
} from './search-answers.ts';
import {
	applyChange,
	requireColumns,
	requireSpan,
	requireTicker,
	type SearchChangeForm,
	type SearchForm,
	toSearchQuestion,
} from './search-forms.ts';
import { createUnmeasuredOutcomes, type Episode, getGrid } from './search-scan.ts';
import { walkEpisodes } from './search-walk.ts';

/** Limits of searches per account, and of tickers listed with a search. */
const MAX_TASKS = 50;
const MAX_TICKERS = 100;

/** Occurrences read per query for a file. */
const PARTS_PER_READ = 1_000;

export interface PartsForm {
	from?: UtcMs | undefined;
	to?: UtcMs | undefined;
	sector_types?: readonly string[] | undefined;
	task?: number | undefined;
	sort_by: 'time' | 'rate' | 'excess';
	sort_dir: 'asc' | 'desc';
	skip: number;
	max: number;
}

/** Searches of past reports, from an account's point of view. */
export interface Searches {
	list(account: CallerAccount): Promise<TaskAnswer[]>;
	create(account: CallerAccount, form: SearchForm): Promise<TaskAnswer>;
	get(account: CallerAccount, id: number): Promise<FullTaskAnswer>;
	/** Returns 'same' if the form changes nothing. */
	change(account: CallerAccount, id: number, form: SearchChangeForm): Promise<TaskAnswer | 'same'>;
	remove(account: CallerAccount, id: number): Promise<void>;
	listParts(account: CallerAccount, form: PartsForm): Promise<{ total_count: number; items: PartAnswer[] }>;
	getPart(account: CallerAccount, id: number): Promise<FullPartAnswer>;
	export(account: CallerAccount, request: { task: number; format: TableFormat }): Promise<TableFile>;
}

export function createSearches(parts: ResearchParts, start: (task: SearchTask) => Promise<void>): Searches {
	const { searches, variants } = parts.store;

	/** Whether the account's present licence includes the reports of a search. Without such a licence, the search is inaccessible. */
	const isWithinLicence = ({ question }: SearchTask, account: CallerAccount): boolean =>
		LICENCES.indexOf(question.licence) <= LICENCES.indexOf(licenceOf(account));

	const requireTask = async (account: CallerAccount, id: number, field = 'id'): Promise<SearchTask> => {
		const task = await searches.taskById(id);
		if (!task || task.userId !== account.id) throw unknownSearch(field);
		if (!isWithinLicence(task, account))
			throw new Problem('denied', { detail: `This search uses reports that need the licence ${task.question.licence}.` });
		return task;
	};

	const loadLuck = async (account: CallerAccount, task: SearchTask): Promise<Luck> => ({
		variants: await variants.variantCount(account.id),
		...(await variants.variantPValues(account.id, trialKeys(task.question))),
	});

	const createSymbolLookup = async (): Promise<(id: number) => string> => {
		const symbols = new Map((await parts.provider.universe(parts.now())).map(({ id, symbol }) => [id as number, symbol]));
		return (id) => symbols.get(id) ?? String(id);
	};

	const buildAnswer = async (account: CallerAccount, task: SearchTask): Promise<TaskAnswer> =>
		buildTaskAnswer(task, (await searches.talliesOf([task.id])).get(task.id) ?? new Map(), await loadLuck(account, task));

	const startTask = async (task: SearchTask): Promise<void> => {
		await variants.recordVariants(task.userId, trialKeys(task.question), { now: parts.wallNow() });
		await start(task);
	};

	const presentPart = (task: SearchTask, part: SearchPart, symbolOf: (id: number) => string): PartAnswer =>
		buildPartAnswer(task, toEpisode(parts, task.question, part), symbolOf(part.tickerId));

	/** Computes how much of a search's result at the main horizon is due to tickers that have ended. */
	const summarizeUniverse = ({ id, question }: SearchTask, tally: Tally | undefined): Promise<UniverseAnswer> => {
		const horizon = mainHorizonIndex(question);
		return measureEndedTickers(parts, question, async (ended) => {
			const { tickers, parts: measuredParts } = await searches.measuredTickers(id, { horizon, tickerIds: ended });
			const { n, hits, sum, reconstructed } = tally ?? createTally();
			const endedOccurrences = measuredParts.map((part) => {
				const { tickerId, entry, exits, hits, excess } = toEpisode(parts, question, part);
				return { tickerId, entry, exit: exits[horizon]!, hit: hits[horizon]!, excess: excess[horizon]! };
			});
			return { totals: { tickers, n, hits, sum, reconstructed }, endedOccurrences };
		});
	};

	/** Yields the search's occurrences in batches, with a row for each horizon. */
	async function* readRows(task: SearchTask, symbolOf: (id: number) => string): AsyncGenerator<SearchRow[]> {
		const question = { taskIds: [task.id], lit: 0, sortBy: 'time', direction: 'desc', max: PARTS_PER_READ } as const;
		for (let skip = 0; ; skip += PARTS_PER_READ) {
			const { parts: batchParts } = await searches.partsOf(task.userId, { ...question, skip });
			yield batchParts.flatMap((part) => {
				const { outcomes, ...occurrence } = presentPart(task, part, symbolOf);
				return outcomes.map(({ horizon, exit, hit, excess }) => ({ ...occurrence, since_saved: null, horizon, exit, hit, excess }));
			});
			if (batchParts.length < PARTS_PER_READ) return;
		}
	}

	return {
		list: async (account) => {
			const tasks = (await searches.tasksOf(account.id)).filter((task) => isWithinLicence(task, account));
			const tallies = await searches.talliesOf(tasks.map(({ id }) => id));
			return Promise.all(
				tasks.map(async (task) => buildTaskAnswer(task, tallies.get(task.id) ?? new Map(), await loadLuck(account, task))),
			);
		},
		create: async (account, form) => {
			if ((await searches.taskCount(account.id)) >= MAX_TASKS)
				throw new Problem('denied', { detail: `An account can keep at most ${MAX_TASKS} searches: delete one first.` });
			const question = toSearchQuestion(form, {
				licence: licenceOf(account),
				cooldown: parts.parameters().cooldownBars,
				from: (await parts.store.reports.reportSpan(form.algo))?.from ?? parts.now(),
			});
			requireSpan(parts, question);
			await requireTicker(parts, question);
			await requireColumns(parts, question);
			const task = await searches.addTask({ userId: account.id, name: form.name ?? 'Search', question, now: parts.wallNow() });
			await startTask(task);
			return buildAnswer(account, task);
		},
		get: async (account, id) => {
			const task = await requireTask(account, id);
			const main = mainHorizonIndex(task.question);
			const tally = (await searches.talliesOf([id])).get(id)?.get(task.question.horizons[main]!);
			return {
				...(await buildAnswer(account, task)),
				main,
				tickers: buildTickersAnswer(
					await searches.tickerHits(id, { horizon: main, prior: tally && tally.n > 0 ? tally.sum / tally.n : 0, limit: MAX_TICKERS }),
					tally,
					await createSymbolLookup(),
				),
				evidence: buildEvidenceAnswer(task.evidence),
				notice: NOTICE,
				universe: await summarizeUniverse(task, tally),
			};
		},
		change: async (account, id, form) => {
			const task = await requireTask(account, id);
			const question = applyChange(task.question, form, licenceOf(account));
			if (form.from !== undefined || form.to !== undefined) requireSpan(parts, question);
			await requireTicker(parts, question, 404);
			await requireColumns(parts, question);
			const newQuestion = questionKey(question) !== questionKey(task.question) ? question : undefined;
			const isRenamed = form.name !== undefined && form.name !== task.name;
			const now = parts.wallNow();
			const isEnded = task.state === 'done' || task.state === 'failed' || task.state === 'canceled';
			const shouldStop = form.state === 'canceled' && !isEnded;
			const shouldResume = form.state === 'running' && (task.state === 'canceled' || task.state === 'failed');
			if (!newQuestion && !isRenamed && !shouldStop && !shouldResume) return 'same';
			if (isRenamed) await searches.changeTask(task, { name: form.name as string, updatedAt: now });
			if (shouldStop && !newQuestion) await searches.changeTask(task, { state: 'canceled', updatedAt: now, finishedAt: now });
			if (newQuestion || shouldResume) {
				const restarted = await searches.restartTask(id, { ...(newQuestion ? { question: newQuestion } : {}), now });
				if (restarted) await startTask(restarted);
			}
			return buildAnswer(account, await requireTask(account, id));
		},
		remove: async (account, id) => {
			await requireTask(account, id);
			await searches.removeTask(id);
		},
		listParts: async (account, form) => {
			const tasks = new Map(
				(await searches.tasksOf(account.id)).filter((task) => isWithinLicence(task, account)).map((task) => [task.id, task]),
			);
			if (form.task !== undefined && !tasks.has(form.task)) throw unknownSearch('task', 400);
			const taskIds = form.task === undefined ? [...tasks.keys()] : [form.task].filter((id) => tasks.has(id));
			const { total, parts: pageParts } = await searches.partsOf(account.id, {
				taskIds,
				from: form.from,
				to: form.to,
				lit: computeSectorBits(form.sector_types ?? []),
				sortBy: form.sort_by,
				direction: form.sort_dir,
				skip: form.skip,
				max: form.max,
			});
			const symbolOf = await createSymbolLookup();
			return { total_count: total, items: pageParts.map((part) => presentPart(tasks.get(part.taskId) as SearchTask, part, symbolOf)) };
		},
		export: async (account, { task: id, format }) => {
			const task = await requireTask(account, id, 'task');
			const symbolOf = await createSymbolLookup();
			const metadata = buildTableMetadata({
				parameters: parts.parameters().version,
				asOf: task.scannedUntil,
				simulated: parts.provider.simulated,
			});
			const question = { name: task.name, ...buildQuestionAnswer(task.question), notice: NOTICE };
			return createSearchFile(format, readRows(task, symbolOf), { question, metadata, name: `signalwheel-search-${id}` });
		},
		getPart: async (account, id) => {
			const part = await searches.partOf(account.id, id);
			if (!part) throw notFound('Occurrence not found.');
			const task = await requireTask(account, part.taskId);
			const path = await computePath(parts, task.question, toEpisode(parts, task.question, part));
			return { ...presentPart(task, part, await createSymbolLookup()), path: buildPathAnswer(path) };
		},
	};
}

/** Computes an episode's excess return after costs at the end of each bar up to the longest horizon. Unmeasurable bars are omitted. */
async function computePath(parts: ResearchParts, question: SearchQuestion, episode: Episode): Promise<{ time: UtcMs; excess: number }[]> {
	const reportSpan = await parts.store.reports.reportSpan(question.algo);
	const longest = question.horizons.at(-1);
	if (!reportSpan || longest === undefined) return [];
	const grid = getGrid(parts, question);
	const bar = grid.barAt(episode.time);
	const horizons = Array.from({ length: longest }, (_, i) => i + 1);
	const barEpisode: Episode = {
		...episode,
		exits: horizons.map((horizon) => grid.endOf(bar + horizon)),
		...createUnmeasuredOutcomes(longest),
	};
	const span = { after: (episode.entry - 1) as UtcMs, until: reportSpan.to };
	await walkEpisodes(parts, { ...question, horizons }, [barEpisode], span, () => {});
	return barEpisode.exits.flatMap((time, i) => {
		const excess = barEpisode.excess[i]!;
		return Number.isNaN(excess) ? [] : [{ time, excess }];
	});
}
