import { capTier } from '@sw/domain/prices/buckets';
import { mainHorizonIndex, type SearchQuestion, searchTimeframe } from '@sw/domain/research/search-question';
import type { EpisodeCosts } from '@sw/domain/research/tally';
import { UNKNOWN_TIER } from '@sw/domain/research/walk/costs';
import { createForwardWalk, type Outcome, type WalkOptions } from '@sw/domain/research/walk/forward-walk';
import type { Session } from '@sw/domain/time/calendar';
import { barCount, barOfSlot, barRange, FULL_SLOTS, slotEnd, slotStart } from '@sw/domain/time/slots';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { createUniverse, type Universe } from '../../market/engine/universe.ts';
import type { ResearchParts } from '../ports.ts';
import { loadSessionCosts } from '../session-costs.ts';
import type { Episode } from './search-scan.ts';

/** The outcomes of episodes that end at the same time. */
export interface Closing {
	readonly exit: UtcMs;
	readonly outcomes: readonly {
		readonly episode: Episode;
		readonly horizon: number;
		readonly hit: boolean;
		readonly excess: number;
		readonly base: number;
		readonly costs: EpisodeCosts;
	}[];
}

/** Number of bars before an entry from which the measure 'size' computes the usual range, including one bar before that range. */
const USUAL_RANGE_BARS = 11;

/**
 * Walks through the bars of episodes with exits in (`after`, `until`] and fills in their outcomes. Calls `onClosed` for each exit, in order of time.
 * Skips sessions without an open episode.
 */
export async function walkEpisodes(
	parts: ResearchParts,
	question: SearchQuestion,
	episodes: readonly Episode[],
	span: { after: UtcMs; until: UtcMs },
	onClosed: (closing: Closing) => void,
): Promise<void> {
	const { store, provider } = parts;
	const openEpisodes = episodes.filter(
		({ entry, exits }) => entry < span.until && exits.some((exit) => exit > span.after && exit <= span.until),
	);
	const sessions = findSessions(parts, question, openEpisodes, span.until);
	if (openEpisodes.length === 0 || sessions.length === 0) return;
	const universe = createUniverse(await provider.universe(span.until));
	const actions = await store.prices.loadCorporateActions(universe);
	const tiersOn = await loadSessionTiers(parts, question, sessions, universe);
	const costsOn = await loadSessionCosts(parts, sessions, universe);
	const main = mainHorizonIndex(question);
	const forwardWalk = createForwardWalk({
		...createWalkOptions(question, parts),
		rows: universe.ids.length,
		onClosed: (outcomes, { exit }) => onClosed({ exit, outcomes: outcomes.map((outcome) => storeOutcome(episodes, outcome, main)) }),
	});
	const stillOpen = new Set(openEpisodes);
	for (const [key, episode] of episodes.entries()) {
		const row = universe.rowOf(episode.tickerId);
		if (row < 0 || !stillOpen.has(episode)) continue;
		const exits = episode.exits.map((exit) => (exit > span.after && exit > episode.entry && exit <= span.until ? exit : null));
		forwardWalk.add({ key, row, entry: episode.entry, exits });
	}
	for (const episode of openEpisodes) {
		const row = universe.rowOf(episode.tickerId);
		if (row >= 0) episode.tier = tiersOn(newYorkDate(episode.entry))[row]!;
	}
	await store.prices.readSessions(sessions, universe.ids, async (session, matrix) => {
		forwardWalk.openSession(actions.adjustmentsOn(session.date), tiersOn(session.date), costsOn(session));
		for (let slot = 0; slot < session.slots && slotEnd(session, slot) <= span.until; slot++)
			forwardWalk.applySlot(matrix, slot, slotStart(session, slot), slotEnd(session, slot));
		// Yields to requests and the running market.
		await new Promise(setImmediate);
	});
}

function storeOutcome(episodes: readonly Episode[], { key, horizon, hit, hitBefore, excess, base, trade }: Outcome, main: number) {
	const episode = episodes[key] as Episode;
	episode.hits[horizon] = hit;
	episode.excess[horizon] = excess;
	episode.base[horizon] = base;
	episode.hitsBefore ??= [];
	episode.hitsBefore[horizon] = hitBefore;
	[episode.cost, episode.costSource] = [trade.cost, trade.costSource];
	if (horizon === main) episode.trade = trade;
	return { episode, horizon, hit, excess, base, costs: { cost: trade.cost, source: trade.costSource, hitBefore } };
}

function createWalkOptions(question: SearchQuestion, { parameters }: ResearchParts): Omit<WalkOptions, 'rows' | 'onClosed'> {
	const timeframe = searchTimeframe(question);
	return {
		direction: question.operation,
		measure: question.tab === 'coiled_spring' ? 'size' : 'return',
		endsBar: (slots, slot) => barRange(timeframe, slots, barOfSlot(timeframe, slot)).to === slot + 1,
		clock: parameters().clock,
	};
}

/** Returns the sessions in which any episode is open, in order. Includes the earlier sessions that the measure 'size' needs. */
function findSessions({ calendar }: ResearchParts, question: SearchQuestion, episodes: readonly Episode[], until: UtcMs): Session[] {
	const barsPerSession = barCount(searchTimeframe(question), FULL_SLOTS);
	const extraSessions = question.tab === 'coiled_spring' ? Math.ceil(USUAL_RANGE_BARS / barsPerSession) + 1 : 0;
	const ordinals = new Set<number>();
	for (const { entry, exits } of episodes) {
		const last = calendar.lastOpened(Math.min(until, Math.max(...exits)) - 1);
		const first = calendar.lastOpened(entry);
		if (!first || !last) continue;
		for (let ordinal = Math.max(0, first.ordinal - extraSessions); ordinal <= last.ordinal; ordinal++) ordinals.add(ordinal);
	}
	return [...ordinals].sort((a, b) => a - b).flatMap((ordinal) => calendar.sessionByOrdinal(ordinal) ?? []);
}

/**
 * Reads the tiers of each row by session, from the market caps in the session's first report, to avoid look-ahead.
 * Without a report, the tiers of the previous session apply.
 */
export async function loadSessionTiers(
	{ store }: ResearchParts,
	{ algo }: SearchQuestion,
	sessions: readonly Session[],
	{ ids, rowOf }: Universe,
): Promise<(date: string) => Uint8Array> {
	const [firstSession, lastSession] = [sessions[0] as Session, sessions.at(-1) as Session];
	const reports = await store.reports.countedVersions(firstSession.open, lastSession.close, algo);
	const firstReports = new Map<string, { time: number; build: number }>();
	for (const { time, buildId } of reports) {
		const date = newYorkDate(time);
		if (!firstReports.has(date)) firstReports.set(date, { time: time / SECOND, build: buildId });
	}
	const caps = await store.reports.caps([...firstReports.values()], algo);
	const tiers = new Map<string, Uint8Array>();
	for (let i = 0; i < caps.count; i++) {
		const date = newYorkDate(caps.report[i]! * SECOND);
		const dayTiers = tiers.get(date) ?? new Uint8Array(ids.length).fill(UNKNOWN_TIER);
		tiers.set(date, dayTiers);
		const row = rowOf(caps.tickerId[i]!);
		if (row >= 0) dayTiers[row] = capTier(caps.cap[i]!) ?? UNKNOWN_TIER;
	}
	const unknownTiers = new Uint8Array(ids.length).fill(UNKNOWN_TIER);
	const dates = [...tiers.keys()].sort();
	return (date) => tiers.get(date) ?? tiers.get(dates.findLast((day) => day < date) ?? '') ?? unknownTiers;
}
