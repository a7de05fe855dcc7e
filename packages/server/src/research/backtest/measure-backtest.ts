import type { Exit, TradeRule } from '@sw/domain/research/backtest/exit-rule';
import { type ClosedPosition, createRuleWalk } from '@sw/domain/research/backtest/rule-walk';
import { createShareRatio } from '@sw/domain/research/episodes';
import { blockSessions, type SearchQuestion, searchTimeframe } from '@sw/domain/research/search-question';
import { findEntrySlot } from '@sw/domain/research/walk/bar-grid';
import { UNKNOWN_TIER } from '@sw/domain/research/walk/costs';
import type { Trade } from '@sw/domain/research/walk/forward-walk';
import type { Session } from '@sw/domain/time/calendar';
import { barCount, barOfSlot, barRange, clockVariance, FULL_SLOTS, SLOT_MS, slotEnd, slotStart } from '@sw/domain/time/slots';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { createUniverse } from '../../market/engine/universe.ts';
import { malformed } from '../../platform/errors.ts';
import type { ResearchParts } from '../ports.ts';
import { computeStepEnds, MAX_OCCURRENCES } from '../search/run-search.ts';
import { type Episode, getGrid, type SearchScan, scanEpisodes } from '../search/search-scan.ts';
import { loadSessionTiers } from '../search/search-walk.ts';
import { loadSessionCosts } from '../session-costs.ts';
import { loadSplits } from '../validation/measure.ts';

/** A position that a rule would open, with its latest possible exit. */
interface PlannedPosition {
	readonly tickerId: TickerId;
	/** Time of the report. */
	readonly time: UtcMs;
	readonly rate: number;
	readonly reconstructed: boolean;
	readonly entry: UtcMs;
	readonly end: UtcMs;
	/**
	 * When the position closes because a report no longer lists its ticker: the open of the slot after that report.
	 * Null if the ticker stayed in the list until `end`, or if the rule ignores the list.
	 */
	listExit: UtcMs | null;
}

/** A position of a back-test. Without a result it is still open, or could not be measured. */
export interface BacktestPosition {
	readonly tickerId: number;
	/** Time of the report. */
	readonly time: UtcMs;
	readonly rate: number;
	readonly reconstructed: boolean;
	/** Entry and exit of the trade; without a result, the planned times. */
	readonly entry: UtcMs;
	readonly exit: UtcMs;
	readonly tier: number;
	/** Number of the block of sessions that contains the exit, for the bootstrap. */
	readonly block: number;
	readonly result: { readonly exitReason: Exit; readonly trade: Trade; readonly excess: number } | null;
	/** How many shares one share at the exit has become through later splits; 1 without any. */
	readonly ratio: number;
}

export interface MeasuredBacktest {
	readonly question: SearchQuestion;
	readonly rule: TradeRule;
	/** Times of the reports read, oldest first. */
	readonly reports: readonly UtcMs[];
	/** In order of time. */
	readonly positions: readonly BacktestPosition[];
}

/** Trades every occurrence of a question by a rule. `newest`: time of the newest report; null without reports. */
export async function measureBacktest(
	parts: ResearchParts,
	question: SearchQuestion,
	rule: TradeRule,
	newest: UtcMs | null,
): Promise<MeasuredBacktest> {
	const { calendar } = parts;
	const endTime = newest ?? question.from;
	const { planned, reports } = await planPositions(parts, question, rule, endTime);
	const closedByKey = await simulateTrades(parts, question, rule, planned, endTime);
	const computeRatioSince = createShareRatio(await loadSplits(parts, planned[0]?.entry, endTime));
	const sessionsPerBlock = blockSessions(question, rule.horizon);
	return {
		question,
		rule,
		reports,
		positions: planned.map(({ tickerId, time, rate, reconstructed, entry, end }, key): BacktestPosition => {
			const result = closedByKey.get(key);
			const exit = result?.exit ?? end;
			return {
				tickerId,
				time,
				rate,
				reconstructed,
				entry: result?.trade.entry ?? entry,
				exit,
				tier: result?.tier ?? UNKNOWN_TIER,
				block: Math.floor((calendar.lastOpened(exit - 1)?.ordinal ?? 0) / sessionsPerBlock),
				result: result ? { exitReason: result.how, trade: result.trade, excess: result.excess } : null,
				ratio: computeRatioSince(tickerId, exit),
			};
		}),
	};
}

async function simulateTrades(
	parts: ResearchParts,
	question: SearchQuestion,
	rule: TradeRule,
	planned: readonly PlannedPosition[],
	endTime: UtcMs,
): Promise<Map<number, ClosedPosition>> {
	const { store, provider, parameters } = parts;
	const { clock, windowSessions } = parameters();
	const timeframe = searchTimeframe(question);
	const scaleSessions = windowSessions[timeframe]!;
	const hasLevels = rule.stop !== null || rule.target !== null;
	const sessions = findSessions(parts, planned, endTime, hasLevels ? scaleSessions + 1 : 0);
	const closedByKey = new Map<number, ClosedPosition>();
	if (sessions.length === 0) return closedByKey;
	const universe = createUniverse(await provider.universe(endTime));
	const actions = await store.prices.loadCorporateActions(universe);
	const ruleWalk = createRuleWalk({
		rows: universe.ids.length,
		direction: question.operation,
		rule,
		scaleBars: scaleSessions * barCount(timeframe, FULL_SLOTS),
		endsBar: (slots, slot) => barRange(timeframe, slots, barOfSlot(timeframe, slot)).to === slot + 1,
		clock,
		onClosed: (position) => void closedByKey.set(position.key, position),
	});
	const getVariance = createVarianceCache(parts);
	for (const [key, { tickerId, entry, end, listExit }] of planned.entries()) {
		const row = universe.rowOf(tickerId);
		if (row >= 0 && entry < endTime) ruleWalk.add({ key, row, entry, end, listExit, variance: getVariance(entry, end) });
	}
	let previous: Session | undefined;
	for (const stepEnd of computeStepEnds(parts, ((sessions[0] as Session).open - 1) as UtcMs, endTime)) {
		const stepSessions = sessions.filter(({ open }) => open < stepEnd && (previous === undefined || open > previous.open));
		if (stepSessions.length === 0) continue;
		const tiersOn = await loadSessionTiers(parts, question, stepSessions, universe);
		const costsOn = await loadSessionCosts(parts, stepSessions, universe);
		await store.prices.readSessions(stepSessions, universe.ids, async (session, matrix) => {
			ruleWalk.openSession(
				actions.adjustmentsOn(session.date),
				tiersOn(session.date),
				session.ordinal === (previous?.ordinal ?? -1) + 1,
				costsOn(session),
			);
			for (let slot = 0; slot < session.slots && slotEnd(session, slot) <= endTime; slot++)
				ruleWalk.applySlot(matrix, slot, slotStart(session, slot), slotEnd(session, slot));
			previous = session;
			// Yields to requests and the running market.
			await new Promise(setImmediate);
		});
	}
	return closedByKey;
}

/** Creates a function that returns the clock variance between two instants; equal spans are computed once. */
function createVarianceCache({ calendar, parameters }: Pick<ResearchParts, 'calendar' | 'parameters'>): (from: UtcMs, to: UtcMs) => number {
	const { clock } = parameters();
	const cache = new Map<string, number>();
	const compute = (from: UtcMs, to: UtcMs): number => {
		const [first, last] = [calendar.lastOpened(from), calendar.lastOpened(to - 1)];
		if (!first || !last) return 0;
		return calendar.sessionsBetween(first.date, last.date).reduce((sum, { open, slots }) => {
			const slotAt = (time: number): number => Math.max(0, Math.min(slots, Math.round((time - open) / SLOT_MS)));
			return sum + clockVariance(clock, slotAt(from), slotAt(to));
		}, 0);
	};
	return (from, to) => {
		const key = `${from} ${to}`;
		const value = cache.get(key) ?? compute(from, to);
		cache.set(key, value);
		return value;
	};
}

/** Returns the sessions in which any position is open, in order. Includes `extraSessions` before each entry, to measure the typical move. */
function findSessions({ calendar }: ResearchParts, planned: readonly PlannedPosition[], endTime: UtcMs, extraSessions: number): Session[] {
	const ordinals = new Set<number>();
	for (const { entry, end } of planned) {
		const [first, last] = [calendar.lastOpened(entry), calendar.lastOpened(Math.min(end, endTime) - 1)];
		if (!first || !last) continue;
		for (let ordinal = Math.max(0, first.ordinal - extraSessions); ordinal <= last.ordinal; ordinal++) ordinals.add(ordinal);
	}
	return [...ordinals].sort((a, b) => a - b).flatMap((ordinal) => calendar.sessionByOrdinal(ordinal) ?? []);
}

/** Plans the positions that a rule opens in the reports up to `endTime`, in order of time. Also returns the times of the reports read. */
async function planPositions(
	parts: ResearchParts,
	question: SearchQuestion,
	rule: TradeRule,
	endTime: UtcMs,
): Promise<{ planned: PlannedPosition[]; reports: UtcMs[] }> {
	const starts = new Map<number, number>();
	const planned: PlannedPosition[] = [];
	const reports: UtcMs[] = [];
	let open: PlannedPosition[] = [];
	const after = (question.from - 1) as UtcMs;
	const last = Math.min(question.to ?? endTime, endTime) as UtcMs;
	if (last <= after) return { planned, reports };
	const ends = computeStepEnds(parts, after, endTime);
	for (const [i, end] of ends.entries()) {
		const from = ((ends[i - 1] ?? after) + 1) as UtcMs;
		if (from > last && open.length === 0) break;
		// Reads on after the question's last report, because tickers also leave the list later.
		const scan = await scanEpisodes(parts, question, { from, to: end }, starts);
		const newPositions = scan.episodes.filter(({ time }) => time <= last).map((episode) => planPosition(parts, question, rule, episode));
		for (const position of newPositions) planned.push(position);
		if (planned.length > MAX_OCCURRENCES)
			throw malformed('filters', `More than ${MAX_OCCURRENCES} occurrences: use narrower conditions or a shorter date range.`);
		for (const { time } of scan.reports) if (time <= last) reports.push(time);
		if (rule.leaves) open = markListExits(parts, scan, open, newPositions);
	}
	return { planned, reports };
}

function planPosition(parts: ResearchParts, question: SearchQuestion, rule: TradeRule, episode: Episode): PlannedPosition {
	const { tickerId, time, rate, reconstructed } = episode;
	const common = { tickerId, time, rate, reconstructed, listExit: null };
	const next = rule.entry === 'session' ? parts.calendar.nextToOpen(episode.entry - 1) : undefined;
	// An entry at a session's first slot is already at its open.
	if (!next || next.open === episode.entry) return { ...common, entry: episode.entry, end: episode.exits[0] as UtcMs };
	const grid = getGrid(parts, question);
	return { ...common, entry: next.open, end: grid.endOf(grid.barAt(next.open + SLOT_MS) + rule.horizon - 1) };
}

/** Marks open positions whose tickers left the list in the scanned reports. Returns the positions that are still open. */
function markListExits(
	{ calendar }: ResearchParts,
	{ reports, isMatch }: SearchScan,
	open: PlannedPosition[],
	newPositions: readonly PlannedPosition[],
): PlannedPosition[] {
	let stillOpen = open;
	let next = 0;
	for (const { time, publishedAt } of reports) {
		const exit = findEntrySlot(calendar, publishedAt)?.start;
		stillOpen = stillOpen.filter((position) => {
			if (position.end <= time) return false;
			if (exit === undefined || isMatch(position.tickerId, time) || exit <= position.entry) return true;
			if (exit < position.end) position.listExit = exit;
			return false;
		});
		for (; newPositions[next]?.time === time; next++) stillOpen.push(newPositions[next] as PlannedPosition);
	}
	return stillOpen;
}
