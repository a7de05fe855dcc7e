import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Session } from '@sw/domain/time/calendar';
import { DAY, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';
import type { MarketEngine } from '../engine/market-engine.ts';
import { rememberEarlier } from '../engine/start-engine.ts';
import type { MarketParts } from '../parts.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import { DAILY_SESSIONS } from '../window/price-window.ts';
import { catchUp } from './catch-up.ts';
import { fillExtended } from './fill-extended.ts';
import { fillSessions } from './fill-window.ts';

/** Sessions whose reports are built at first start. */
const REPORT_SESSIONS = 60;

/** Reports of stored sessions that do not exist yet. */
export interface MissingReports {
	/** Ascending; their data is stored. */
	sessions: readonly Session[];
	times: ReadonlySet<ReportTime>;
}

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
export async function bringUpToDate(
	parts: MarketParts,
	market: MarketEngine,
	options: { now: UtcMs; storedUntil: UtcMs | undefined; existing: ReadonlySet<ReportTime>; reportSessions?: number | undefined },
): Promise<UpToDate> {
	const { now, existing, reportSessions = REPORT_SESSIONS } = options;
	const { calendar, provider } = parts;
	const session = calendar.lastOpened(now);
	const from = provider.history?.slotsFrom;
	if (!session || !from) return { running: undefined, missing: { sessions: [], times: new Set() } };
	await storeDailyBars(parts);
	const until = options.storedUntil ?? utcMs(0);
	const all = calendar.sessionsBetween(from, session.date);
	const missingOf = (sessions: readonly Session[]): ReportTime[] =>
		sessions.flatMap((each) => slotTimes(parts.slotsOn, each, now)).filter((time) => !existing.has(time));
	const stored = all.filter((each) => each.close <= until).length;
	const sessions = all.slice(Math.max(0, Math.min(stored, all.length - LOOKBACK_SESSIONS)));
	// Shares as of the day before: the walk applies every split from the first session on.
	const basis = sessions[0] ?? session;
	parts.universe.setShares(await provider.universe(utcMs(basis.open - DAY)));
	await rememberEarlier(market, parts, basis);
	// Requests read further back than an engine does that begins now.
	await fillSessions(parts, all.slice(-DAILY_SESSIONS, -sessions.length), until);
	const matrix = await catchUp(parts, {
		market,
		sessions,
		storedUntil: options.storedUntil,
		now,
		wanted: new Set(missingOf(sessions.slice(-FIRST_BUILT))),
		fillWindow: true,
		words: until < basis.open ? 'Loading market data' : 'Starting the engine',
	});
	await fillExtended(parts, session, now);
	const past = all.slice(-reportSessions, -FIRST_BUILT);
	return { running: matrix && { session, matrix }, missing: { sessions: past, times: new Set(missingOf(past)) } };
}

/** Daily bars of the time before 15-minute bars; a crash on the way goes on at the session where it stopped. */
async function storeDailyBars({ stores, provider, calendar, writer, readiness, yieldToEventLoop }: MarketParts): Promise<void> {
	const { history } = provider;
	if (!history?.daily) return;
	const done = (await storedUntil(stores.records.db, provider.name, 'daily')) ?? utcMs(0);
	const sessions = calendar
		.sessionsBetween(history.dailyFrom, history.slotsFrom)
		.filter((s) => s.date < history.slotsFrom && s.close > done);
	for (const [at, session] of sessions.entries()) {
		readiness.phase('Loading daily bars', at / sessions.length);
		writer.add({ daily: await history.daily(session), until: { daily: session.close } });
		await writer.maybeFlush();
		await yieldToEventLoop();
	}
	await writer.flush();
}
