import { findQuarantineStart, type Jump, QUARANTINE_JUMP } from '@sw/domain/prices/quarantine';
import type { Dividend, Split } from '@sw/domain/prices/ticker';
import type { Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { type ExchangeDate, exchangeDate, SECOND, type TickerId, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { dateOfDay, dayNumber, newYorkDate } from '@sw/domain/time/zone';
import { type DayEdges, queryDayEdges, querySessionJumps } from '@sw/store/clickhouse/price-jumps';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { dividendsOf, splitsOf } from '@sw/store/postgres/records/tickers/corporate-actions';
import type { Provider } from '../../intake/provider.ts';
import type { Readiness } from '../../platform/readiness.ts';
import type { MarketEngine } from './market-engine.ts';
import type { Universe } from './universe.ts';

export interface TickerJump extends Jump {
	readonly tickerId: TickerId;
	/** Set if the ticker counted as an index at the jump: the time when its volume became known. From then on, the jump no longer matters. */
	readonly until?: UtcMs | undefined;
}

export interface JumpParts {
	stores: Stores;
	provider: Provider;
	universe: Pick<Universe, 'ids' | 'isIndex' | 'volumeStarts'>;
	/** Shows the progress of a long search. */
	readiness?: Pick<Readiness, 'setPhase'>;
	/** Lets other work run between two reads. */
	yieldToEventLoop?(): Promise<void>;
}

const WHOLE_RATIOS = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 50, 100];
const COMMON_RATIOS = [...WHOLE_RATIOS, 1.5, 2.5, 4 / 3, 5 / 4].flatMap((ratio) => [ratio, 1 / ratio]);
/** Log distance between a jump and a split ratio: the price itself can move by a fifth. */
const MAX_LOG_DISTANCE = Math.log(1.2);
const IDS_PER_READ = 1_000;
/** Largest time of the series store, in UTC seconds. */
const LAST_SECOND = 2 ** 32 - 1;
/** Days to search back for the last close of a thinly traded ticker. */
const CLOSE_SEARCH_DAYS = 400;

/** Returns up to three common split ratios near a jump, nearest first. */
export function findNearbySplitRatios(before: number, after: number): number[] {
	const distance = (ratio: number): number => Math.abs(Math.log(before / after) - Math.log(ratio));
	return COMMON_RATIOS.filter((ratio) => distance(ratio) <= MAX_LOG_DISTANCE)
		.sort((a, b) => distance(a) - distance(b))
		.slice(0, 3)
		.map((ratio) => Math.round(ratio * 1e6) / 1e6);
}

/** Finds all unexplained overnight jumps of a ticker, oldest first. `start` and `end`: the ticker's range of indexes in `edges`, end exclusive. */
export function findTickerJumps(
	id: TickerId,
	edges: Pick<DayEdges, 'day' | 'open' | 'close'>,
	start: number,
	end: number,
	splits: readonly Split[],
	dividends: readonly Dividend[] = [],
): TickerJump[] {
	const dates = Array.from(edges.day.subarray(start, end), (day) => dateOfDay(day));
	const [opens, closes] = [edges.open.subarray(start, end), edges.close.subarray(start, end)];
	const foundDates = new Set<ExchangeDate>();
	const jumps: TickerJump[] = [];
	for (;;) {
		const at = findQuarantineStart({ dates, opens, closes }, splits, foundDates, QUARANTINE_JUMP, dividends);
		if (at < 0) return jumps;
		const [date, before, after] = [dates[at] as ExchangeDate, closes[at - 1]!, opens[at]!];
		foundDates.add(date);
		jumps.push({ tickerId: id, date, before, after, candidates: findNearbySplitRatios(before, after) });
	}
}

export function tickerDateKey({ tickerId, date }: Pick<Split, 'tickerId' | 'date'>): string {
	return `${tickerId} ${date}`;
}

/** Finds the given tickers and dates at which unadjusted prices jump, regardless of decisions. Returns their keys. */
export async function findJumpsAt(parts: JumpParts, tickerDates: readonly Pick<Split, 'tickerId' | 'date'>[]): Promise<Set<string>> {
	const { stores, universe } = parts;
	const batches = await visibleBatches(stores.records.db);
	const indices = listIndices(universe);
	const keys = new Set<string>();
	for (const { tickerId: id, date } of tickerDates) {
		const day = dayNumber(date);
		const hasJump = async (indexIds: readonly number[], indexUntil?: ReadonlyMap<number, number>): Promise<boolean> => {
			const edges = await queryDayEdges(stores.series, [id], indexIds, day - CLOSE_SEARCH_DAYS, day, batches, indexUntil);
			const hasOvernightJump = findTickerJumps(id, edges, 0, edges.count, []).some((jump) => jump.date === date);
			return hasOvernightJump || (await querySessionJumps(stores.series, [id], indexIds, day, day, batches, indexUntil)).count > 0;
		};
		const formerIndices = findFormerIndices(universe, [id]);
		if ((await hasJump(indices)) || (formerIndices.size > 0 && (await hasJump([id], formerIndices))))
			keys.add(tickerDateKey({ tickerId: id, date }));
	}
	return keys;
}

function listIndices({ ids, isIndex }: JumpParts['universe']): number[] {
	return Array.from(ids).filter((_, row) => isIndex[row] === 1);
}

/** Finds the tickers that counted as indices until their first volume. The value is the start of the slot with that volume, in UTC seconds. */
function findFormerIndices(universe: JumpParts['universe'], ids: readonly number[]): Map<number, number> {
	const volumeStarts = universe.volumeStarts();
	return new Map(
		ids.flatMap((id) => {
			const volumeStart = volumeStarts.get(id as TickerId);
			return volumeStart === undefined ? [] : [[id, Math.min((volumeStart - SLOT_MS) / SECOND, LAST_SECOND)] as const];
		}),
	);
}

/** Finds unexplained overnight jumps in [from, to], by date, then ticker. Default: of all tickers. */
export async function findJumps(
	parts: JumpParts,
	from: ExchangeDate,
	to: ExchangeDate,
	tickers?: readonly number[],
): Promise<TickerJump[]> {
	const { stores, provider, universe } = parts;
	const ids = tickers ?? Array.from(universe.ids);
	const indices = listIndices(universe);
	const splits = Map.groupBy(await splitsOf(stores.records.db, provider.name), (split) => split.tickerId);
	const dividends = Map.groupBy(await dividendsOf(stores.records.db, provider.name), (dividend) => dividend.tickerId);
	const batches = await visibleBatches(stores.records.db);
	// The search starts a week earlier, to include the close before the first session.
	const days = [dayNumber(from) - 7, dayNumber(to)] as const;
	const collectJumps = (edges: DayEdges): TickerJump[] => {
		const result: TickerJump[] = [];
		for (let first = 0, next = 0; first < edges.count; first = next) {
			while (next < edges.count && edges.tickerId[next] === edges.tickerId[first]) next++;
			const id = tickerId(edges.tickerId[first]!);
			result.push(...findTickerJumps(id, edges, first, next, splits.get(id) ?? [], dividends.get(id)).filter(({ date }) => date >= from));
		}
		return result;
	};
	const jumps: TickerJump[] = [];
	for (let at = 0; at < ids.length; at += IDS_PER_READ) {
		parts.readiness?.setPhase('Looking for jumps', at / ids.length);
		const idBatch = ids.slice(at, at + IDS_PER_READ);
		const edges = await queryDayEdges(stores.series, idBatch, indices, days[0], days[1], batches);
		jumps.push(...collectJumps(edges));
		const formerIndices = findFormerIndices(universe, idBatch);
		if (formerIndices.size > 0) {
			const formerEdges = await queryDayEdges(
				stores.series,
				[...formerIndices.keys()],
				[...formerIndices.keys()],
				days[0],
				days[1],
				batches,
				formerIndices,
			);
			jumps.push(...collectJumps(formerEdges).map((jump) => ({ ...jump, until: universe.volumeStarts().get(jump.tickerId) })));
		}
		await parts.yieldToEventLoop?.();
	}
	return jumps.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.tickerId - b.tickerId));
}

/** Finds jumps within sessions in [from, to] that no administrator has marked as genuine. */
export async function findSessionJumps(
	{ stores, provider, universe }: JumpParts,
	from: ExchangeDate,
	to: ExchangeDate,
	tickers: readonly number[],
): Promise<TickerJump[]> {
	const { db } = stores.records;
	const splits = await splitsOf(db, provider.name);
	const dismissedKeys = new Set(splits.filter(({ ratio }) => ratio === 1).map((split) => tickerDateKey(split)));
	const indices = listIndices(universe);
	const batches = await visibleBatches(db);
	const volumeStarts = universe.volumeStarts();
	const toTickerJumps = ({ count, columns }: Awaited<ReturnType<typeof querySessionJumps>>, isFormerIndex: boolean): TickerJump[] => {
		const result: TickerJump[] = [];
		for (let i = 0; i < count; i++) {
			const time = utcMs(columns.time[i]! * SECOND);
			const [id, date] = [tickerId(columns.ticker_id[i]!), newYorkDate(time)];
			if (dismissedKeys.has(tickerDateKey({ tickerId: id, date }))) continue;
			const [before, after] = [columns.before[i]!, columns.after[i]!];
			result.push({ tickerId: id, date, time, before, after, candidates: [], ...(isFormerIndex ? { until: volumeStarts.get(id) } : {}) });
		}
		return result;
	};
	const jumps: TickerJump[] = [];
	for (let at = 0; at < tickers.length; at += IDS_PER_READ) {
		const ids = tickers.slice(at, at + IDS_PER_READ);
		const formerIndices = findFormerIndices(universe, ids);
		const days = [dayNumber(from), dayNumber(to)] as const;
		const scans = [{ isFormerIndex: false, rows: await querySessionJumps(stores.series, ids, indices, ...days, batches) }];
		if (formerIndices.size > 0)
			scans.push({
				isFormerIndex: true,
				rows: await querySessionJumps(stores.series, [...formerIndices.keys()], [...formerIndices.keys()], ...days, batches, formerIndices),
			});
		for (const { isFormerIndex, rows } of scans) jumps.push(...toTickerJumps(rows, isFormerIndex));
	}
	return jumps;
}

/** Stored bars are never older. */
export const FIRST_DATE = exchangeDate('1990-01-02');
/** Last date to search; times of the series store end a year later. */
const LAST_DATE = exchangeDate('2105-01-01');

interface JumpCache {
	/** Identifies the stored bars and decisions that the jumps follow from. */
	readonly key: string;
	/** Undecided jumps by ticker. */
	readonly jumps: ReadonlyMap<TickerId, readonly TickerJump[]>;
}

/** Cached scan of all stored bars, valid until something is stored or decided. */
const cachedJumps = new WeakMap<Stores, JumpCache>();

/**
 * Returns 1 for each row with an undecided jump up to the open of `firstSession`, the first that a new engine reads. A quarantine lasts until an administrator
 * decides, however old the jump (signals.md 1.9.7), so a new engine must know what a long-running one remembers.
 */
export async function findQuarantinedRows(
	parts: JumpParts & { universe: Universe },
	firstSession: Pick<Session, 'date' | 'open'>,
): Promise<Uint8Array> {
	const { universe } = parts;
	const rows = new Uint8Array(universe.ids.length);
	for (const [id, jumps] of await loadUndecidedJumps(parts)) {
		// `firstSession` is included, because the engine knows no close before its first session.
		const hasOpenJump = jumps.some(({ date, until = Number.POSITIVE_INFINITY }) => date <= firstSession.date && until > firstSession.open);
		const row = hasOpenJump ? universe.rowOf(id) : -1;
		if (row >= 0) rows[row] = 1;
	}
	return rows;
}

async function loadUndecidedJumps(parts: JumpParts): Promise<JumpCache['jumps']> {
	const { stores, provider, universe } = parts;
	const { db } = stores.records;
	const decisions = [await splitsOf(db, provider.name), await dividendsOf(db, provider.name)];
	const key = JSON.stringify([provider.name, await visibleBatches(db), decisions, [...universe.ids], [...universe.volumeStarts()]]);
	const cached = cachedJumps.get(stores);
	if (cached?.key === key) return cached.jumps;
	// A provider with history reports splits from its first session on, and no engine knows an earlier close.
	const { slotsFrom } = provider.history ?? {};
	const from = slotsFrom === undefined ? FIRST_DATE : dateOfDay(dayNumber(slotsFrom) + 1);
	const allJumps = [...(await findJumps(parts, from, LAST_DATE)), ...(await findSessionJumps(parts, from, LAST_DATE, [...universe.ids]))];
	const jumps = Map.groupBy(allJumps, ({ tickerId }) => tickerId);
	// A request about a single ticker must not replace the cached scan of all.
	if (universe.ids.length > 1) cachedJumps.set(stores, { key, jumps });
	return jumps;
}

/** Restores what a long-running engine remembers from earlier sessions. To be called before a new engine's first session. */
export async function restoreEngineState(
	{ signalEngine, universe }: MarketEngine,
	parts: Omit<JumpParts, 'universe'>,
	firstSession: Pick<Session, 'date' | 'open'>,
): Promise<void> {
	signalEngine.countAsIndex(universe.indexRowsAt(firstSession.open));
	signalEngine.quarantineEarlierJumps(await findQuarantinedRows({ ...parts, universe }, firstSession));
}
