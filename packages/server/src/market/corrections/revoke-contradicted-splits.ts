import { isContradicted } from '@sw/domain/prices/quarantine';
import type { Split } from '@sw/domain/prices/ticker';
import type { ExchangeDate } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { type DayEdges, dayEdges } from '@sw/store/clickhouse/day-edges';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { ADMINISTRATOR, contradictSplit, splitLedger } from '@sw/store/postgres/records/tickers/split-ledger';
import type { MarketParts } from '../parts.ts';
import { queueRebuild } from './pending-rebuilds.ts';
import { reachedFrom } from './reached-dates.ts';

/** A split is judged only if its ticker traded within this many days before and after it. */
const NEAR = 10;
const IDS_PER_READ = 1_000;

/**
 * Revokes the splits of a span that only a provider reported and that the printed prices contradict, and marks their reports for rebuilding, in one
 * transaction. An administrator may still apply them. Running it again changes nothing.
 */
export async function revokeContradictedSplits(parts: MarketParts, from: ExchangeDate, to: ExchangeDate): Promise<Split[]> {
	const { stores, provider, universe, calendar } = parts;
	const { db } = stores.records;
	const reported = (await splitLedger(db, provider.name)).filter(
		({ date, source, revokedAt }) => date >= from && date <= to && source !== ADMINISTRATOR && revokedAt === null,
	);
	const ids = [...new Set(reported.map(({ tickerId }) => tickerId))];
	const indices = Array.from(universe.ids).filter((_, row) => universe.isIndex[row] === 1);
	const seen = await visibleBatches(db);
	const wrong: Split[] = [];
	for (let at = 0; at < ids.length; at += IDS_PER_READ) {
		const some = new Set<number>(ids.slice(at, at + IDS_PER_READ));
		const edges = await dayEdges(stores.series, [...some], indices, dayNumber(from) - NEAR, dayNumber(to) + NEAR, seen);
		for (const split of reported) {
			const prices = some.has(split.tickerId) ? pricesAround(edges, split) : undefined;
			if (prices && isContradicted(split.ratio, prices.before, prices.after)) wrong.push(split);
		}
		await parts.yieldToEventLoop();
	}
	if (wrong.length === 0) return [];
	return db.transaction(async (tx) => {
		await stores.fence.hold(tx);
		const taken: Split[] = [];
		for (const split of wrong) if (await contradictSplit(tx, split)) taken.push(split);
		await queueRebuild(tx, provider.name, reachedFrom(calendar, taken));
		return taken;
	});
}

/** Last close before a date and first open on or after it, as printed; undefined where a price is missing. */
function pricesAround({ count, tickerId, day, open, close }: DayEdges, split: Split): { before: number; after: number } | undefined {
	const on = dayNumber(split.date);
	let before: number | undefined;
	for (let i = 0; i < count; i++) {
		if (tickerId[i] !== split.tickerId || Math.abs(day[i]! - on) > NEAR) continue;
		if (day[i]! >= on) return before === undefined ? undefined : { before, after: open[i]! };
		before = close[i]!;
	}
	return undefined;
}
