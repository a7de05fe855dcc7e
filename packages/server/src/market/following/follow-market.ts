import { createSessionMatrix as createEmptyMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import { findLastElapsed, lastElapsedSlot, SLOT_MS } from '@sw/domain/time/slots';
import { SECOND, utcMs } from '@sw/domain/time/units';
import { readSessionMatrix } from '@sw/store/clickhouse/session-matrices';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import type { FollowedClock } from '../../platform/clocks/followed-clock.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { forceGc } from '../../platform/memory.ts';
import type { MarketParts } from '../parts.ts';
import { addExtendedVolumes, fillAttention, fillWindow } from '../slots/fill-windows.ts';
import { readExtendedBars } from '../stored/extended-bars.ts';
import { type PublishedMarket, readPublishedMarket } from '../stored/published-market.ts';
import type { MarketRows } from '../window/market-rows.ts';
import type { WindowSession } from '../window/price-window.ts';
import { createChangeWaiter, type Subscribe } from './change-waiter.ts';

/** What is needed to show a market led by another process. */
export interface FollowedMarket extends RowsToFollow {
	stores: MarketParts['stores'];
	provider: MarketParts['provider'];
	calendar: Calendar;
	wall: WallClock;
	reports: {
		/** Shows all stored reports. */
		showStored(): Promise<unknown>;
		/** Shows newly published reports, once they are complete. */
		showNew(): Promise<void>;
	};
	/** Receives the leader's clock; undefined if the market has no published clock. */
	clock: FollowedClock | undefined;
	/** Public filings, refreshed when the leader has changed them. */
	filings: MarketParts['filings'];
	/** Called before each poll. */
	onPoll(): void;
	/** Called with the result of each poll, before it is shown. */
	onPolled(published: PublishedMarket): void;
	/** Called when a poll's result is shown in full. */
	onShown(published: PublishedMarket): void;
	/** Subscribes to the leading process's notifications. */
	subscribe: Subscribe;
	onError(message: string, error: unknown): void;
}

/** Poll interval. Notifications trigger a poll immediately; regular polls find changes whose notification was missed. */
const POLL_INTERVAL = SECOND;
/** Number of polls between filling rows and collecting garbage: by then, the rest of the start, which leaves as much garbage, is over. */
const POLLS_UNTIL_GC = 10;
/** Poll interval after repeated failures. */
const FAILURE_INTERVAL = 5 * SECOND;

/** Shows what the leading process has stored, until the signal aborts. Errors are reported, and the next poll catches up. */
export async function followMarket(market: FollowedMarket, signal: AbortSignal): Promise<void> {
	const waiter = createChangeWaiter(market.wall, market.subscribe);
	try {
		let beginning: number | undefined;
		let pollsUntilGc = 0;
		let errors = 0;
		while (!signal.aborted) {
			market.onPoll();
			let waitMs = POLL_INTERVAL;
			try {
				const shownBeginning = await poll(market, beginning, signal);
				if (shownBeginning !== beginning) pollsUntilGc = POLLS_UNTIL_GC;
				else if (--pollsUntilGc === 0) forceGc();
				beginning = shownBeginning;
				errors = 0;
			} catch (error) {
				if (signal.aborted) break;
				market.onError('failed to follow the market', error);
				if (++errors > 1) waitMs = FAILURE_INTERVAL;
			}
			await waiter.wait(waitMs, signal);
		}
	} finally {
		waiter.stop();
	}
}

/** Polls once. Returns the `beginning` of the market now shown; undefined without one. A new value means that the leader restarted the market. */
async function poll(market: FollowedMarket, shownBeginning: number | undefined, signal: AbortSignal): Promise<number | undefined> {
	const { stores, provider, reports } = market;
	const published = await readPublishedMarket(stores.records.db, provider.name);
	market.onPolled(published);
	if (published.clock) market.clock?.applyReading(published.clock);
	await market.filings.refreshTo(published.filings);
	if (published.beginning === undefined) return undefined;
	if (shownBeginning !== published.beginning) {
		await reports.showStored();
		await fillRows(market, published, signal);
	} else {
		await extendRows(market, published, signal);
		await reports.showNew();
	}
	if (!signal.aborted) market.onShown(published);
	return published.beginning;
}

interface RowsToFollow {
	rows: MarketRows;
	/** Creates parts that fill the pending rows and know the splits stored so far. */
	createParts(signal: AbortSignal): Promise<MarketParts>;
}

/** Fills new rows from the store and shows them. */
export async function fillRows(market: RowsToFollow, published: PublishedMarket, signal: AbortSignal): Promise<void> {
	const { rows } = market;
	const { stores, provider } = await market.createParts(signal);
	const until = published.barsUntil ?? utcMs(0);
	// A vendor's stored tickers are the tickers that the leader's market began with. For files, the tickers depend on the date.
	const isClockStopped = provider.clock?.kind === 'stopped';
	rows.reset(isClockStopped ? await provider.universe(until) : await tickersOf(stores.records.db, provider.name));
	const parts = await market.createParts(signal);
	await fillWindow(parts, until, published.windowFrom);
	await fillAttention(parts, published.mentionsUntil ?? utcMs(0));
	const { sharesOn } = published;
	const newest = parts.window.sessions.at(-1)?.session;
	if (sharesOn && newest)
		for (const { date } of parts.calendar.sessionsBetween(sharesOn, newest.date))
			if (date > sharesOn) parts.universe.applySplits(parts.actions.splitsOn(date));
	await advanceRows(market, parts, published, signal);
	signal.throwIfAborted();
	rows.show(published.beginning);
}

/** Adds stored data that is newer than the rows. */
async function extendRows(market: RowsToFollow, published: PublishedMarket, signal: AbortSignal): Promise<void> {
	const { prices, attention } = market.rows.pendingRows();
	const newest = prices.sessions.at(-1);
	const isBehind = (published.barsUntil ?? 0) > (prices.dataEnd() ?? 0) || (published.opened ?? '') > (newest?.session.date ?? '');
	if (!isBehind && (published.mentionsUntil ?? 0) <= (attention.dataEnd() ?? 0)) return;
	const parts = await market.createParts(signal);
	await advanceRows(market, parts, published, signal);
	await fillAttention(parts, published.mentionsUntil ?? utcMs(0));
}

async function advanceRows(
	market: RowsToFollow,
	initialParts: MarketParts,
	published: PublishedMarket,
	signal: AbortSignal,
): Promise<void> {
	const { calendar, window } = initialParts;
	const until = published.barsUntil ?? utcMs(0);
	let parts = initialParts;
	for (let entry = window.sessions.at(-1); entry; ) {
		await readSlots(parts, entry, lastElapsedSlot(entry.session, until));
		const next = calendar.nextSession(entry.session.date);
		const isOpen =
			next !== undefined && (next.date <= (published.opened ?? '') || next.date <= (findLastElapsed(calendar, until)?.session.date ?? ''));
		if (!isOpen) return;
		parts = await market.createParts(signal);
		await openSession(parts, entry.session, next);
		entry = window.sessions.at(-1);
	}
}

const COLUMNS = ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const;

/** Fills the newest session up to a slot. */
async function readSlots(
	{ stores, universe, window }: MarketParts,
	{ session, matrix, elapsed }: WindowSession,
	lastSlot: number,
): Promise<void> {
	if (!matrix || lastSlot < elapsed) return;
	const span = { date: session.date, open: session.open + elapsed * SLOT_MS, slots: lastSlot - elapsed + 1 };
	const newCells = await readSessionMatrix(stores.series, span, universe.ids, await visibleBatches(stores.records.db));
	copySlots(newCells, matrix, elapsed);
	for (let slot = elapsed; slot <= lastSlot; slot++) window.advance(slot);
}

function copySlots(source: SessionMatrix, target: SessionMatrix, firstSlot: number): void {
	const at = firstSlot * target.rows;
	for (const column of COLUMNS) target[column].set(source[column], at);
	if (!source.halted) return;
	target.halted ??= new Uint8Array(target.slots * target.rows);
	target.halted.set(source.halted, at);
}

/** Opens a session as the leading process does: with the extended-hours bars since the last session, and the splits of the day. */
async function openSession(parts: MarketParts, previous: Session, session: Session): Promise<void> {
	const { stores, universe, window, actions } = parts;
	const extended = await readExtendedBars(stores, previous.close, session.open);
	universe.applySplits(actions.splitsOn(session.date));
	window.open(session, createEmptyMatrix(session.slots, universe.ids.length), actions.adjustmentsOn(session.date).splits ?? [], 0);
	addExtendedVolumes(parts, [previous, session], extended);
	window.addExtended(extended);
}
