import type { QuarantinedTicker } from '@sw/domain/prices/quarantine';
import { FLAG_QUARANTINE, type ReportTable } from '@sw/domain/signals/report-table';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { FIRST_DATE, findJumps, findSessionJumps, type TickerJump } from '../engine/find-jumps.ts';
import type { MarketParts } from '../parts.ts';

/** Returns one page of the tickers in quarantine in a report, each with the jump that is the reason, and the total number of such tickers. */
export async function findQuarantinedTickers(
	parts: MarketParts,
	report: ReportTable,
	{ skip, max }: { skip: number; max: number } = { skip: 0, max: Number.POSITIVE_INFINITY },
): Promise<{ items: QuarantinedTicker[]; total: number }> {
	const quarantinedIds = Array.from(report.tickerId).filter((_, row) => (report.flags[row]! & FLAG_QUARANTINE) !== 0);
	const ids = quarantinedIds.slice(skip, skip + max);
	if (ids.length === 0) return { items: [], total: quarantinedIds.length };
	const span = [FIRST_DATE, newYorkDate(report.time)] as const;
	// A report doesn't include slots that end after its time.
	const sessionJumps = (await findSessionJumps(parts, ...span, ids)).filter(({ time = 0 }) => time + SLOT_MS <= report.time);
	const activeJumps = [...(await findJumps(parts, ...span, ids)), ...sessionJumps].filter(
		({ until = Number.POSITIVE_INFINITY }) => until > report.time,
	);
	const jumpsByTicker = Map.groupBy(activeJumps, ({ tickerId }) => tickerId);
	const items = ids.map((id) => ({ tickerId: id as TickerId, jump: jumpsByTicker.get(id as TickerId)?.reduce(pickMoreRelevant) }));
	return { items, total: quarantinedIds.length };
}

/** Returns the later jump. On the same date, a jump within the session is preferred; of two such jumps the first, because the other can be its reversal. */
function pickMoreRelevant(a: TickerJump, b: TickerJump): TickerJump {
	if (a.date !== b.date) return a.date < b.date ? b : a;
	return a.time === undefined ? b : a;
}
