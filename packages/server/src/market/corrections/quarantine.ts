import type { QuarantinedTicker } from '@sw/domain/prices/quarantine';
import { FLAG_QUARANTINE, type ReportTable } from '@sw/domain/signals/report-table';
import { DAY, type TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { MarketParts } from '../parts.ts';
import { findJumps } from './find-jumps.ts';

/** An engine that runs for long remembers a jump for as long. */
const REACH = 1_100 * DAY;

/** The tickers that the report gives no depths: a part of them, each with the jump that is the reason, and how many there are. */
export const quarantinedTickers = async (
	parts: MarketParts,
	report: ReportTable,
	{ skip, max }: { skip: number; max: number } = { skip: 0, max: Number.POSITIVE_INFINITY },
): Promise<{ items: QuarantinedTicker[]; total: number }> => {
	const all = Array.from(report.tickerId).filter((_, row) => ((report.flags[row] as number) & FLAG_QUARANTINE) !== 0);
	const ids = all.slice(skip, skip + max);
	if (ids.length === 0) return { items: [], total: all.length };
	const jumps = await findJumps(parts, newYorkDate(report.time - REACH), newYorkDate(report.time), ids);
	const items = ids.map((id) => ({ tickerId: id as TickerId, jump: jumps.findLast(({ tickerId }) => tickerId === id) }));
	return { items, total: all.length };
};
