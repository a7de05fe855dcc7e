/** What must hold for a data folder's reports after any crash, checked with the stores opened directly, without a server. */
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { readStoredUntil } from '@sw/server/market/stored/stored-until';
import { createDefaultSlots, slotTimes } from '@sw/server/market/timetable/slot-times';
import { computeContentHash, hashParameters } from '@sw/server/reports/content-hash';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { verifyChain } from '@sw/store/postgres/records/reports/report-chain';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';

export const ALL_TIME = { from: utcMs(0), to: utcMs(Date.UTC(2100, 0, 1)) };

/**
 * Checks that every slot between the first and the last report has exactly one report in force, that the chain is intact, and that each report's rows
 * match its hash. `publications` counts all versions.
 */
export async function checkReports(
	stores: Stores,
	reportProblem: (text: string) => void,
	provider: string,
): Promise<{ reports: number; links: number; publications: number }> {
	const { db } = stores.records;
	const reports = await reportsBetween(db, ALL_TIME.from, ALL_TIME.to, 'reverse');
	const reportCounts = new Map<UtcMs, number>();
	for (const report of reports) reportCounts.set(report.time, (reportCounts.get(report.time) ?? 0) + 1);
	const [first, last] = [reports[0], reports.at(-1)];
	if (first && last) {
		const sessions = nyse.sessionsBetween(newYorkDate(first.time), newYorkDate(last.time));
		for (const time of sessions.flatMap((session) => slotTimes(createDefaultSlots(nyse), session, last.time))) {
			const count = reportCounts.get(time) ?? 0;
			if (count !== 1) reportProblem(`slot ${isoSeconds(time)} has ${count} reports`);
			reportCounts.delete(time);
		}
		for (const time of reportCounts.keys()) reportProblem(`report ${isoSeconds(time)} belongs to no slot`);
	} else reportProblem('there is no report');
	const barsUntil = await readStoredUntil(db, provider, 'bars');
	if (last && barsUntil !== undefined && last.time > barsUntil)
		reportProblem(`the newest report ${isoSeconds(last.time)} is built from bars that are not stored (${isoSeconds(barsUntil)})`);
	let publications = 0;
	const verification = await verifyChain(db, async (link) => {
		if (link.algo === 'reverse') publications++;
		const table = await queryReportRows(stores.series, link.time, link.algo, link.buildId);
		if (table.count !== link.tickers) reportProblem(`report ${isoSeconds(link.time)} has ${table.count} rows of ${link.tickers}`);
		return computeContentHash(table, link, hashParameters(await parameterSet(db, link.parametersVersion)));
	});
	if (verification.brokenAt !== undefined) reportProblem(`the chain breaks at link ${verification.brokenAt}`);
	return { reports: reports.length, links: verification.links, publications };
}
