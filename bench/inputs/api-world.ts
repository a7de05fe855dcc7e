/** A market of 10,000 tickers as requests see it: a year of stored reports, the last ten sessions with z, prices in memory. */
import { createHash } from 'node:crypto';
import { ENGINE_VERSION } from '@sw/domain/reports/content-hash';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable, type ReportTable } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotEnd } from '@sw/domain/time/slots';
import type { ReportTime } from '@sw/domain/time/units';
import { createDefaultSlots } from '@sw/server/market/timetable/slot-times';
import { createDirectory } from '@sw/server/market/window/directory';
import { createPriceWindow, SLOT_SESSIONS } from '@sw/server/market/window/price-window';
import { createDelayedCloses } from '@sw/server/reports/delayed-closes';
import { openShownReports } from '@sw/server/reports/shown-reports';
import { insertReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { ensureParameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { commitReports } from '@sw/store/postgres/records/reports/reports';
import { openBatch } from '@sw/store/postgres/records/tickers/batches';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { createMatrixGenerator, lastSessions } from './engine-market.ts';
import { createMentionWindow, storeMentions } from './random-mentions.ts';
import { createRandomTickers } from './slot-market.ts';
import { computeFlags, createWordSource, fillReports, ROWS_PER_REPORT, waitForMerges } from './year-of-reports.ts';

const PROVIDER = 'bench';
/** Sessions of reports to store with `--quick`. */
export const QUICK_SESSIONS = 14;
/** Ids of tickers that a benchmark requests once each. */
export const OPENED_TICKERS = Array.from({ length: 60 }, (_, i) => 5 + 161 * i);
/** The last sessions, whose reports have every column, z included. */
export const COMPLETE_SESSIONS = 10;

/** Stores `sessionCount` sessions of reports and opens the in-memory market of the last ones. */
export async function openApiMarket(stores: Stores, sessionCount: number) {
	const { records, series } = stores;
	const tickers = createRandomTickers(ROWS_PER_REPORT);
	await saveTickers(records.db, PROVIDER, tickers);
	const parametersVersion = await ensureParameterSet(records.db, PARAMETERS_V1);
	const sessions = lastSessions(sessionCount);
	const pastSessions = sessions.slice(0, -COMPLETE_SESSIONS);
	const builds: number[] = [];
	for (const _ of sessions) builds.push(await openBatch(records.db, { kind: 'reports', provider: PROVIDER }));
	await fillReports(series, pastSessions, (index) => builds[index]!);
	const nextWord = createWordSource(11);
	for (const session of sessions.slice(-COMPLETE_SESSIONS)) {
		const build = builds[sessions.indexOf(session)]!;
		for (const time of reportTimes(session)) await insertReportRows(series, [createCompleteReport(time, nextWord)], build);
	}
	for (const [index, session] of sessions.entries()) await commitSession(stores, builds[index]!, session, parametersVersion);
	await waitForMerges(series);

	const shownReports = openShownReports(stores, createDelayedCloses(createDefaultSlots(nyse)));
	await shownReports.addStored();
	const prices = createPriceWindow(ROWS_PER_REPORT);
	const createMatrix = createMatrixGenerator(ROWS_PER_REPORT);
	for (const session of sessions.slice(-SLOT_SESSIONS)) prices.open(session, createMatrix(session), [], session.slots);
	const lastSession = sessions.at(-1) as Session;
	const directory = createDirectory(tickers);
	await storeMentions(stores, PROVIDER, OPENED_TICKERS, lastSession.close);
	return {
		market: {
			reports: shownReports.hot,
			prices,
			directory,
			attention: createMentionWindow(lastSession.close, ROWS_PER_REPORT, directory.rowOf),
			now: () => lastSession.close,
		},
		/** Times of the complete reports, oldest first. */
		times: sessions.slice(-COMPLETE_SESSIONS).flatMap(reportTimes),
	};
}

function reportTimes(session: Session): ReportTime[] {
	return Array.from({ length: session.slots }, (_, slot) => slotEnd(session, slot) as ReportTime);
}

async function commitSession({ records }: Stores, build: number, session: Session, parametersVersion: number): Promise<void> {
	await commitReports(
		records.db,
		build,
		reportTimes(session).map((time) => ({
			time,
			algo: 'reverse' as const,
			parametersVersion,
			engineVersion: ENGINE_VERSION,
			cutoff: time,
			tickers: ROWS_PER_REPORT,
			reconstructed: true,
			publishedAt: time,
			contentHash: createHash('sha256').update(String(time)).digest('hex'),
		})),
	);
}

function createCompleteReport(time: ReportTime, nextWord: () => number): ReportTable {
	const table = createReportTable(time, 'reverse', ROWS_PER_REPORT);
	for (let row = 0; row < ROWS_PER_REPORT; row++) {
		table.tickerId[row] = row + 1;
		table.price[row] = 50_000 + 100 * (nextWord() % 10_000);
		table.cap[row] = 1e7 * (1 + (row % 9_973));
		table.mentions[row] = row % 700;
		table.flags[row] = computeFlags(row);
		for (const words of table.words) words[row] = nextWord();
	}
	for (let cell = 0; cell < table.z.length; cell++) table.z[cell] = (nextWord() % 4096) / 512 - 4;
	return table;
}
