import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { lastElapsedSlot, slotEnd } from '@sw/domain/time/slots';
import { DAY, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { sessionMatrices } from '@sw/store/clickhouse/session-matrices';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { barsOfSlots, optionsOfSlots, type Provider } from '../../intake/provider.ts';
import { rowHistory } from '../engine/corporate-actions.ts';
import { restoreMemory } from '../engine/find-jumps.ts';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';
import type { BuiltTable, MarketEngine } from '../engine/market-engine.ts';
import type { Universe } from '../engine/universe.ts';
import { isFasterInParallel } from '../engine/workers/replay-parallel.ts';
import type { MarketParts } from '../parts.ts';
import type { BarsWriter } from '../stored/bars-writer.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import { DAILY_SESSIONS } from '../window/price-window.ts';
import { fillExtended, fillSessions, readMentionsUntil } from './fill-windows.ts';

/** A session to be passed to the engine. `lastSlot`: last slot that has ended, -1 for none. */
interface ReadSession {
	session: Session;
	matrix: SessionMatrix;
	lastSlot: number;
}

/** Number of built report rows at which the reports are published together in one insert. */
const ROWS_PER_BUILD = 150_000;

/** How long before the first wanted report (or now) mentions are fetched from the provider. */
const MENTIONS_BEFORE = 40 * DAY;
/** How long before the first wanted report (or now) stored mentions are read. A report needs a day of mentions, and sessions are less far apart than this. */
const STORED_MENTIONS_BEFORE = 5 * DAY;

/** Thrown internally to end a walk early. */
const WALK_ENDED = new Error('The walk ends early.');

export interface CatchUp {
	market: MarketEngine;
	/** Ascending; the engine walks over all of them. */
	sessions: readonly Session[];
	/** End of the stored data. */
	storedUntil: UtcMs | undefined;
	now: UtcMs;
	/** Times of reports to build, all within the sessions. */
	wanted: ReadonlySet<ReportTime>;
	/** Whether to add the sessions to the window that requests read; only for the newest sessions. */
	fillWindow: boolean;
	/** Whether to read sessions before the first wanted report on several threads. Default: if that is faster. */
	threads?: boolean;
	/** Called after each session; returns whether to end the walk there. Default: never. */
	endsAfter?: (session: Session) => Promise<boolean>;
	/** Text of the progress bar, such as 'Building reports'. */
	phase: string;
}

/**
 * Walks the engine over sessions, stores new data and publishes the wanted reports. First start, restart, recovery and imports all use this walk with different
 * `sessions` and `wanted`. Returns the last session's matrix, from which the live market continues.
 */
export async function catchUp(parts: MarketParts, work: CatchUp): Promise<SessionMatrix | undefined> {
	const { stores, readiness, writer, actions, publish } = parts;
	const { market, sessions, wanted, now } = work;
	const firstWanted = Math.min(...wanted, Number.POSITIVE_INFINITY);
	const firstNeeded = Math.min(firstWanted, now);
	const mentionsStoredUntil = (await storedUntil(stores.records.db, parts.provider.name, 'mentions')) ?? 0;
	const early = sessions.filter((session) => session.close < firstWanted);
	market.engine.announceSplits(early.flatMap((session) => actions.adjustmentsOn(session.date).splits ?? []));

	let reading = early.length > 0 && (work.threads ?? isFasterInParallel(market.engine.rows)) ? market.readInParallel() : undefined;
	let built: BuiltTable[] = [];
	let rows = 0;
	let last: SessionMatrix | undefined;
	const flush = async (): Promise<void> => {
		// Bars first: a published report must not depend on data that a crash could lose.
		await writer.flush();
		if (built.length > 0) await publish(built);
		built = [];
		rows = 0;
	};
	const finishReading = async (): Promise<void> => {
		await reading?.finish();
		reading = undefined;
	};

	const walkSession = async ({ session, matrix, lastSlot }: ReadSession): Promise<void> => {
		await finishReading();
		const splits = session.close < firstWanted ? [] : (actions.adjustmentsOn(session.date).splits ?? []);
		if (splits.length > 0) await flush();
		const before = sessions.filter((s) => s.ordinal < session.ordinal);
		const histories = new Map(
			await Promise.all(splits.map(async ({ row }) => [row, await rowHistory(stores, market.universe, actions, row, before)] as const)),
		);
		market.openSession(session, (row) => histories.get(row) ?? []);
		for (let slot = 0; slot <= lastSlot; slot++) {
			market.applySlot(matrix, slot);
			const time = slotEnd(session, slot);
			if (!wanted.has(time)) continue;
			const table = market.report(time, 'reconstructed');
			const { parameters } = market;
			built.push({ table, cutoff: time, publishedAt: time, reconstructed: true, parameters, inputs: market.inputs() });
			rows += table.count;
		}
	};

	let done = 0;
	try {
		await walkSessions(parts, parts.calendar, sessions, { until: work.storedUntil, now }, async (flight) => {
			const { session, matrix, lastSlot } = flight;
			readiness.phase(work.phase, done++ / sessions.length);
			if (session.close > firstNeeded - (session.close > mentionsStoredUntil ? MENTIONS_BEFORE : STORED_MENTIONS_BEFORE))
				await readMentionsUntil(parts, market.mentions, slotEnd(session, lastSlot));
			const isEarly = session.close < firstWanted && lastSlot + 1 === session.slots;
			await (reading && isEarly ? reading.add(session, matrix) : walkSession(flight));
			if (work.fillWindow) parts.window.open(session, matrix, actions.adjustmentsOn(session.date).splits ?? [], lastSlot + 1);
			last = matrix;
			if (rows >= ROWS_PER_BUILD) await flush();
			await parts.yieldToEventLoop();
			if (await work.endsAfter?.(session)) throw WALK_ENDED;
		}).catch((error) => {
			if (error !== WALK_ENDED) throw error;
		});
		await finishReading();
	} finally {
		await reading?.stop();
	}
	await flush();
	return last;
}

/**
 * Reads sessions in order from the store; sessions that are not stored are fetched from the provider and passed to the writer. `span.now` cuts off the running
 * session; `span.until` is the end of the stored data.
 */
async function walkSessions(
	{ stores, provider, universe, writer }: { stores: Stores; provider: Provider; universe: Universe; writer: BarsWriter },
	calendar: Calendar,
	sessions: readonly Session[],
	span: { until: UtcMs | undefined; now: UtcMs },
	onSession: (flight: ReadSession) => Promise<void>,
): Promise<void> {
	const until = span.until ?? utcMs(0);
	const stored = sessions.filter((session) => session.open < until);
	const batches = await visibleBatches(stores.records.db);
	const passSession = async (session: Session, stored: SessionMatrix | undefined): Promise<void> => {
		const lastSlot = lastElapsedSlot(session, span.now);
		const lastStoredSlot = stored ? lastElapsedSlot(session, until) : -1;
		if (stored && (lastStoredSlot >= lastSlot || !provider.history)) return onSession({ session, matrix: stored, lastSlot });
		const data = await provider.history?.session(session);
		if (!data) return;
		// Set before the writer reads the matrix: halts are stored with the bars.
		data.matrix.halted = data.halted;
		const before = calendar.previousSession(session.date);
		if (before && lastStoredSlot < 0 && provider.extended) writer.add({ bars: await provider.extended(before.close, session.open) });
		writer.add({
			bars: barsOfSlots(session, data.matrix, universe.ids, lastStoredSlot + 1, lastSlot + 1),
			options: optionsOfSlots(session, data.matrix, universe.ids, lastStoredSlot + 1, lastSlot + 1),
			...(data.note ? { note: data.note } : {}),
			until: { bars: lastSlot < 0 ? session.open : slotEnd(session, lastSlot) },
		});
		await onSession({ session, matrix: data.matrix, lastSlot });
		await writer.flushIfLarge();
	};
	await sessionMatrices(stores.series, stored, universe.ids, batches, passSession);
	for (const session of sessions.slice(stored.length)) await passSession(session, undefined);
}

/** Number of sessions whose reports are built at the first start. */
const REPORT_SESSIONS = 60;

/** Reports of stored sessions that do not exist yet. */
export interface MissingReports {
	/** Ascending; their data is stored. */
	sessions: readonly Session[];
	times: ReadonlySet<ReportTime>;
}

export interface UpToDate {
	/** The current or last session. */
	running: { session: Session; matrix: SessionMatrix } | undefined;
	/** Reports of the last sessions that the walk did not build. */
	missing: MissingReports;
}

/** Number of sessions whose missing reports are built first: the current and the previous one. */
const FIRST_BUILT = 2;

/**
 * Brings a market with a running clock up to `now`: the engine walks over the last sessions, stores new data and builds the newest reports. Returns older
 * missing reports, to be built while the market runs.
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
	const firstSession = sessions[0] ?? session;
	parts.universe.setShares(await provider.universe(utcMs(firstSession.open - DAY)));
	await restoreMemory(market, parts, firstSession);
	// Requests need more sessions than a new engine.
	await fillSessions(parts, all.slice(-DAILY_SESSIONS, -sessions.length), until);
	const matrix = await catchUp(parts, {
		market,
		sessions,
		storedUntil: options.storedUntil,
		now,
		wanted: new Set(missingOf(sessions.slice(-FIRST_BUILT))),
		fillWindow: true,
		phase: until < firstSession.open ? 'Loading market data' : 'Starting the engine',
	});
	await fillExtended(parts, session, now);
	const past = all.slice(-reportSessions, -FIRST_BUILT);
	return { running: matrix && { session, matrix }, missing: { sessions: past, times: new Set(missingOf(past)) } };
}

/** Stores daily bars of the time before 15-minute bars begin; continues after a crash. */
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
		await writer.flushIfLarge();
		await yieldToEventLoop();
	}
	await writer.flush();
}
