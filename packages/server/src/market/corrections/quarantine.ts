import type { QuarantinedTicker } from '@sw/domain/prices/quarantine';
import { FLAG_QUARANTINE, type ReportTable } from '@sw/domain/signals/report-table';
import { DAY, type TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { MarketParts } from '../parts.ts';
import { findJumps } from './find-jumps.ts';

/** An engine that runs for long remembers a jump for as long. */
const REACH = 1_100 * DAY;

/** The tickers that the report gives no depths, each with the jump that is the reason. */
export const quarantinedTickers = async (parts: MarketParts, report: ReportTable): Promise<QuarantinedTicker[]> => {
	const ids = Array.from(report.tickerId).filter((_, row) => ((report.flags[row] as number) & FLAG_QUARANTINE) !== 0);
	if (ids.length === 0) return [];
	const jumps = await findJumps(parts, newYorkDate(report.time - REACH), newYorkDate(report.time), ids);
	return ids.map((id) => ({ tickerId: id as TickerId, jump: jumps.findLast(({ tickerId }) => tickerId === id) }));
};
