import { toUnsignedWords } from '@sw/domain/research/episodes';
import { mainHorizonIndex, type SearchQuestion, trialKeys } from '@sw/domain/research/search-question';
import { tallyPValue } from '@sw/domain/research/search-statistics';
import type { SearchPart, SearchTask } from '@sw/domain/research/search-task';
import { createTally, type Tally } from '@sw/domain/research/tally';
import { type Evidence, walkForwardEvidence } from '@sw/domain/research/walk-forward-evidence';
import type { Session } from '@sw/domain/time/calendar';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { ResearchParts } from '../ports.ts';
import { type Episode, gridFor, spanOfEpisode } from './search-scan.ts';
import { drawBootstraps, type SearchProgress, stepSearch } from './search-step.ts';

/** Length of a step. A crash repeats at most one step; progress is saved and cancellation is checked after each step. */
const SESSIONS_PER_STEP = 21;
/** Maximum number of occurrences of a search, because a filter that matches nearly everything would fill the store. */
export const MAX_PARTS = 300_000;
/** Keys that tallies of earlier product versions lack. */
const CURRENT_KEYS: readonly (keyof Tally)[] = ['costed', 'costWindow', 'sessions', 'numbered'];

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
	notify: (phase: string, share: number) => void = () => {},
): Promise<SearchEnd> {
	const { searches, reports } = parts.store;
	const stored = await searches.taskById(id);
	const task = stored && (await restartIfStale(parts, stored));
	if (!task || (task.state !== 'waiting' && task.state !== 'running' && task.state !== 'done')) return 'canceled';
	const isContinued = task.state === 'done';
	if (!isContinued && !(await searches.changeTask(task, { state: 'running' }))) return 'canceled';
	const { question } = task;
	const span = await reports.reportSpan(question.algo);
	const end = span ? (Math.min(question.to ?? span.to, span.to) as UtcMs) : question.from;
	const begin = Math.max(question.from, span?.from ?? question.from) - 1;
	const progress = await loadProgress(parts, task);
	let scannedUntil = task.scannedUntil ?? (begin as UtcMs);
	const ends = stepEnds(parts, scannedUntil, lastExit(parts, question, end, span?.to ?? end));
	for (const until of ends) {
		signal.throwIfAborted();
		const step = await stepSearch(parts, question, progress, { after: scannedUntil, until });
		// Bootstraps are drawn only at the end, because their cost grows with the number of sessions.
		if (until === ends.at(-1)) await drawBootstraps(progress.tallies);
		const share = end > begin ? Math.min(1, (until - begin) / (end - begin)) : 1;
		const isCommitted = await searches.commitAdvance(task, {
			scannedUntil: until,
			readSeq: span?.newest ?? 0,
			progress: share,
			tallies: new Map(question.horizons.map((horizon, i) => [horizon, progress.tallies[i] as Tally])),
			added: step.added.map((episode) => ({ ...partColumns(episode), pending: pendingAt(episode, until) })),
			closed: step.changed.map((episode) => ({ id: episode.id as number, ...resultOf(episode), pending: pendingAt(episode, until) })),
		});
		if (!isCommitted) return 'canceled';
		notify(`Searched up to ${newYorkDate(until)}`, share);
		// This step stored its open episodes; the next step needs their ids.
		if (progress.pending.length > 0) progress.pending = (await searches.pendingParts(id)).map((part) => episodeOf(parts, question, part));
		scannedUntil = until;
		if ((await searches.partCount(id)) > MAX_PARTS) return failTooMany(parts, task);
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
	return [...(tallies?.values() ?? [])].some((tally) => CURRENT_KEYS.some((key) => !(key in tally)));
}

async function failTooMany({ store, wallNow }: ResearchParts, task: SearchTask): Promise<SearchEnd> {
	const note = `More than ${MAX_PARTS} occurrences: use narrower conditions or a shorter date range.`;
	await store.searches.changeTask(task, { state: 'failed', note, finishedAt: wallNow() });
	return 'failed';
}

/** Returns the instant up to which a search reads reports: until its last episode is closed, or the newest report. */
function lastExit(parts: ResearchParts, question: SearchQuestion, end: UtcMs, newest: UtcMs): UtcMs {
	if (question.to === null || question.to >= newest) return newest;
	const grid = gridFor(parts, question);
	// One bar more than the longest horizon, in case the entry is in the next session.
	const exit = grid.endOf(grid.barAt(end) + (question.horizons.at(-1) ?? 1) + 1);
	return Math.min(exit, newest) as UtcMs;
}

/** Returns the ends of the steps after `after`: a close every SESSIONS_PER_STEP sessions, and `end`. */
export function stepEnds({ calendar }: ResearchParts, after: UtcMs, end: UtcMs): UtcMs[] {
	const ends: UtcMs[] = [];
	const first = calendar.lastOpened(after + 1) ?? calendar.nextToOpen(after);
	for (let ordinal = (first?.ordinal ?? 0) + SESSIONS_PER_STEP - 1; ; ordinal += SESSIONS_PER_STEP) {
		const session: Session | undefined = calendar.sessionByOrdinal(ordinal);
		if (!session || session.close >= end) break;
		if (session.close > after) ends.push(session.close);
	}
	return end > after ? [...ends, end] : ends;
}

/** Loads what the next step needs from earlier runs. */
async function loadProgress(parts: ResearchParts, task: SearchTask): Promise<SearchProgress> {
	const { searches } = parts.store;
	const { id, question, scannedUntil } = task;
	const tallies = (await searches.talliesOf([id])).get(id);
	const grid = gridFor(parts, question);
	// A generous estimate: a bar lasts at most a day, and two consecutive closed days are rare.
	const since = ((scannedUntil ?? question.from) - (question.cooldown + 5) * 2 * DAY) as UtcMs;
	const last = scannedUntil === null ? new Map<number, UtcMs>() : await searches.lastEpisodes(id, since);
	return {
		starts: new Map(Array.from(last, ([ticker, time]) => [ticker, grid.barAt(time)])),
		pending: (await searches.pendingParts(id)).map((part) => episodeOf(parts, question, part)),
		tallies: question.horizons.map((horizon) => tallies?.get(horizon) ?? createTally()),
	};
}

function pendingAt({ exits }: Episode, until: UtcMs): number {
	return exits.filter((exit) => exit > until).length;
}

function resultOf({ tier, hits, excess, base }: Episode) {
	return { tier, hits, excess, base };
}

function partColumns(episode: Episode) {
	return {
		tickerId: episode.tickerId,
		time: episode.time,
		entry: episode.entry,
		words: episode.words.map((word) => word | 0),
		lit: episode.litSectors,
		rate: episode.rate,
		reconstructed: episode.reconstructed,
		...resultOf(episode),
	};
}

/** Converts a stored occurrence back into an episode. */
export function episodeOf(parts: ResearchParts, question: SearchQuestion, part: SearchPart): Episode {
	const grid = gridFor(parts, question);
	const { exits = [] } = spanOfEpisode(parts, grid, grid.barAt(part.time), part.entry, question.horizons) ?? {};
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
	const evidence = renewsEvidence ? await evidenceOf(parts, task, main) : task.evidence;
	const isSaved = await searches.changeTask(task, { state: 'done', progress: 1, note: '', evidence, finishedAt: parts.wallNow() });
	return isSaved ? 'done' : 'canceled';
}

async function evidenceOf(parts: ResearchParts, { id, question }: SearchTask, main: number): Promise<Evidence | null> {
	const rows = await parts.store.searches.measuredParts(id, main);
	const grid = gridFor(parts, question);
	const bars = rows.map(({ time }) => grid.barAt(time));
	return walkForwardEvidence(
		{
			bars,
			rates: rows.map(({ rate }) => rate),
			hits: rows.map(({ hit }) => hit),
			excess: rows.map(({ excess }) => excess),
		},
		quarterStarts(rows, bars),
		question.horizons[main]!,
	);
}

/** Returns the first bar with an episode in each calendar quarter. */
export function quarterStarts(rows: readonly { time: UtcMs }[], bars: readonly number[]): number[] {
	const quarter = (ms: number): string => `${new Date(ms).getUTCFullYear()}.${Math.floor(new Date(ms).getUTCMonth() / 3)}`;
	return rows.flatMap(({ time }, i) => (i === 0 || quarter(time) !== quarter((rows[i - 1] as { time: UtcMs }).time) ? [bars[i]!] : []));
}
