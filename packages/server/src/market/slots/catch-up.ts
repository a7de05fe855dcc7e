import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot, slotEnd } from '@sw/domain/time/slots';
import { DAY, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { readSessionMatrices } from '@sw/store/clickhouse/session-matrices';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { convertSlotsToBars, convertSlotsToOptions, type Provider } from '../../intake/provider.ts';
import { loadRowHistory } from '../engine/corporate-actions.ts';
import { restoreEngineState } from '../engine/find-jumps.ts';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';
import type { BuiltTable, MarketEngine } from '../engine/market-engine.ts';
import type { Universe } from '../engine/universe.ts';
import { isFasterInParallel } from '../engine/workers/replay-parallel.ts';
import type { MarketParts } from '../parts.ts';
import type { BarsWriter } from '../stored/bars-writer.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import { DAILY_SESSIONS } from '../window/price-window.ts';
import { fillExtended, fillSessions, readMentionsUntil } from './fill-windows.ts';

/** A session to be passed to the engine. `lastSlot`: last slot that has ended, -1 for none. */
interface LoadedSession {
	session: Session;
	matrix: SessionMatrix;
	lastSlot: number;
}

/** Number of built report rows at which the reports are published together in one insert. */
const ROWS_PER_PUBLICATION = 150_000;

/** How long before the first report to build (or now) mentions are fetched from the provider. */
const MENTIONS_LOOKBACK = 40 * DAY;
/** How long before the first report to build (or now) stored mentions are read. A report needs a day of them, and sessions are less far apart than this. */
const STORED_MENTIONS_LOOKBACK = 5 * DAY;

/** Thrown internally to leave out the remaining sessions. */
const STOPPED_EARLY = new Error('The remaining sessions are left out.');

export interface CatchUpOptions {
	market: MarketEngine;
	/** Ascending; the engine reads all of them. */
	sessions: readonly Session[];
	/** End of the stored data. */
	storedUntil: UtcMs | undefined;
	now: UtcMs;
	/** Times of reports to build, all within the sessions. */
	timesToBuild: ReadonlySet<ReportTime>;
	/** Whether to add the sessions to the window that requests read; only for the newest sessions. */
	fillWindow: boolean;
	/** Whether to read sessions before the first report to build on several threads. Default: if that is faster. */
	useThreads?: boolean;
	/** Called after each session; returns whether to leave out the remaining sessions. Default: never. */
	endsAfter?: (session: Session) => Promise<boolean>;
	/** Text of the progress bar, such as 'Building reports'. */
	phase: string;
}

/**
 * Passes sessions to the engine, stores new data and publishes reports. First start, restart, recovery and imports all call this with different
 * `sessions` and `timesToBuild`. Returns the last session's matrix, from which the live market continues.
 */
export async function catchUp(parts: MarketParts, options: CatchUpOptions): Promise<SessionMatrix | undefined> {
	const { stores, readiness, writer, actions, publish } = parts;
	const { market, sessions, timesToBuild, now } = options;
	const firstReportTime = Math.min(...timesToBuild, Number.POSITIVE_INFINITY);
	const firstNeededTime = Math.min(firstReportTime, now);
	const mentionsStoredUntil = (await readStoredUntil(stores.records.db, parts.provider.name, 'mentions')) ?? 0;
	const earlySessions = sessions.filter((session) => session.close < firstReportTime);
	market.signalEngine.announceSplits(earlySessions.flatMap((session) => actions.adjustmentsOn(session.date).splits ?? []));

	let parallelReplay =
		earlySessions.length > 0 && (options.useThreads ?? isFasterInParallel(market.signalEngine.rows)) ? market.readInParallel() : undefined;
	let builtReports: BuiltTable[] = [];
	let builtRowCount = 0;
	let lastMatrix: SessionMatrix | undefined;
	const flush = async (): Promise<void> => {
		// Bars first: a published report must not depend on data that a crash could lose.
		await writer.flush();
		if (builtReports.length > 0) await publish(builtReports);
		builtReports = [];
		builtRowCount = 0;
	};
	const finishReplay = async (): Promise<void> => {
		await parallelReplay?.finish();
		parallelReplay = undefined;
	};

	const processSession = async ({ session, matrix, lastSlot }: LoadedSession): Promise<void> => {
		await finishReplay();
		const splits = session.close < firstReportTime ? [] : (actions.adjustmentsOn(session.date).splits ?? []);
		if (splits.length > 0) await flush();
		const previousSessions = sessions.filter((s) => s.ordinal < session.ordinal);
		const histories = new Map(
			await Promise.all(
				splits.map(async ({ row }) => [row, await loadRowHistory(stores, market.universe, actions, row, previousSessions)] as const),
			),
		);
		market.openSession(session, (row) => histories.get(row) ?? []);
		for (let slot = 0; slot <= lastSlot; slot++) {
			market.applySlot(matrix, slot);
			const time = slotEnd(session, slot);
			if (!timesToBuild.has(time)) continue;
			const table = market.report(time, 'reconstructed');
			const { parameters } = market;
			builtReports.push({ table, cutoff: time, publishedAt: time, reconstructed: true, parameters, inputs: market.inputs() });
			builtRowCount += table.count;
		}
	};

	let sessionsDone = 0;
	try {
		await loadSessions(parts, parts.calendar, sessions, { until: options.storedUntil, now }, async (loaded) => {
			const { session, matrix, lastSlot } = loaded;
			readiness.setPhase(options.phase, sessionsDone++ / sessions.length);
			if (session.close > firstNeededTime - (session.close > mentionsStoredUntil ? MENTIONS_LOOKBACK : STORED_MENTIONS_LOOKBACK))
				await readMentionsUntil(parts, market.mentions, slotEnd(session, lastSlot));
			const isEarly = session.close < firstReportTime && lastSlot + 1 === session.slots;
			await (parallelReplay && isEarly ? parallelReplay.add(session, matrix) : processSession(loaded));
			if (options.fillWindow) parts.window.open(session, matrix, actions.adjustmentsOn(session.date).splits ?? [], lastSlot + 1);
			lastMatrix = matrix;
			if (builtRowCount >= ROWS_PER_PUBLICATION) await flush();
			await parts.yieldToEventLoop();
			if (await options.endsAfter?.(session)) throw STOPPED_EARLY;
		}).catch((error) => {
			if (error !== STOPPED_EARLY) throw error;
		});
		await finishReplay();
	} finally {
		await parallelReplay?.stop();
	}
	await flush();
	return lastMatrix;
}

/**
 * Reads sessions in order from the store; sessions that are not stored are fetched from the provider and passed to the writer. `span.now` cuts off the running
 * session; `span.until` is the end of the stored data.
 */
async function loadSessions(
	{ stores, provider, universe, writer }: { stores: Stores; provider: Provider; universe: Universe; writer: BarsWriter },
	calendar: Calendar,
	sessions: readonly Session[],
	span: { until: UtcMs | undefined; now: UtcMs },
	onSession: (loaded: LoadedSession) => Promise<void>,
): Promise<void> {
	const until = span.until ?? utcMs(0);
	const storedSessions = sessions.filter((session) => session.open < until);
	const batches = await visibleBatches(stores.records.db);
	const passSession = async (session: Session, stored: SessionMatrix | undefined): Promise<void> => {
		const lastSlot = lastElapsedSlot(session, span.now);
		const lastStoredSlot = stored ? lastElapsedSlot(session, until) : -1;
		if (stored && (lastStoredSlot >= lastSlot || !provider.history)) return onSession({ session, matrix: stored, lastSlot });
		const data = await provider.history?.session(session);
		if (!data) return;
		// Set before the writer reads the matrix: halts are stored with the bars.
		data.matrix.halted = data.halted;
		const previous = calendar.previousSession(session.date);
		if (previous && lastStoredSlot < 0 && provider.extended) writer.add({ bars: await provider.extended(previous.close, session.open) });
		writer.add({
			bars: convertSlotsToBars(session, data.matrix, universe.ids, lastStoredSlot + 1, lastSlot + 1),
			options: convertSlotsToOptions(session, data.matrix, universe.ids, lastStoredSlot + 1, lastSlot + 1),
			...(data.note ? { note: data.note } : {}),
			until: { bars: lastSlot < 0 ? session.open : slotEnd(session, lastSlot) },
		});
		await onSession({ session, matrix: data.matrix, lastSlot });
		await writer.flushIfLarge();
	};
	await readSessionMatrices(stores.series, storedSessions, universe.ids, batches, passSession);
	for (const session of sessions.slice(storedSessions.length)) await passSession(session, undefined);
}

/** Number of sessions whose reports are built at the first start. */
const REPORT_SESSIONS = 60;

/** Reports of stored sessions that do not exist yet. */
export interface MissingReports {
	/** Ascending; their data is stored. */
	sessions: readonly Session[];
	times: ReadonlySet<ReportTime>;
}

export interface CaughtUpMarket {
	/** The current or last session. */
	currentSession: { session: Session; matrix: SessionMatrix } | undefined;
	/** Reports of the last sessions that were not built while catching up. */
	missing: MissingReports;
}

/** Number of sessions whose missing reports are built first: the current and the previous one. */
const SESSIONS_BUILT_FIRST = 2;

/**
 * Brings a market with a running clock up to `now`: the engine reads the last sessions, stores new data and builds the newest reports. Returns older
 * missing reports, to be built while the market runs.
 */
export async function bringUpToDate(
	parts: MarketParts,
	market: MarketEngine,
	options: { now: UtcMs; storedUntil: UtcMs | undefined; existing: ReadonlySet<ReportTime>; reportSessions?: number | undefined },
): Promise<CaughtUpMarket> {
	const { now, existing, reportSessions = REPORT_SESSIONS } = options;
	const { calendar, provider } = parts;
	const session = calendar.lastOpened(now);
	const from = provider.history?.slotsFrom;
	if (!session || !from) return { currentSession: undefined, missing: { sessions: [], times: new Set() } };
	await storeDailyBars(parts);
	const until = options.storedUntil ?? utcMs(0);
	const allSessions = calendar.sessionsBetween(from, session.date);
	const findMissing = (sessions: readonly Session[]): ReportTime[] =>
		sessions.flatMap((s) => slotTimes(parts.slotsOn, s, now)).filter((time) => !existing.has(time));
	const storedCount = allSessions.filter((s) => s.close <= until).length;
	const sessions = allSessions.slice(Math.max(0, Math.min(storedCount, allSessions.length - LOOKBACK_SESSIONS)));
	// Shares as of the day before: every split from the first session on is applied while catching up.
	const firstSession = sessions[0] ?? session;
	parts.universe.setShares(await provider.universe(utcMs(firstSession.open - DAY)));
	await restoreEngineState(market, parts, firstSession);
	// Requests need more sessions than a new engine.
	await fillSessions(parts, allSessions.slice(-DAILY_SESSIONS, -sessions.length), until);
	const matrix = await catchUp(parts, {
		market,
		sessions,
		storedUntil: options.storedUntil,
		now,
		timesToBuild: new Set(findMissing(sessions.slice(-SESSIONS_BUILT_FIRST))),
		fillWindow: true,
		phase: until < firstSession.open ? 'Loading market data' : 'Starting the engine',
	});
	await fillExtended(parts, session, now);
	const pastSessions = allSessions.slice(-reportSessions, -SESSIONS_BUILT_FIRST);
	return { currentSession: matrix && { session, matrix }, missing: { sessions: pastSessions, times: new Set(findMissing(pastSessions)) } };
}

/** Stores daily bars of the time before 15-minute bars begin; continues after a crash. */
async function storeDailyBars({ stores, provider, calendar, writer, readiness, yieldToEventLoop }: MarketParts): Promise<void> {
	const { history } = provider;
	if (!history?.daily) return;
	const storedEnd = (await readStoredUntil(stores.records.db, provider.name, 'daily')) ?? utcMs(0);
	const sessions = calendar
		.sessionsBetween(history.dailyFrom, history.slotsFrom)
		.filter((s) => s.date < history.slotsFrom && s.close > storedEnd);
	for (const [index, session] of sessions.entries()) {
		readiness.setPhase('Loading daily bars', index / sessions.length);
		writer.add({ daily: await history.daily(session), until: { daily: session.close } });
		await writer.flushIfLarge();
		await yieldToEventLoop();
	}
	await writer.flush();
}
