import type { ActionFacts, ActionType } from '@sw/domain/prices/action-rows';
import { isSplitContradicted, type Jump } from '@sw/domain/prices/quarantine';
import type { Dividend, Split } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { dayNumber, newYorkDate } from '@sw/domain/time/zone';
import { type DayEdges, queryDayEdges } from '@sw/store/clickhouse/price-jumps';
import type { Db } from '@sw/store/postgres/records';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import {
	ADMINISTRATOR,
	decideDividend,
	decideSplit,
	dividendsOf,
	PRICES,
	revokeContradictedSplit,
	type SplitRecord,
	splitLedger,
	splitsOf,
} from '@sw/store/postgres/records/tickers/corporate-actions';
import { findJumps, findJumpsAt, tickerDateKey } from '../engine/find-jumps.ts';
import type { MarketParts } from '../parts.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { roundPrice } from '../window/price-series.ts';
import { findAffectedDates, queueRebuild } from './rebuilds.ts';

/**
 * `applied`: active. `dismissed`: an administrator decided that the jump is genuine. `revoked`: no longer active. `known`: reported by the provider, but
 * not active. `differs`: active with another ratio than reported. `contradicted`: reported, but revoked because prices did not move accordingly.
 * `suspected`: an unexplained jump.
 */
export const SPLIT_STATES = ['applied', 'dismissed', 'revoked', 'known', 'differs', 'contradicted', 'suspected'] as const;
export type SplitState = (typeof SPLIT_STATES)[number];

/** States in which an administrator must decide. */
export const UNDECIDED: ReadonlySet<SplitState> = new Set(['known', 'differs', 'contradicted', 'suspected']);

export interface CheckedSplit {
	tickerId: TickerId;
	date: ExchangeDate;
	state: SplitState;
	/** Active ratio; null if none. */
	ratio: number | null;
	/** Ratio that the provider reports; null if none. */
	reported: number | null;
	/** Source of the recorded split, active or revoked: a provider or an administrator. */
	source: string | null;
	jump: Pick<Jump, 'before' | 'after' | 'candidates'> | null;
}

/** Compares the provider's splits with the active ones, and both with the jumps of the stored prices. */
export async function checkSplits(parts: MarketParts, from: ExchangeDate, to: ExchangeDate): Promise<CheckedSplit[]> {
	const { stores, provider } = parts;
	const keyOf = ({ tickerId, date }: Pick<Split, 'tickerId' | 'date'>): string => `${date} ${String(tickerId).padStart(10, '0')}`;
	const isInSpan = ({ date }: { date: ExchangeDate }): boolean => date >= from && date <= to;
	const reportedSplits = new Map(((await provider.splits?.(from, to)) ?? []).map((split) => [keyOf(split), split]));
	const ledger = new Map((await splitLedger(stores.records.db, provider.name)).filter(isInSpan).map((record) => [keyOf(record), record]));
	const jumps = new Map((await findJumps(parts, from, to)).map((jump) => [keyOf(jump), jump]));
	const keys = new Set([...reportedSplits.keys(), ...ledger.keys(), ...jumps.keys()]);
	return [...keys].sort().map((splitKey) => {
		const [split, record, jump] = [reportedSplits.get(splitKey), ledger.get(splitKey), jumps.get(splitKey)];
		const { tickerId, date } = (split ?? record ?? jump) as Pick<Split, 'tickerId' | 'date'>;
		return {
			tickerId,
			date,
			state: stateOf(record, split?.ratio ?? null, jump),
			ratio: record && record.revokedAt === null ? record.ratio : null,
			reported: split?.ratio ?? null,
			source: record?.source ?? null,
			jump: jump ? { before: roundPrice(jump.before), after: roundPrice(jump.after), candidates: jump.candidates } : null,
		};
	});
}

function stateOf(record: SplitRecord | undefined, reported: number | null, jump: Jump | undefined): SplitState {
	if (jump && (!record || record.revokedAt !== null)) return reported === null ? 'suspected' : 'known';
	if (!record) return 'known';
	if (record.revokedAt !== null) return record.source === PRICES ? 'contradicted' : 'revoked';
	if (record.source === ADMINISTRATOR && record.ratio === 1) return 'dismissed';
	return reported !== null && reported !== record.ratio ? 'differs' : 'applied';
}

type TickerDate = Pick<Split, 'tickerId' | 'date'>;

export interface SplitDecisions {
	apply: readonly Split[];
	/** Splits or dismissals to revoke. */
	revoke: readonly TickerDate[];
	/** Jumps to mark as genuine. */
	dismiss: readonly TickerDate[];
	dividends?: readonly Dividend[];
}

/**
 * Records an administrator's decisions. Stored bars never change: splits are applied on reading. Marks the affected dates for new report versions in the same
 * transaction. Returns the number of new decisions.
 */
export async function decideSplits(parts: MarketParts, { apply, revoke, dismiss, dividends = [] }: SplitDecisions): Promise<number> {
	const decisions = [
		...apply,
		...revoke.map((tickerDate) => ({ ...tickerDate, ratio: null })),
		...dismiss.map((tickerDate) => ({ ...tickerDate, ratio: 1 })),
	];
	const { stores, provider, calendar } = parts;
	const datedDividends = dividends.map((dividend) => ({ ...dividend, date: dividend.exDate }));
	const jumps = await findJumpsAt(parts, [...decisions, ...datedDividends]);
	const until = await readStoredUntil(stores.records.db, provider.name, 'bars');
	const lastDate = until === undefined ? undefined : newYorkDate(until);
	return stores.records.db.transaction(async (tx) => {
		await stores.fence.holdLead(tx);
		const changed: (TickerDate & { isJump: boolean })[] = [];
		for (const decision of decisions)
			if (await decideSplit(tx, decision)) changed.push({ ...decision, isJump: jumps.has(tickerDateKey(decision)) });
		for (const dividend of datedDividends)
			if (await decideDividend(tx, dividend)) changed.push({ ...dividend, isJump: jumps.has(tickerDateKey(dividend)) });
		await queueRebuild(tx, provider.name, findAffectedDates(calendar, changed, lastDate));
		return changed.length;
	});
}

/** Loads the active splits and dividends. Returns a lookup of the ratio or amount by ticker, date and type. */
export async function loadRecordedActions(db: Db, provider: string): Promise<ActionFacts['recordedValue']> {
	const key = (tickerId: number, date: ExchangeDate, type: ActionType): string => `${tickerId} ${date} ${type}`;
	const values = new Map<string, number>();
	for (const { tickerId, date, ratio } of await splitsOf(db, provider)) values.set(key(tickerId, date, 'split'), ratio);
	for (const { tickerId, exDate, amount } of await dividendsOf(db, provider)) values.set(key(tickerId, exDate, 'dividend'), amount);
	return (tickerId, date, type) => values.get(key(tickerId, date, type));
}

/** A split is checked only if its ticker traded within this many days before and after it. */
const NEAR_DAYS = 10;
const IDS_PER_READ = 1_000;

/**
 * Revokes splits that only a provider reported and that the traded prices contradict. Marks the affected reports for rebuilding in the same transaction. `from`
 * and `to` are inclusive. An administrator can still apply the splits. Repeating it changes nothing.
 */
export async function revokeContradictedSplits(parts: MarketParts, from: ExchangeDate, to: ExchangeDate): Promise<Split[]> {
	const { stores, provider, universe, calendar } = parts;
	const { db } = stores.records;
	const reportedSplits = (await splitLedger(db, provider.name)).filter(
		({ date, source, revokedAt }) => date >= from && date <= to && source !== ADMINISTRATOR && revokedAt === null,
	);
	const ids = [...new Set(reportedSplits.map(({ tickerId }) => tickerId))];
	const indices = Array.from(universe.ids).filter((_, row) => universe.isIndex[row] === 1);
	const batches = await visibleBatches(db);
	const contradictedSplits: Split[] = [];
	for (let at = 0; at < ids.length; at += IDS_PER_READ) {
		const idBatch = new Set<number>(ids.slice(at, at + IDS_PER_READ));
		const edges = await queryDayEdges(
			stores.series,
			[...idBatch],
			indices,
			dayNumber(from) - NEAR_DAYS,
			dayNumber(to) + NEAR_DAYS,
			batches,
		);
		for (const split of reportedSplits) {
			const prices = idBatch.has(split.tickerId) ? pricesAround(edges, split) : undefined;
			if (prices && isSplitContradicted(split.ratio, prices.before, prices.after)) contradictedSplits.push(split);
		}
		await parts.yieldToEventLoop();
	}
	if (contradictedSplits.length === 0) return [];
	return db.transaction(async (tx) => {
		await stores.fence.holdLead(tx);
		const revokedSplits: Split[] = [];
		for (const split of contradictedSplits) if (await revokeContradictedSplit(tx, split)) revokedSplits.push(split);
		await queueRebuild(tx, provider.name, findAffectedDates(calendar, revokedSplits));
		return revokedSplits;
	});
}

/** Finds the last close before a split and the first open on or after its date, unadjusted; undefined if a price is missing. */
function pricesAround({ count, tickerId, day, open, close }: DayEdges, split: Split): { before: number; after: number } | undefined {
	const splitDay = dayNumber(split.date);
	let before: number | undefined;
	for (let i = 0; i < count; i++) {
		if (tickerId[i] !== split.tickerId || Math.abs(day[i]! - splitDay) > NEAR_DAYS) continue;
		if (day[i]! >= splitDay) return before === undefined ? undefined : { before, after: open[i]! };
		before = close[i]!;
	}
	return undefined;
}
