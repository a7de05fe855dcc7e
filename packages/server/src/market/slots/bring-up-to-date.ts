import { type BarBlock, POST, PRE } from '@sw/domain/market/blocks';
import type { SessionMatrix } from '@sw/domain/market/session-matrix';
import { slotNamed } from '@sw/domain/reports/timetable';
import { LAST_YEAR, type Session } from '@sw/domain/time/calendar';
import { DAY, type ReportTime, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { existingBars } from '@sw/store/clickhouse/bars';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/batches';
import { type ReportRecord, reportsBetween } from '@sw/store/postgres/records/reports';
import type { HotReports, ReportFacts } from '../../reports/hot-reports.ts';
import { LOOKBACK_SESSIONS, type MarketEngine } from '../engine/market-engine.ts';
import type { MissingReports } from '../past/build-missing.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { catchUp } from './catch-up.ts';
import type { PipelineParts } from './parts.ts';
import { type SlotsOn, slotTimes } from './slot-times.ts';

const EVER = { from: 0 as UtcMs, to: Date.UTC(LAST_YEAR + 1, 0, 1) as UtcMs };
/** Sessions whose reports are built at first start. */
export const REPORT_SESSIONS = 60;

/** What the timetable says of a report: who may open it. One that stands in no slot any more is for the highest licence. */
export const placeOf = (time: ReportTime, slotsOn: SlotsOn): Pick<ReportFacts, 'report' | 'first'> => {
	const slot = slotNamed(slotsOn(newYorkDate(time)), time);
	return { report: slot?.report ?? 'pro', first: slot?.first ?? false };
};

/** What requests need to know of a published report. */
export const factsOf = (record: ReportRecord, slotsOn: SlotsOn): ReportFacts => ({
	time: record.time,
	algo: record.algo,
	...placeOf(record.time, slotsOn),
	version: record.version,
	asOf: record.cutoff,
	published: record.publishedAt,
	hash: record.contentHash,
	tickers: record.tickers,
	reconstructed: record.reconstructed,
	parameters: record.parametersVersion,
});

/** Every published report becomes known, and with it the builds from which tables are read on demand. */
export const knownReports = (stores: Stores) => {
	const builds = new Map<string, number>();
	const key = ({ time, algo, version }: Pick<ReportFacts, 'time' | 'algo' | 'version'>): string => `${time}.${algo}.${version}`;
	return {
		learn: (record: ReportRecord): void => void builds.set(key(record), record.buildId),
		load: async (facts: ReportFacts) => {
			const build = builds.get(key(facts));
			if (build === undefined) return undefined;
			const table = await reportRows(stores.series, facts.time, facts.algo, build);
			return table.count > 0 ? table : undefined;
		},
	};
};

/** Shows every stored report of both algos to requests, newest last, so that the newest is announced once. Answers the times of the reverse ones. */
export const showStored = async (
	stores: Stores,
	hot: HotReports,
	learn: (record: ReportRecord) => void,
	slotsOn: SlotsOn,
): Promise<ReadonlySet<ReportTime>> => {
	const { db } = stores.records;
	const reverse = await reportsBetween(db, EVER.from, EVER.to, 'reverse');
	const forecasts = await reportsBetween(db, EVER.from, EVER.to, 'forecast');
	for (const record of [...reverse, ...forecasts].sort((a, b) => a.time - b.time)) {
		learn(record);
		hot.add(factsOf(record, slotsOn));
	}
	return new Set(reverse.map((record) => record.time));
};

export interface UpToDate {
	/** The session that runs, or ran last. */
	running: { session: Session; matrix: SessionMatrix } | undefined;
	/** Of the last sixty sessions, what the walk left out. */
	missing: MissingReports;
}

/** Sessions whose missing reports are built before anything else: the one that runs and the one before it. */
const FIRST_BUILT = 2;

/**
 * Brings a market with a running clock up to `now`: the engine walks over the last sessions, storing what is new and building the newest
 * reports. Older ones that are missing are named, to be built behind the running market.
 */
export const bringUpToDate = async (
	parts: PipelineParts,
	market: MarketEngine,
	given: { now: UtcMs; storedUntil: UtcMs | undefined; existing: ReadonlySet<ReportTime>; reportSessions?: number | undefined },
): Promise<UpToDate> => {
	const { now, existing, reportSessions = REPORT_SESSIONS } = given;
	const { calendar, provider } = parts;
	const session = calendar.lastOpened(now);
	const from = provider.history?.slotsFrom;
	if (!session || !from) return { running: undefined, missing: { sessions: [], times: new Set() } };
	await storeDailyBars(parts);
	const until = given.storedUntil ?? utcMs(0);
	const all = calendar.sessionsBetween(from, session.date);
	const missingOf = (sessions: readonly Session[]): ReportTime[] =>
		sessions.flatMap((each) => slotTimes(parts.slotsOn, each, now)).filter((time) => !existing.has(time));
	const firstUnstored = all.findIndex((each) => each.close > until);
	const sessions = all.slice(Math.max(0, Math.min(firstUnstored, all.length - LOOKBACK_SESSIONS)));
	// Shares as of the day before: the walk applies every split from the first session on.
	const basis = sessions[0] ?? session;
	parts.universe.setShares(await provider.universe(utcMs(basis.open - DAY)));
	const matrix = await catchUp(parts, {
		market,
		sessions,
		storedUntil: given.storedUntil,
		now,
		wanted: new Set(missingOf(sessions.slice(-FIRST_BUILT))),
		feedWindow: true,
		words: until < basis.open ? 'Filling the market' : 'Warming the engine',
	});
	const before = calendar.previousSession(session.date);
	if (before) parts.window.addExtended(await extendedBars(parts.stores, before.open, now));
	const past = all.slice(-reportSessions, -FIRST_BUILT);
	return { running: matrix && { session, matrix }, missing: { sessions: past, times: new Set(missingOf(past)) } };
};

/** Stored pre- and post-market bars that start in [from, to). */
export const extendedBars = async ({ records, series }: Stores, from: UtcMs, to: UtcMs): Promise<BarBlock> => {
	const block = await existingBars(series, undefined, Math.ceil(from / SECOND), Math.ceil(to / SECOND), await visibleBatches(records.db));
	let kept = 0;
	for (let i = 0; i < block.count; i++) {
		if (block.session[i] !== PRE && block.session[i] !== POST) continue;
		for (const column of [block.tickerId, block.time, block.session, block.open, block.high, block.low, block.close, block.volume])
			column[kept] = column[i] as number;
		kept++;
	}
	block.count = kept;
	return block;
};

/** Daily bars of the time before 15-minute bars; a crash on the way goes on at the session where it stopped. */
const storeDailyBars = async ({ stores, provider, calendar, writer, readiness, breathe }: PipelineParts): Promise<void> => {
	const { history } = provider;
	if (!history?.daily) return;
	const done = (await storedUntil(stores.records.db, provider.name, 'daily')) ?? utcMs(0);
	const sessions = calendar
		.sessionsBetween(history.dailyFrom, history.slotsFrom)
		.filter((s) => s.date < history.slotsFrom && s.close > done);
	for (const [at, session] of sessions.entries()) {
		readiness.phase('Filling daily bars', at / sessions.length);
		writer.add({ daily: await history.daily(session), until: { daily: session.close } });
		await writer.maybeFlush();
		await breathe();
	}
	await writer.flush();
};
