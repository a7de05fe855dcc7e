/** What must hold for a data folder's reports after any crash, checked with the stores opened directly, without a server. */
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { storedUntil } from '@sw/server/market/stored/stored-until';
import { createDefaultSlots, slotTimes } from '@sw/server/market/timetable/slot-times';
import { contentHash, parametersHash } from '@sw/server/reports/content-hash';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { verifyChain } from '@sw/store/postgres/records/reports/report-chain';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';

export const EVER = { from: utcMs(0), to: utcMs(Date.UTC(2100, 0, 1)) };

/**
 * Every slot between the first and the last report has exactly one report in force, the chain is intact, and each report's rows match its hash.
 * `publications` counts all versions.
 */
export async function checkReports(
	stores: Stores,
	problem: (text: string) => void,
	provider: string,
): Promise<{ reports: number; links: number; publications: number }> {
	const { db } = stores.records;
	const reports = await reportsBetween(db, EVER.from, EVER.to, 'reverse');
	const times = new Map<UtcMs, number>();
	for (const report of reports) times.set(report.time, (times.get(report.time) ?? 0) + 1);
	const [first, last] = [reports[0], reports.at(-1)];
	if (first && last) {
		const sessions = nyse.sessionsBetween(newYorkDate(first.time), newYorkDate(last.time));
		for (const time of sessions.flatMap((session) => slotTimes(createDefaultSlots(nyse), session, last.time))) {
			const count = times.get(time) ?? 0;
			if (count !== 1) problem(`slot ${isoSeconds(time)} has ${count} reports`);
			times.delete(time);
		}
		for (const time of times.keys()) problem(`report ${isoSeconds(time)} belongs to no slot`);
	} else problem('there is no report');
	const until = await storedUntil(db, provider, 'bars');
	if (last && until !== undefined && last.time > until)
		problem(`the newest report ${isoSeconds(last.time)} stands on bars that are not stored (${isoSeconds(until)})`);
	let publications = 0;
	const verdict = await verifyChain(db, async (link) => {
		if (link.algo === 'reverse') publications++;
		const table = await reportRows(stores.series, link.time, link.algo, link.buildId);
		if (table.count !== link.tickers) problem(`report ${isoSeconds(link.time)} has ${table.count} rows of ${link.tickers}`);
		return contentHash(table, link, parametersHash(await parameterSet(db, link.parametersVersion)));
	});
	if (verdict.brokenAt !== undefined) problem(`the chain breaks at link ${verdict.brokenAt}`);
	return { reports: reports.length, links: verdict.links, publications };
}
