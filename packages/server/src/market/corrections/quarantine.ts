import type { QuarantinedTicker } from '@sw/domain/prices/quarantine';
import { FLAG_QUARANTINE, type ReportTable } from '@sw/domain/signals/report-table';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { FIRST_DATE, findJumps, findSessionJumps, type TickerJump } from '../engine/find-jumps.ts';
import type { MarketParts } from '../parts.ts';

/** Returns one page of the tickers in quarantine in a report, each with the jump that is the reason, and the total number of such tickers. */
export async function quarantinedTickers(
	parts: MarketParts,
	report: ReportTable,
	{ skip, max }: { skip: number; max: number } = { skip: 0, max: Number.POSITIVE_INFINITY },
): Promise<{ items: QuarantinedTicker[]; total: number }> {
	const all = Array.from(report.tickerId).filter((_, row) => (report.flags[row]! & FLAG_QUARANTINE) !== 0);
	const ids = all.slice(skip, skip + max);
	if (ids.length === 0) return { items: [], total: all.length };
	const span = [FIRST_DATE, newYorkDate(report.time)] as const;
	// A report doesn't know slots that have not ended by its time.
	const sessionJumps = (await findSessionJumps(parts, ...span, ids)).filter(({ time = 0 }) => time + SLOT_MS <= report.time);
	const known = [...(await findJumps(parts, ...span, ids)), ...sessionJumps].filter(
		({ until = Number.POSITIVE_INFINITY }) => until > report.time,
	);
	const jumps = Map.groupBy(known, ({ tickerId }) => tickerId);
	const items = ids.map((id) => ({ tickerId: id as TickerId, jump: jumps.get(id as TickerId)?.reduce(moreRelevant) }));
	return { items, total: all.length };
}

/** Returns the later jump. On the same date, a jump within the session is preferred; of two such jumps the first, because the other can be its reversal. */
function moreRelevant(one: TickerJump, other: TickerJump): TickerJump {
	if (one.date !== other.date) return one.date < other.date ? other : one;
	return one.time === undefined ? other : one;
}
