import { computeLiquidityTiers, createDailyPanel, createLogPanel, type RowEvents } from '@sw/domain/research/evidence/daily-panel';
import {
	COMBINATIONS,
	type Combination,
	depthConditions,
	type OwnSearch,
	searchCombinations,
} from '@sw/domain/research/evidence/own-combinations';
import {
	createUnmeasuredEffect,
	EFFECTS,
	type MeasuredEffect,
	measureDailyEffects,
	measureHalfHourEffects,
	measureMarketEffects,
} from '@sw/domain/research/evidence/published-effects';
import { createHalfHourSorts } from '@sw/domain/research/evidence/replication';
import { normalizeQuestion, type SearchQuestion } from '@sw/domain/research/search-question';
import type { WalkMatrix } from '@sw/domain/research/walk/forward-walk';
import type { Session } from '@sw/domain/time/calendar';
import { FULL_SLOTS } from '@sw/domain/time/slots';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { createUniverse, type Universe } from '../../market/engine/universe.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import type { ResearchParts } from '../ports.ts';
import { computeStepEnds } from '../search/run-search.ts';
import { createProgress, drawBootstraps, stepSearch } from '../search/search-step.ts';

/** The ticker that represents the market in intraday effects. */
const MARKET_SYMBOL = 'SPY';
/** Maximum of tickers times sessions to read, newest sessions first: 100 MB of prices. */
const MAX_CELLS = 2_000_000;
/** In a full session: the last slot of the first half-hour, and the slot before the last half-hour. */
const [MORNING_SLOT, EVENING_SLOT] = [1, FULL_SLOTS - 3];

export interface ReplicationResults {
	readonly effects: readonly MeasuredEffect[];
	readonly tickers: number;
	readonly sessions: number;
}

type MeasureParts = Pick<ResearchParts, 'store' | 'provider' | 'calendar' | 'parameters' | 'now'>;

/** Measures published effects on the stored prices of all tickers, up to the last closed session. */
export async function measureReplication(
	parts: MeasureParts,
	{ progress, signal }: Pick<JobContext, 'progress' | 'signal'>,
): Promise<ReplicationResults> {
	const { prices } = parts.store;
	const now = parts.now();
	progress('Loading prices', 0);
	const universe = createUniverse(await parts.provider.universe(now));
	const rows = universe.ids.length;
	const tradedDates = await prices.listTradedDates(now);
	const [firstDate, lastDate] = [tradedDates[0], tradedDates.at(-1)];
	if (firstDate === undefined || lastDate === undefined) return { effects: withUnmeasured([]), tickers: 0, sessions: 0 };
	const closedSessions = parts.calendar.sessionsBetween(firstDate, lastDate).filter(({ close }) => close <= now);
	const sessions = closedSessions.slice(-Math.max(1, Math.floor(MAX_CELLS / Math.max(1, rows))));
	const panel = createDailyPanel(
		rows,
		sessions.map(({ date }) => date),
		Uint8Array.from(sessions, ({ slots }) => slots),
	);
	const actions = await prices.loadCorporateActions(universe);
	const eventsByRow = new Map<number, { splits: RowEvents['splits'][number][]; dividends: RowEvents['dividends'][number][] }>();
	const sorts = createHalfHourSorts(rows, (row) => universe.isIndex[row] !== 1);
	const marketMoves = { morning: [] as number[], last: [] as number[], dates: [] as string[] };
	const marketRow = universe.tickers.findIndex(({ symbol }) => symbol === MARKET_SYMBOL);
	const lastPrices = new Float64Array(rows).fill(Number.NaN);
	let processedSessions = 0;
	await prices.readSessions(sessions, universe.ids, async (session, matrix) => {
		signal.throwIfAborted();
		adjustPrices(session, processedSessions);
		sorts.add(session.date, matrix, lastPrices);
		if (marketRow >= 0) addMarketMoves(marketMoves, session, matrix, { row: marketRow, previousPrice: lastPrices[marketRow]! });
		for (let row = 0; row < rows; row++) addDay(matrix, row, processedSessions);
		processedSessions++;
		progress('Reading sessions', processedSessions / sessions.length);
		await new Promise(setImmediate);
	});

	progress('Measuring effects');
	await new Promise(setImmediate);
	const logs = createLogPanel(panel, (row) => eventsByRow.get(row), parts.parameters().quarantineJump);
	await new Promise(setImmediate);
	const tiers = computeLiquidityTiers(clearIndexVolumes(panel, universe), parts.parameters());
	await new Promise(setImmediate);
	const effects = withUnmeasured([
		...measureDailyEffects({ panel, logs, tiers }),
		...measureMarketEffects(marketMoves),
		...measureHalfHourEffects(sorts.sorts),
	]);
	return { effects, tickers: rows, sessions: sessions.length };

	/** Adjusts the last prices to the session's share basis, and records the session's splits and dividends. */
	function adjustPrices({ date }: Session, session: number): void {
		const { splits = [], dividends = [] } = actions.adjustmentsOn(date);
		const getRowEvents = (row: number) => {
			const rowEvents = eventsByRow.get(row) ?? { splits: [], dividends: [] };
			eventsByRow.set(row, rowEvents);
			return rowEvents;
		};
		for (const { row, ratio } of splits) {
			lastPrices[row] = lastPrices[row]! / ratio;
			getRowEvents(row).splits.push({ tickerId: universe.tickers[row]?.id as TickerId, date, ratio, session });
		}
		for (const { row, amount } of dividends) {
			lastPrices[row] = lastPrices[row]! - amount;
			getRowEvents(row).dividends.push({ tickerId: universe.tickers[row]?.id as TickerId, exDate: date, amount, session });
		}
	}

	/** Adds a ticker's session as one daily bar. A stored daily bar consists of two slots, each with the whole day's volume. */
	function addDay({ slots, open, close, volume }: WalkMatrix, row: number, session: number): void {
		const at = row * sessions.length + session;
		let [sum, bars] = [0, 0];
		for (let slot = 0; slot < slots; slot++) {
			const cell = slot * rows + row;
			const price = close[cell]!;
			if (!(volume[cell]! > 0 && price > 0 && open[cell]! > 0)) continue;
			if (bars++ === 0) panel.open[at] = open[cell]!;
			panel.close[at] = price;
			lastPrices[row] = price;
			sum += volume[cell]!;
		}
		const [first, last] = [volume[row]!, volume[(slots - 1) * rows + row]!];
		panel.volume[at] = bars === 2 && first === last ? first : sum;
	}
}

/** Returns all effects in order, with placeholders for unmeasured effects. */
function withUnmeasured(measured: readonly MeasuredEffect[]): MeasuredEffect[] {
	return EFFECTS.map((effect) => measured.find((measuredEffect) => measuredEffect.effect === effect) ?? createUnmeasuredEffect(effect));
}

function addMarketMoves(
	moves: { morning: number[]; last: number[]; dates: string[] },
	{ date }: Session,
	{ slots, rows, close }: WalkMatrix,
	{ row, previousPrice }: { row: number; previousPrice: number },
): void {
	if (slots !== FULL_SLOTS || !(previousPrice > 0)) return;
	const [morning, evening, end] = [MORNING_SLOT, EVENING_SLOT, FULL_SLOTS - 1].map((slot) => close[slot * rows + row]!) as [
		number,
		number,
		number,
	];
	if (!(morning > 0 && evening > 0 && end > 0)) return;
	moves.morning.push(Math.log(morning / previousPrice));
	moves.last.push(Math.log(end / evening));
	moves.dates.push(date);
}

/** Removes the volume of indices, which can't be traded: without volume they are in no tier. Changes the panel in place. */
function clearIndexVolumes<P extends { rows: number; dates: readonly unknown[]; volume: Float64Array }>(
	panel: P,
	{ isIndex }: Universe,
): P {
	for (let row = 0; row < panel.rows; row++)
		if (isIndex[row] === 1) panel.volume.fill(0, row * panel.dates.length, (row + 1) * panel.dates.length);
	return panel;
}

const ALGO = 'reverse';

/**
 * Measures the product's own lists on all past reports, for each timeframe, depth and horizon, and tests all of these trials together.
 * Keeps only tallies, since a list without further conditions has hundreds of thousands of occurrences. Null without reports or occurrences.
 */
export async function measureCombinations(
	parts: ResearchParts,
	{ progress, signal }: Pick<JobContext, 'progress' | 'signal'>,
): Promise<OwnSearch | null> {
	const span = await parts.store.reports.reportSpan(ALGO);
	if (!span) return null;
	const beforeFirst = (span.from - 1) as UtcMs;
	const ends = computeStepEnds(parts, beforeFirst, span.to);
	const results: Parameters<typeof searchCombinations>[0][number][] = [];
	for (const [index, combination] of COMBINATIONS.entries()) {
		const question = buildQuestion(parts, combination, span.from);
		const search = createProgress(question);
		let afterTime = beforeFirst;
		for (const [step, until] of ends.entries()) {
			signal.throwIfAborted();
			await stepSearch(parts, question, search, { after: afterTime, until });
			afterTime = until;
			progress('Measuring the lists', (index + (step + 1) / ends.length) / COMBINATIONS.length);
		}
		await drawBootstraps(search.tallies);
		results.push({ combination, horizons: question.horizons, tallies: search.tallies });
	}
	await new Promise(setImmediate);
	return searchCombinations(results);
}

function buildQuestion({ parameters }: ResearchParts, combination: Combination, from: UtcMs): SearchQuestion {
	const { tab, operation, strategy } = combination;
	return normalizeQuestion({
		...{ tab, operation, strategy, algo: ALGO, licence: 'pro', filters: depthConditions(combination) },
		...{ marketcap: [], ticker: null, from, to: null, cooldown: parameters().cooldownBars },
	});
}
