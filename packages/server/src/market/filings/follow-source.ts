import { PUBLICATION_DELAY_MS } from '@sw/domain/filings/filing-book';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, HOUR, MINUTE, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { ALL_ISSUERS, type StoredIssuer, type StoredSpan } from '@sw/store/postgres/records/filings';
import type { FilingSource } from '../../intake/filings/edgar.ts';
import { computeFeedIntervalMs, isAccepting, isClosedBetween } from '../../intake/filings/parse.ts';
import { pause } from '../../platform/clocks/pause.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { KEPT_DAYS, type StoredFilings, toStoredFiling } from './stored-filings.ts';

export interface FilingFollowerOptions {
	source: FilingSource;
	filings: StoredFilings;
	calendar: Calendar;
	wall: WallClock;
	tickers(): Promise<readonly Ticker[]>;
	/** Stores the industry of tickers for which no vendor states one. */
	saveIndustry(tickers: readonly TickerId[], industry: string): Promise<void>;
	onError(message: string, error: unknown): void;
}

export interface FilingFollower {
	/** Follows the source until the signal aborts. */
	run(signal: AbortSignal): Promise<void>;
	/** Why, and since when, the feed can't be read while EDGAR accepts filings; undefined if it is read. */
	outage(): { readonly since: UtcMs; readonly reason: string } | undefined;
	/** Loads the history of this ticker's issuer before the histories of other issuers. */
	prioritize(ticker: TickerId): void;
}

const ISSUERS_INTERVAL = DAY;
const ISSUERS_RETRY_DELAY = 10 * MINUTE;
const HISTORY_RETRY_DELAY = HOUR;
/** Interval of checks for histories to load. */
const IDLE_INTERVAL = MINUTE;
/** A feed that couldn't be read for this long counts as an outage. */
const OUTAGE_AFTER = 15 * MINUTE;

/**
 * Follows public filings: reads the feed every minute, the issuers of tickers once a day, and an issuer's history if the feed doesn't cover the look-back of
 * reports. Data counts only once it is stored. A failure is retried and leaves a gap in coverage, which reports show as unknown, not as 'no'.
 */
export function createFilingFollower({
	source,
	filings,
	calendar,
	wall,
	tickers,
	saveIndustry,
	onError,
}: FilingFollowerOptions): FilingFollower {
	const now = (): UtcMs => utcMs(wall.now());
	const prioritized = new Set<TickerId>();
	let lastRead: UtcMs | undefined;
	let failure: string | undefined;
	let issuersDueAt = 0;

	const readIssuers = async (): Promise<void> => {
		issuersDueAt = now() + ISSUERS_RETRY_DELAY;
		const issuerBySymbol = await source.issuers();
		const currentIssuers = new Map(filings.book.issuersAt(now()).map((issuer) => [issuer.tickerId, issuer]));
		const changedIssuers = (await tickers()).flatMap(({ id, symbol, delisted }): StoredIssuer[] => {
			// The SEC's list doesn't have delisted issuers, so their mapping stays.
			const match = delisted === null ? issuerBySymbol.get(normalizeSymbol(symbol) ?? symbol) : undefined;
			const current = currentIssuers.get(id);
			if (!match || (current?.cik === match.cik && (current.exchange ?? null) === match.exchange)) return [];
			const issuer = current?.cik === match.cik ? current : { tickerId: id, since: now(), cik: match.cik };
			const { seq: _seq, ...row } = { ...issuer, exchange: match.exchange };
			return [row];
		});
		if (changedIssuers.length > 0) await filings.save({ issuers: changedIssuers });
		issuersDueAt = now() + ISSUERS_INTERVAL;
	};

	const readFeed = async (): Promise<void> => {
		const feedEnd = filings.dataEnd();
		const { filings: feedFilings, readAt, isComplete, unreadable } = await source.feed(feedEnd);
		const followedCiks = new Set(filings.book.issuersAt(now()).map(({ cik }) => cik));
		await filings.save({
			filings: feedFilings.filter(({ cik }) => followedCiks.has(cik)).map(toStoredFiling),
			spans: createFeedSpans(filings, feedEnd, readAt, isComplete),
		});
		if (unreadable.length > 0) throw new Error(`EDGAR's feed has entries that can't be read, for example: ${unreadable[0]}`);
		lastRead = readAt;
		failure = undefined;
	};

	const loadHistory = async (cik: number, from: UtcMs): Promise<void> => {
		const history = await source.history(cik, from);
		// Issuers are read after the request: a ticker's issuer can have changed meanwhile, and the new issuer's history is loaded later.
		const issuers = filings.book.issuersAt(now()).filter((issuer) => issuer.cik === cik);
		const { sic, industry } = history;
		await filings.save({
			filings: history.filings.map(toStoredFiling),
			spans: [{ cik, fromAt: history.from, toAt: history.to, knownAt: now() }],
			issuers: issuers.map(({ seq: _seq, ...issuer }) => ({ ...issuer, sic, industry })),
		});
		if (industry !== null && issuers.length > 0)
			await saveIndustry(
				issuers.map(({ tickerId }) => tickerId),
				industry,
			);
	};

	const followFeed = async (signal: AbortSignal): Promise<void> => {
		while (!signal.aborted) {
			const startedAt = wall.now();
			try {
				await filings.refresh();
				if (startedAt >= issuersDueAt) await readIssuers().catch((error) => onError('failed to read the issuers of tickers', error));
				await readFeed();
			} catch (error) {
				if (signal.aborted) return;
				failure = error instanceof Error ? error.message : String(error);
				onError('failed to read public filings', error);
			}
			const session = calendar.sessionOn(newYorkDate(startedAt));
			await pause(wall, Math.max(0, startedAt + computeFeedIntervalMs(startedAt, session) - wall.now()), signal).catch(() => {});
		}
	};

	const loadHistories = async (signal: AbortSignal): Promise<void> => {
		const retryAt = new Map<number, number>();
		let dueHistories: ReturnType<typeof filings.book.findDueHistories> = [];
		let checkedAt = 0;
		while (!signal.aborted) {
			if (dueHistories.length === 0 || wall.now() - checkedAt >= IDLE_INTERVAL) {
				dueHistories = filings.book.findDueHistories(now()).filter(({ cik }) => (retryAt.get(cik) ?? 0) <= wall.now());
				checkedAt = wall.now();
			}
			const next = dueHistories.find(({ tickerId }) => prioritized.has(tickerId)) ?? dueHistories[0];
			if (!next) {
				await pause(wall, IDLE_INTERVAL, signal).catch(() => {});
				continue;
			}
			prioritized.delete(next.tickerId);
			dueHistories = dueHistories.filter(({ cik }) => cik !== next.cik);
			try {
				await loadHistory(next.cik, utcMs(next.from ?? now() - KEPT_DAYS * DAY));
			} catch (error) {
				if (signal.aborted) return;
				retryAt.set(next.cik, wall.now() + HISTORY_RETRY_DELAY);
				onError(`failed to read the filings of CIK ${next.cik}`, error);
				// A source that is unavailable for one issuer is unavailable for all.
				await pause(wall, IDLE_INTERVAL, signal).catch(() => {});
			}
		}
	};

	return {
		run: async (signal) => {
			lastRead ??= now();
			await Promise.all([followFeed(signal), loadHistories(signal)]);
		},
		outage: () =>
			lastRead !== undefined && isAccepting(wall.now()) && wall.now() - lastRead > OUTAGE_AFTER
				? { since: lastRead, reason: failure ?? `The feed hasn't responded since ${isoSeconds(lastRead)}.` }
				: undefined,
		prioritize: (ticker) => void prioritized.add(ticker),
	};
}

/** Returns the coverage spans to add after reading the feed. An incomplete read leaves a gap before it. */
function createFeedSpans(filings: StoredFilings, feedEnd: UtcMs | undefined, readAt: UtcMs, isComplete: boolean): StoredSpan[] {
	const newSpan = { cik: ALL_ISSUERS, fromAt: readAt, toAt: readAt };
	if (feedEnd === undefined || !isComplete) return [newSpan];
	if (readAt - feedEnd <= PUBLICATION_DELAY_MS || isClosedBetween(feedEnd, readAt))
		return [{ ...newSpan, fromAt: filings.followedFrom() ?? feedEnd }];
	return [{ ...newSpan, fromAt: feedEnd, knownAt: readAt }, newSpan];
}
