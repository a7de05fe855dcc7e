import { toUnsignedWords } from '@sw/domain/research/episodes';
import { mainHorizonIndex, type SearchQuestion, trialKeys } from '@sw/domain/research/search-question';
import { tallyPValue } from '@sw/domain/research/search-statistics';
import type { SearchPart, SearchTask } from '@sw/domain/research/search-task';
import { createTally, type Tally } from '@sw/domain/research/tally';
import { computeWalkForwardEvidence, type Evidence } from '@sw/domain/research/walk-forward-evidence';
import type { Session } from '@sw/domain/time/calendar';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { ResearchParts } from '../ports.ts';
import { type Episode, findEpisodeTimes, getGrid } from './search-scan.ts';
import { drawBootstraps, type SearchProgress, stepSearch } from './search-step.ts';

/** Length of a step. A crash repeats at most one step; progress is saved and cancellation is checked after each step. */
const SESSIONS_PER_STEP = 21;
/** Maximum number of occurrences of a search, because a filter that matches nearly everything would fill the store. */
export const MAX_OCCURRENCES = 300_000;
/** Keys that tallies of earlier product versions lack. */
const RECENT_TALLY_KEYS: readonly (keyof Tally)[] = ['costed', 'costWindow', 'sessions', 'numbered'];

/** 'canceled' also means that another run took over the task. A finished open-ended task can be continued. */
export type SearchEnd = 'done' | 'canceled' | 'failed';

/**
 * Continues a search from its last committed step to its end or the newest report. Each step is committed on its own,
 * so after a crash the next run repeats only the interrupted step.
 */
export async function runSearch(
	parts: ResearchParts,
	id: number,
	signal: AbortSignal,
	notify: (phase: string, fraction: number) => void = () => {},
): Promise<SearchEnd> {
	const { searches, reports } = parts.store;
	const storedTask = await searches.taskById(id);
	const task = storedTask && (await restartIfStale(parts, storedTask));
	if (!task || (task.state !== 'waiting' && task.state !== 'running' && task.state !== 'done')) return 'canceled';
	const isContinued = task.state === 'done';
	if (!isContinued && !(await searches.changeTask(task, { state: 'running' }))) return 'canceled';
	const { question } = task;
	const span = await reports.reportSpan(question.algo);
	const endTime = span ? (Math.min(question.to ?? span.to, span.to) as UtcMs) : question.from;
	const beginTime = Math.max(question.from, span?.from ?? question.from) - 1;
	const progress = await loadProgress(parts, task);
	let scannedUntil = task.scannedUntil ?? (beginTime as UtcMs);
	const stepEndTimes = computeStepEnds(parts, scannedUntil, findLastExit(parts, question, endTime, span?.to ?? endTime));
	for (const until of stepEndTimes) {
		signal.throwIfAborted();
		const step = await stepSearch(parts, question, progress, { after: scannedUntil, until });
		// Bootstraps are drawn only at the end, because their cost grows with the number of sessions.
		if (until === stepEndTimes.at(-1)) await drawBootstraps(progress.tallies);
		const fraction = endTime > beginTime ? Math.min(1, (until - beginTime) / (endTime - beginTime)) : 1;
		const isCommitted = await searches.commitAdvance(task, {
			scannedUntil: until,
			readSeq: span?.newest ?? 0,
			progress: fraction,
			tallies: new Map(question.horizons.map((horizon, i) => [horizon, progress.tallies[i] as Tally])),
			added: step.added.map((episode) => ({ ...toPartColumns(episode), pending: countPending(episode, until) })),
			closed: step.changed.map((episode) => ({ id: episode.id as number, ...pickResult(episode), pending: countPending(episode, until) })),
		});
		if (!isCommitted) return 'canceled';
		notify(`Searched up to ${newYorkDate(until)}`, fraction);
		// This step stored its open episodes; the next step needs their ids.
		if (progress.pending.length > 0) progress.pending = (await searches.pendingParts(id)).map((part) => toEpisode(parts, question, part));
		scannedUntil = until;
		if ((await searches.partCount(id)) > MAX_OCCURRENCES) return failTooMany(parts, task);
	}
	// Computing evidence reads every episode, so a continued search renews its evidence only after a session's close.
	const renewsEvidence = !isContinued || parts.calendar.lastOpened(scannedUntil)?.close === scannedUntil;
	return finishTask(parts, task, progress, renewsEvidence);
}

/** Whether reports that the task has read have since been replaced by other versions. */
export async function hasPastChanged({ store }: ResearchParts, { question, scannedUntil, readSeq }: SearchTask): Promise<boolean> {
	return scannedUntil !== null && (await store.reports.countedAfter(question.from, scannedUntil, question.algo, readSeq));
}

/** Returns the task to continue. Restarts the task from its beginning if past reports or the format of tallies have changed. */
async function restartIfStale(parts: ResearchParts, task: SearchTask): Promise<SearchTask | undefined> {
	return (await hasPastChanged(parts, task)) || (await hasOutdatedTallies(parts, task))
		? parts.store.searches.restartTask(task.id, { question: task.question, now: parts.wallNow() })
		: task;
}

/** Whether an earlier product version made the task's tallies: with default or monthly costs, without sessions, or with blocks by entry. */
async function hasOutdatedTallies({ store }: ResearchParts, { id }: SearchTask): Promise<boolean> {
	const tallies = (await store.searches.talliesOf([id])).get(id);
	return [...(tallies?.values() ?? [])].some((tally) => RECENT_TALLY_KEYS.some((key) => !(key in tally)));
}

async function failTooMany({ store, wallNow }: ResearchParts, task: SearchTask): Promise<SearchEnd> {
	const note = `More than ${MAX_OCCURRENCES} occurrences: use narrower conditions or a shorter date range.`;
	await store.searches.changeTask(task, { state: 'failed', note, finishedAt: wallNow() });
	return 'failed';
}

/** Returns the instant up to which a search reads reports: until its last episode is closed, or the newest report. */
function findLastExit(parts: ResearchParts, question: SearchQuestion, end: UtcMs, newest: UtcMs): UtcMs {
	if (question.to === null || question.to >= newest) return newest;
	const grid = getGrid(parts, question);
	// One bar more than the longest horizon, in case the entry is in the next session.
	const exit = grid.endOf(grid.barAt(end) + (question.horizons.at(-1) ?? 1) + 1);
	return Math.min(exit, newest) as UtcMs;
}

/** Returns the ends of the steps after `startTime`: a close every SESSIONS_PER_STEP sessions, and `endTime`. */
export function computeStepEnds({ calendar }: ResearchParts, startTime: UtcMs, endTime: UtcMs): UtcMs[] {
	const ends: UtcMs[] = [];
	const first = calendar.lastOpened(startTime + 1) ?? calendar.nextToOpen(startTime);
	for (let ordinal = (first?.ordinal ?? 0) + SESSIONS_PER_STEP - 1; ; ordinal += SESSIONS_PER_STEP) {
		const session: Session | undefined = calendar.sessionByOrdinal(ordinal);
		if (!session || session.close >= endTime) break;
		if (session.close > startTime) ends.push(session.close);
	}
	return endTime > startTime ? [...ends, endTime] : ends;
}

/** Loads what the next step needs from earlier runs. */
async function loadProgress(parts: ResearchParts, task: SearchTask): Promise<SearchProgress> {
	const { searches } = parts.store;
	const { id, question, scannedUntil } = task;
	const tallies = (await searches.talliesOf([id])).get(id);
	const grid = getGrid(parts, question);
	// A generous estimate: a bar lasts at most a day, and two consecutive closed days are rare.
	const readSince = ((scannedUntil ?? question.from) - (question.cooldown + 5) * 2 * DAY) as UtcMs;
	const last = scannedUntil === null ? new Map<number, UtcMs>() : await searches.lastEpisodes(id, readSince);
	return {
		starts: new Map(Array.from(last, ([ticker, time]) => [ticker, grid.barAt(time)])),
		pending: (await searches.pendingParts(id)).map((part) => toEpisode(parts, question, part)),
		tallies: question.horizons.map((horizon) => tallies?.get(horizon) ?? createTally()),
	};
}

function countPending({ exits }: Episode, until: UtcMs): number {
	return exits.filter((exit) => exit > until).length;
}

function pickResult({ tier, hits, excess, base }: Episode) {
	return { tier, hits, excess, base };
}

function toPartColumns(episode: Episode) {
	return {
		tickerId: episode.tickerId,
		time: episode.time,
		entry: episode.entry,
		words: episode.words.map((word) => word | 0),
		lit: episode.litSectors,
		rate: episode.rate,
		reconstructed: episode.reconstructed,
		...pickResult(episode),
	};
}

/** Converts a stored occurrence back into an episode. */
export function toEpisode(parts: ResearchParts, question: SearchQuestion, part: SearchPart): Episode {
	const grid = getGrid(parts, question);
	const { exits = [] } = findEpisodeTimes(parts, grid, grid.barAt(part.time), part.entry, question.horizons) ?? {};
	return {
		id: part.id,
		tickerId: part.tickerId,
		time: part.time,
		entry: part.entry,
		exits,
		words: toUnsignedWords(part.words),
		litSectors: part.lit,
		rate: part.rate,
		tier: part.tier,
		reconstructed: part.reconstructed,
		hits: part.hits,
		excess: part.excess,
		base: part.base,
	};
}

async function finishTask(parts: ResearchParts, task: SearchTask, progress: SearchProgress, renewsEvidence: boolean): Promise<SearchEnd> {
	const { searches, variants } = parts.store;
	const { question, userId } = task;
	const main = mainHorizonIndex(question);
	const pValues = progress.tallies.map(tallyPValue);
	await variants.recordVariants(userId, trialKeys(question), { pValues, now: parts.wallNow() });
	const evidence = renewsEvidence ? await computeEvidence(parts, task, main) : task.evidence;
	const isSaved = await searches.changeTask(task, { state: 'done', progress: 1, note: '', evidence, finishedAt: parts.wallNow() });
	return isSaved ? 'done' : 'canceled';
}

async function computeEvidence(parts: ResearchParts, { id, question }: SearchTask, main: number): Promise<Evidence | null> {
	const rows = await parts.store.searches.measuredParts(id, main);
	const grid = getGrid(parts, question);
	const bars = rows.map(({ time }) => grid.barAt(time));
	return computeWalkForwardEvidence(
		{
			bars,
			rates: rows.map(({ rate }) => rate),
			hits: rows.map(({ hit }) => hit),
			excess: rows.map(({ excess }) => excess),
		},
		findQuarterStarts(rows, bars),
		question.horizons[main]!,
	);
}

/** Returns the first bar with an episode in each calendar quarter. */
export function findQuarterStarts(rows: readonly { time: UtcMs }[], bars: readonly number[]): number[] {
	const quarter = (ms: number): string => `${new Date(ms).getUTCFullYear()}.${Math.floor(new Date(ms).getUTCMonth() / 3)}`;
	return rows.flatMap(({ time }, i) => (i === 0 || quarter(time) !== quarter((rows[i - 1] as { time: UtcMs }).time) ? [bars[i]!] : []));
}
