import { costOfSpread, SPREAD_SESSIONS } from '@sw/domain/research/walk/costs';
import type { WalkMatrix } from '@sw/domain/research/walk/forward-walk';
import { createEdgeSpreads } from '@sw/domain/statistics/edge-spread';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { Universe } from '../market/engine/universe.ts';
import type { PastPrices, ResearchParts } from './ports.ts';

/** Estimated round-trip costs by ticker id; NaN where a spread can't be estimated. */
type MonthCosts = Float64Array;

/** Costs are estimated once per month and cached, since each estimate reads all bars of a month. */
const costCache = new WeakMap<PastPrices, { version: number; months: Map<string, Promise<MonthCosts>> }>();
/** Maximum number of cached months, each 80 kB for 10,000 tickers. Further months are estimated each time. */
const MAX_MONTHS = 360;

/**
 * Estimates each row's round-trip costs from the spreads over the 21 sessions before a session's month (EDGE estimator).
 * Such costs are known before any entry in the month. NaN if a spread can't be estimated.
 */
export async function sessionCosts(
	parts: Pick<ResearchParts, 'store' | 'calendar' | 'barsVersion'>,
	sessions: readonly Session[],
	universe: Universe,
): Promise<(session: Session) => Float64Array> {
	const { prices } = parts.store;
	const version = parts.barsVersion();
	const cached = costCache.get(prices);
	const months = cached?.version === version ? cached.months : new Map<string, Promise<MonthCosts>>();
	if (months !== cached?.months) costCache.set(prices, { version, months });
	const columns = new Map<string, Float64Array>();
	for (const session of sessions) {
		const month = session.date.slice(0, 7);
		if (columns.has(month)) continue;
		const monthCosts = months.get(month) ?? estimateMonth(parts, windowBefore(parts.calendar, session), universe);
		if (!months.has(month) && months.size < MAX_MONTHS) {
			months.set(month, monthCosts);
			monthCosts.catch(() => months.delete(month));
		}
		const costs = await monthCosts;
		columns.set(
			month,
			Float64Array.from(universe.ids, (id) => costs[id] ?? Number.NaN),
		);
	}
	return ({ date }) => columns.get(date.slice(0, 7)) as Float64Array;
}

/** Returns the SPREAD_SESSIONS sessions before the month of a session. */
function windowBefore(calendar: Calendar, session: Session): Session[] {
	let first = session;
	for (let before = calendar.sessionNumber(first.ordinal - 1); before?.date.startsWith(session.date.slice(0, 7)); ) {
		first = before;
		before = calendar.sessionNumber(first.ordinal - 1);
	}
	return Array.from({ length: SPREAD_SESSIONS }, (_, i) => calendar.sessionNumber(first.ordinal - SPREAD_SESSIONS + i)).filter(
		(each) => each !== undefined,
	);
}

async function estimateMonth({ store }: Pick<ResearchParts, 'store'>, window: readonly Session[], universe: Universe): Promise<MonthCosts> {
	const rows = universe.ids.length;
	const spreads = createEdgeSpreads(rows);
	const last = new Float64Array(rows).fill(Number.NaN);
	const actions = await store.prices.corporateActions(universe);
	await store.prices.walk(window, universe.ids, async (session, matrix) => {
		const { splits = [], dividends = [] } = actions.adjustmentsOn(session.date);
		for (const { row, ratio } of splits) {
			spreads.adjust(row, -Math.log(ratio));
			last[row] = last[row]! / ratio;
		}
		for (const { row, amount } of dividends) {
			const factor = 1 - amount / last[row]!;
			if (factor > 0) spreads.adjust(row, Math.log(factor));
		}
		addBars(spreads, matrix, session.slots, last);
		await new Promise(setImmediate);
	});
	const costs = new Float64Array(universe.ids.reduce((largest, id) => Math.max(largest, id), -1) + 1).fill(Number.NaN);
	for (const [row, id] of universe.ids.entries()) costs[id] = costOfSpread(spreads.spread(row));
	return costs;
}

function addBars(spreads: ReturnType<typeof createEdgeSpreads>, matrix: WalkMatrix, slots: number, last: Float64Array): void {
	const { rows, open, high, low, close, volume } = matrix;
	for (let slot = 0; slot < slots; slot++)
		for (let row = 0; row < rows; row++) {
			const cell = slot * rows + row;
			const price = close[cell]!;
			if (!(volume[cell]! > 0) || !(price > 0)) continue;
			last[row] = price;
			const bar = { open: Math.log(open[cell]!), high: Math.log(high[cell]!), low: Math.log(low[cell]!) };
			if (Number.isFinite(bar.open + bar.high + bar.low)) spreads.add(row, { ...bar, close: Math.log(price) });
		}
}
