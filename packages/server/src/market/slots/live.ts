import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Session } from '@sw/domain/time/calendar';
import { SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { HOUR, type ReportTime, type UtcMs, utcMs } from '@sw/domain/time/units';
import { convertSlotsToBars, convertSlotsToOptions, type SlotData } from '../../intake/provider.ts';
import type { MarketClock } from '../../platform/clocks/market-clock.ts';
import { loadRowHistory } from '../engine/corporate-actions.ts';
import type { BuiltTable, MarketEngine } from '../engine/market-engine.ts';
import type { MentionWindow } from '../engine/mention-window.ts';
import { readFilingsUntil } from '../filings/stored-filings.ts';
import type { MarketParts } from '../parts.ts';
import { publishMarketValue } from '../stored/published-market.ts';
import { slotTimes } from '../timetable/slot-times.ts';
import { addExtendedVolumes, readMentionsUntil } from './fill-windows.ts';

/** Waits before retries of a failed fetch, in milliseconds; the last one repeats. */
const RETRY_DELAYS = [1_000, 5_000, 15_000, 30_000];

export interface LiveMarket {
	parts: MarketParts;
	market: MarketEngine;
	clock: MarketClock;
	/** The running session, if one has begun. */
	currentSession: { session: Session; matrix: SessionMatrix } | undefined;
	signal: AbortSignal;
	wallNow(): UtcMs;
	/** Waits on the wall clock; rejects when the signal aborts. */
	pause(ms: number): Promise<void>;
	onError(message: string, error: unknown): void;
	/** Called after a session: stores late bars and rebuilds the affected reports. */
	correctSession?: (session: Session) => Promise<void>;
	/** Called with each published report; runs concurrently with the next slots, and never rejects. */
	follow?: (report: ReportTime) => Promise<void>;
}

/** While the market is closed, mentions are fetched this long before they become too old for the counters. */
const FETCH_AHEAD = 4 * HOUR;

interface ClosedMarketOptions {
	readonly clock: Pick<MarketClock, 'now' | 'waitUntil'>;
	readonly signal: AbortSignal;
	/** How far back counters of mentions reach, in milliseconds; Infinity without counters or without a limit. */
	readonly reach: number;
	/** End of the last hour that was counted. */
	countedUntil(): UtcMs | undefined;
	/** Fetches the hours up to an instant. */
	fetch(time: UtcMs): Promise<void>;
}

/**
 * Runs slot after slot until the signal aborts: waits for the end of the slot on the market clock, fetches, stores and scores it, publishes the report, and
 * only then prepares the engine for the next one. Outages are retried; the last report stays readable.
 */
export async function runLive(live: LiveMarket): Promise<void> {
	const pendingFollows = new Set<Promise<void>>();
	const follow = (report: ReportTime): void => {
		const followPromise = live.follow?.(report).finally(() => pendingFollows.delete(followPromise as Promise<void>));
		if (followPromise) pendingFollows.add(followPromise);
	};
	try {
		await runSlots(live, follow);
	} finally {
		// A restart must not publish at the same time.
		await Promise.all(pendingFollows);
	}
}

/**
 * Waits for the next open. Meanwhile fetches mentions just before counters forget them, because a day is compared with whole days, including weekends. Not
 * more often, because some counters are paid.
 */
export async function waitForOpen({ clock, signal, reach, countedUntil, fetch }: ClosedMarketOptions, open: UtcMs): Promise<void> {
	let nextAt = 0;
	for (;;) {
		const due = utcMs(Math.max((countedUntil() ?? 0) + reach - FETCH_AHEAD, nextAt));
		if (due >= open) break;
		await clock.waitUntil(due, signal);
		const now = clock.now();
		// The clock can reach the time late.
		if (now >= open) break;
		await fetch(now);
		nextAt = now + SLOT_MS;
	}
	await clock.waitUntil(open, signal);
}

async function runSlots(live: LiveMarket, follow: (report: ReportTime) => void): Promise<void> {
	const { market, signal } = live;
	const { calendar } = live.parts;
	let { currentSession } = live;
	while (!signal.aborted) {
		const position = market.signalEngine.position;
		const lastSlot = currentSession && position?.session.date === currentSession.session.date ? position.slot : -1;
		if (!currentSession || lastSlot + 1 >= currentSession.session.slots) {
			const next = currentSession ? calendar.nextSession(currentSession.session.date) : calendar.nextToOpen(live.clock.now());
			if (!next) return;
			const session = currentSession?.session;
			if (session && live.correctSession)
				await withRetries(live, `failed to add late bars of ${session.date}`, () => live.correctSession?.(session) ?? Promise.resolve());
			await waitForOpen(createClosedMarket(live), next.open);
			await withRetries(live, `failed to open the session of ${next.date}`, () => openSession(live, next));
			const matrix = createSessionMatrix(next.slots, market.universe.ids.length);
			await withRetries(live, `failed to announce the session of ${next.date}`, () => publishOpenedSession(live, next));
			live.parts.window.open(next, matrix, live.parts.actions.adjustmentsOn(next.date).splits ?? [], 0);
			currentSession = { session: next, matrix };
			continue;
		}
		const { session, matrix } = currentSession;
		const slot = lastSlot + 1;
		const end = slotEnd(session, slot);
		await live.clock.waitUntil(end, signal);
		await withRetries(live, `failed to fetch slot ${slot} of ${session.date}`, () => fetchSlot(live, session, matrix, slot));
		await withRetries(live, `failed to store slot ${slot} of ${session.date}`, () => live.parts.writer.flush());
		market.applySlot(matrix, slot);
		live.parts.window.advance(slot);
		if (slotTimes(live.parts.slotsOn, session, end).includes(end)) {
			const report = {
				table: market.report(end, 'live'),
				cutoff: end,
				reconstructed: false,
				parameters: market.parameters,
				inputs: market.inputs(),
			};
			await withRetries(live, `failed to publish report ${new Date(end).toISOString()}`, () =>
				live.parts.publish([{ ...report, publishedAt: live.clock.now(), wall: wallTimes(live, end) }]),
			);
			follow(end);
		}
		// Yields to requests between timeframes.
		while (market.signalEngine.prepareStep()) await live.parts.yieldToEventLoop();
	}
}

function publishOpenedSession({ parts: { stores, provider } }: LiveMarket, { date }: Session): Promise<void> {
	return publishMarketValue(stores.records.db, provider.name, 'opened', date);
}

/** Creates the parts for collecting mentions while the market is closed. */
function createClosedMarket(live: LiveMarket): ClosedMarketOptions {
	return {
		clock: live.clock,
		signal: live.signal,
		reach: live.parts.provider.mentionsReach ?? Number.POSITIVE_INFINITY,
		countedUntil: () => live.market.mentions.until,
		fetch: async (time) => {
			const { parts, market } = live;
			const label = 'mentions while the market is closed';
			await withRetries(live, `failed to fetch ${label}`, () =>
				readMentionsUntil(parts, combineWindows(parts.attention, market.mentions), time),
			);
			await withRetries(live, `failed to store ${label}`, () => parts.writer.flush());
		},
	};
}

function wallTimes({ clock, wallNow }: LiveMarket, end: UtcMs): BuiltTable['wall'] {
	const due = clock.reachedAt(end);
	return due === undefined ? undefined : { due: utcMs(due), published: wallNow() };
}

/** Opens a session: applies everything since the last one, and the splits and dividends of the day. */
async function openSession({ parts, market }: LiveMarket, session: Session): Promise<void> {
	const { provider, stores, actions, writer, universe, calendar } = parts;
	const previous = calendar.previousSession(session.date);
	universe.refresh(await provider.universe(session.open));
	await actions.refresh(session.date, session.date);
	const extended = previous && provider.extended ? await provider.extended(previous.close, session.open) : undefined;
	if (extended) {
		writer.add({ bars: extended });
		await writer.flush();
	}
	const splits = actions.adjustmentsOn(session.date).splits ?? [];
	// Histories go as far back as the engine has read: a split row gets the same values as if it always had this share basis.
	const pastSessions =
		previous && splits.length > 0 && market.signalEngine.position ? calendar.sessionsBetween(market.inputs().from, previous.date) : [];
	const histories = new Map(
		await Promise.all(splits.map(async ({ row }) => [row, await loadRowHistory(stores, universe, actions, row, pastSessions)] as const)),
	);
	market.openSession(session, (row) => histories.get(row) ?? []);
	// The window is extended last, because a failure above repeats the whole step.
	if (!previous || !extended) return;
	addExtendedVolumes(parts, [previous, session], extended);
	parts.window.addExtended(extended);
}

/** Fetches everything before passing it to the writer, so that a failed attempt leaves nothing behind. */
async function fetchSlot({ parts, market }: LiveMarket, session: Session, matrix: SessionMatrix, slot: number): Promise<void> {
	const { provider, writer, universe } = parts;
	if (!provider.slot) throw new Error(`${provider.name} has no live market`);
	const end = slotEnd(session, slot);
	const [data] = await Promise.all([provider.slot(session, slot), readFilingsUntil(parts, end)]);
	await readMentionsUntil(parts, combineWindows(parts.attention, market.mentions), end);
	copySlot(data, matrix, slot);
	writer.add({
		bars: convertSlotsToBars(session, matrix, universe.ids, slot, slot + 1),
		options: convertSlotsToOptions(session, matrix, universe.ids, slot, slot + 1),
		...(data.note ? { note: data.note } : {}),
		until: { bars: end },
	});
}

/** Combines two windows: new hours are also added to the window that requests read. Stored hours have no spans and are already in that window. */
function combineWindows(attention: MarketParts['attention'], mentions: MentionWindow): Pick<MentionWindow, 'until' | 'add'> {
	return {
		get until() {
			return mentions.until;
		},
		add(block, from, to) {
			mentions.add(block, from, to);
			if (block.spans.length > 0) attention.add(block, from, to);
		},
	};
}

function copySlot(data: SlotData, matrix: SessionMatrix, slot: number): void {
	const at = slot * matrix.rows;
	for (const column of ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const) matrix[column].set(data[column], at);
	if (!data.halted) return;
	matrix.halted ??= new Uint8Array(matrix.slots * matrix.rows);
	matrix.halted.set(data.halted, at);
}

async function withRetries<T>(live: LiveMarket, message: string, work: () => Promise<T>): Promise<T> {
	for (let attempts = 0; ; attempts++) {
		live.signal.throwIfAborted();
		try {
			return await work();
		} catch (error) {
			if (live.signal.aborted) throw error;
			live.onError(message, error);
			await live.pause(RETRY_DELAYS[Math.min(attempts, RETRY_DELAYS.length - 1)]!);
		}
	}
}
