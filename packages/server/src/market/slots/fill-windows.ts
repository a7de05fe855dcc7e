import { preOpen } from '@sw/domain/prices/bar-session';
import { type BarBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { sumExtendedVolumes } from '@sw/domain/prices/extended-volumes';
import type { Session } from '@sw/domain/time/calendar';
import { findLastElapsed, lastElapsedSlot } from '@sw/domain/time/slots';
import { DAY, type ExchangeDate, HOUR, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { queryMentionSpans, queryMentions } from '@sw/store/clickhouse/mentions';
import { readSessionMatrices } from '@sw/store/clickhouse/session-matrices';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import type { MentionWindow } from '../engine/mention-window.ts';
import type { MarketParts } from '../parts.ts';
import { readExtendedBars } from '../stored/extended-bars.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { KEPT_HOURS } from '../window/attention-window.ts';
import { DAILY_SESSIONS, VOLUME_SESSIONS } from '../window/price-window.ts';

/** Appends stored sessions to the window, up to `until`. */
export async function fillSessions(parts: MarketParts, sessions: readonly Session[], until: UtcMs): Promise<void> {
	const { stores, universe, actions, window, yieldToEventLoop } = parts;
	await readSessionMatrices(stores.series, sessions, universe.ids, await visibleBatches(stores.records.db), async (session, matrix) => {
		window.open(session, matrix, actions.adjustmentsOn(session.date).splits ?? [], lastElapsedSlot(session, until) + 1);
		await yieldToEventLoop();
	});
}

/** Fills the window from the store, up to `until`. Used if the clock is stopped or another process leads. Default `from`: as far back as the window goes. */
export async function fillWindow(parts: MarketParts, until: UtcMs, from?: ExchangeDate): Promise<void> {
	const { universe, calendar } = parts;
	const last = findLastElapsed(calendar, until);
	if (!last || universe.ids.length === 0) return;
	const first = calendar.sessionByOrdinal(Math.max(0, last.session.ordinal - DAILY_SESSIONS + 1)) ?? last.session;
	await fillSessions(parts, calendar.sessionsBetween(from && from > first.date ? from : first.date, last.session.date), until);
	await fillExtended(parts, last.session, until);
}

/** Hours per read: a few hundred thousand rows of a large market. */
const HOURS_PER_READ = 5 * 24;

/** Adds stored hours that had ended at `now` and are not in the window of mentions yet. */
export async function fillAttention(
	{ stores, provider, attention, yieldToEventLoop }: Pick<MarketParts, 'stores' | 'provider' | 'attention' | 'yieldToEventLoop'>,
	now: UtcMs,
): Promise<void> {
	const storedEnd = await readStoredUntil(stores.records.db, provider.name, 'mentions');
	if (storedEnd === undefined) return;
	const to = Math.floor(Math.min(now, storedEnd) / HOUR) * HOUR;
	const batches = await visibleBatches(stores.records.db);
	for (let from = Math.max(to - KEPT_HOURS * HOUR, attention.dataEnd() ?? 0); from < to; from += HOURS_PER_READ * HOUR) {
		const end = Math.min(to, from + HOURS_PER_READ * HOUR);
		const [startSeconds, endSeconds] = [from / SECOND, end / SECOND];
		const block = await queryMentions(stores.series, undefined, startSeconds, endSeconds, batches);
		block.spans = await queryMentionSpans(stores.series, undefined, startSeconds, endSeconds, batches);
		attention.add(block, utcMs(from), utcMs(end));
		await yieldToEventLoop();
	}
}

/** Sessions times tickers per read, to limit how many bars are in memory: four sessions of a large market, all sessions of a small one. */
const TICKER_SESSIONS_PER_READ = 40_000;
/** Number of newest sessions whose bars are kept: the evening of the first, and the morning of the second. */
const BAR_SESSIONS = 2;

/** Adds the extended-hours volumes of these sessions to the window. */
export function addExtendedVolumes(
	{ universe, window }: Pick<MarketParts, 'universe' | 'window'>,
	sessions: readonly Session[],
	bars: BarBlock,
): void {
	const rows = { rows: universe.ids.length, rowOf: universe.rowOf };
	for (const session of sessions) {
		for (const part of [PRE, POST] as const) {
			const volumes = sumExtendedVolumes(session, part, bars, rows);
			if (volumes) window.addVolumes(volumes);
		}
	}
}

/** Fills the window with stored extended-hours trading: bars of the newest two sessions, and volumes of all sessions that are compared. */
export async function fillExtended(parts: MarketParts, newest: Session, until: UtcMs): Promise<void> {
	const { stores, calendar, universe, window, yieldToEventLoop } = parts;
	const first = calendar.sessionByOrdinal(Math.max(0, newest.ordinal - VOLUME_SESSIONS + 1)) ?? newest;
	const sessions = calendar.sessionsBetween(first.date, newest.date);
	const olderSessions = sessions.slice(0, -BAR_SESSIONS);
	const sessionsPerRead = Math.max(1, Math.floor(TICKER_SESSIONS_PER_READ / universe.ids.length));
	for (let at = 0; at < olderSessions.length; at += sessionsPerRead) {
		const group = olderSessions.slice(at, at + sessionsPerRead);
		const next = sessions[at + group.length] ?? newest;
		addExtendedVolumes(parts, group, await readExtendedBars(stores, preOpen(group[0] as Session), preOpen(next)));
		await yieldToEventLoop();
	}
	const lastSessions = sessions.slice(-BAR_SESSIONS);
	const bars = await readExtendedBars(stores, preOpen(lastSessions[0] ?? newest), until);
	addExtendedVolumes(parts, lastSessions, bars);
	window.addExtended(bars);
}

/** Hours of mentions needed before an instant: a day and a session, so that a read at the close also serves the reports of that morning. */
const MENTIONS_NEEDED = 34 * HOUR;
/** Longest time between two sessions. Mentions in between are fetched, too, because a day is compared with whole days. */
const MAX_CLOSED_TIME = 5 * DAY;

/**
 * Extends the mention window to the last full hour before `time`: stored hours come from the store, later ones from the provider and are also passed to the
 * writer. Without mentions from the provider the window stays empty, and reports state them as unknown.
 */
export async function readMentionsUntil(
	{ stores, provider, writer }: Pick<MarketParts, 'stores' | 'provider' | 'writer'>,
	window: Pick<MentionWindow, 'until' | 'add'>,
	time: UtcMs,
): Promise<void> {
	const to = utcMs(Math.floor(time / HOUR) * HOUR);
	const from = utcMs(Math.max(window.until ?? 0, to - MENTIONS_NEEDED));
	if (from >= to) return;
	const storedEnd = await readStoredUntil(stores.records.db, provider.name, 'mentions');
	const storedTo = utcMs(Math.min(to, storedEnd ?? 0));
	if (storedTo > from) {
		const batches = await visibleBatches(stores.records.db);
		window.add(await queryMentions(stores.series, undefined, from / SECOND, storedTo / SECOND, batches), from, storedTo);
	}
	if (storedTo >= to || !provider.mentions) return;
	const lastEnd = Math.max(window.until ?? 0, storedTo);
	const since = lastEnd === 0 ? from : utcMs(Math.max(lastEnd, to - MAX_CLOSED_TIME));
	const block = await provider.mentions(since, to);
	if (!block) return;
	writer.add({ mentions: block, until: { mentions: to } });
	window.add(block, since, to);
}
