import { sessionMatrix as emptyMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Session } from '@sw/domain/time/calendar';
import { lastElapsed, lastElapsedSlot, SLOT_MS } from '@sw/domain/time/slots';
import { utcMs } from '@sw/domain/time/units';
import { sessionMatrix } from '@sw/store/clickhouse/session-matrices';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import type { MarketParts } from '../parts.ts';
import { fillAttention } from '../slots/fill-attention.ts';
import { addVolumes } from '../slots/fill-extended.ts';
import { fillWindow } from '../slots/fill-window.ts';
import { extendedBars } from '../stored/extended-bars.ts';
import type { PublishedMarket } from '../stored/published-market.ts';
import type { MarketRows } from '../window/market-rows.ts';
import type { WindowSession } from '../window/price-window.ts';

export interface RowsToFollow {
	rows: MarketRows;
	/** Parts for work on the rows that are being filled, with the splits that are stored by now. */
	parts(signal: AbortSignal): Promise<MarketParts>;
}

/** Fills new rows from the store and shows them. */
export async function fillRows(market: RowsToFollow, reported: PublishedMarket, signal: AbortSignal): Promise<void> {
	const { rows } = market;
	const { stores, provider } = await market.parts(signal);
	const until = reported.bars ?? utcMs(0);
	// What is stored of a vendor's tickers is as its market began with; those of files are stated by the day.
	const isClockStopped = provider.clock?.kind === 'stopped';
	rows.renew(isClockStopped ? await provider.universe(until) : await tickersOf(stores.records.db, provider.name));
	const parts = await market.parts(signal);
	await fillWindow(parts, until, reported.windowFrom);
	await fillAttention(parts, reported.mentions ?? utcMs(0));
	const { sharesOn } = reported;
	const newest = parts.window.sessions.at(-1)?.session;
	if (sharesOn && newest)
		for (const { date } of parts.calendar.sessionsBetween(sharesOn, newest.date))
			if (date > sharesOn) parts.universe.applySplits(parts.actions.splitsOn(date));
	await goOn(market, parts, reported, signal);
	signal.throwIfAborted();
	rows.show(reported.beginning);
}

/** Adds stored data that is newer than the rows. */
export async function extendRows(market: RowsToFollow, reported: PublishedMarket, signal: AbortSignal): Promise<void> {
	const { prices, attention } = market.rows.filling();
	const newest = prices.sessions.at(-1);
	const isBehind = (reported.bars ?? 0) > (prices.until() ?? 0) || (reported.opened ?? '') > (newest?.session.date ?? '');
	if (!isBehind && (reported.mentions ?? 0) <= (attention.until() ?? 0)) return;
	const parts = await market.parts(signal);
	await goOn(market, parts, reported, signal);
	await fillAttention(parts, reported.mentions ?? utcMs(0));
}

async function goOn(market: RowsToFollow, initialParts: MarketParts, reported: PublishedMarket, signal: AbortSignal): Promise<void> {
	const { calendar, window } = initialParts;
	const until = reported.bars ?? utcMs(0);
	let parts = initialParts;
	for (let entry = window.sessions.at(-1); entry; ) {
		await readSlots(parts, entry, lastElapsedSlot(entry.session, until));
		const next = calendar.nextSession(entry.session.date);
		const isOpen =
			next !== undefined && (next.date <= (reported.opened ?? '') || next.date <= (lastElapsed(calendar, until)?.session.date ?? ''));
		if (!isOpen) return;
		parts = await market.parts(signal);
		await openSession(parts, entry.session, next);
		entry = window.sessions.at(-1);
	}
}

const COLUMNS = ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const;

/** Fills the newest session up to a slot. */
async function readSlots(
	{ stores, universe, window }: MarketParts,
	{ session, matrix, elapsed }: WindowSession,
	last: number,
): Promise<void> {
	if (!matrix || last < elapsed) return;
	const span = { date: session.date, open: session.open + elapsed * SLOT_MS, slots: last - elapsed + 1 };
	const read = await sessionMatrix(stores.series, span, universe.ids, await visibleBatches(stores.records.db));
	copySlots(read, matrix, elapsed);
	for (let slot = elapsed; slot <= last; slot++) window.advance(slot);
}

function copySlots(from: SessionMatrix, to: SessionMatrix, first: number): void {
	const at = first * to.rows;
	for (const column of COLUMNS) to[column].set(from[column], at);
	if (!from.halted) return;
	to.halted ??= new Uint8Array(to.slots * to.rows);
	to.halted.set(from.halted, at);
}

/** As the process that leads opens it: what was traded since the last one, and the splits of the day. */
async function openSession(parts: MarketParts, before: Session, session: Session): Promise<void> {
	const { stores, universe, window, actions } = parts;
	const extended = await extendedBars(stores, before.close, session.open);
	universe.applySplits(actions.splitsOn(session.date));
	window.open(session, emptyMatrix(session.slots, universe.ids.length), actions.adjustmentsOn(session.date).splits ?? [], 0);
	addVolumes(parts, [before, session], extended);
	window.addExtended(extended);
}
