import type { Calendar, Session } from '@sw/domain/time/calendar';
import { readSessionMatrices } from '@sw/store/clickhouse/session-matrices';
import type { Stores } from '@sw/store/open';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { splitsBetween } from '@sw/store/postgres/records/tickers/ticker-splits';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { createSemaphore } from '../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import type { Directory } from './directory.ts';
import { createPriceWindow, DAILY_SESSIONS, type PriceWindow } from './price-window.ts';

/** Returns prices as of an instant: a window with at least the current session of that time and the one before. */
export type PricesAt = (asOf: number) => MaybePromise<PriceWindow>;

interface PastPricesOptions {
	stores: Stores;
	calendar: Calendar;
	directory: Pick<Directory, 'tickers' | 'rowOf'>;
	prices: PriceWindow;
}

/** Number of cached windows; CACHE_BYTES limits their total size. Two sessions of 10,000 tickers take 15 MB. */
const CACHED_WINDOWS = 8;
/** Maximum number of concurrent reads, because each has two sessions in memory in addition to the cache. */
const MAX_CONCURRENT_READS = 2;
const CACHE_BYTES = 160e6;
const BYTES_PER_CELL = 28;

/** Reads the prices of past reports from the store if the window in memory no longer has their 15-minute bars. */
export function createPastPrices({ stores, calendar, directory, prices }: PastPricesOptions): PricesAt {
	const cacheLimit = { limit: CACHE_BYTES, computeWeight: weightOf };
	const readOnce = createSingleFlight<string, PriceWindow>({ maxCached: CACHED_WINDOWS, weightLimit: cacheLimit });
	const runLimited = createSemaphore({ maxConcurrent: MAX_CONCURRENT_READS });

	const readWindow = async (sessions: readonly Session[]): Promise<PriceWindow> => {
		const { records, series } = stores;
		const ids = Uint32Array.from(directory.tickers, ({ id }) => id);
		const window = createPriceWindow(ids.length);
		const [first, last] = [sessions[0] as Session, sessions.at(-1) as Session];
		const splits = await splitsBetween(records.db, first.date, last.date);
		await readSessionMatrices(series, sessions, ids, await visibleBatches(records.db), (session, matrix) => {
			const sessionSplits = splits.filter(({ date }) => date === session.date);
			const rowSplits = sessionSplits
				.map(({ tickerId, ratio }) => ({ row: directory.rowOf(tickerId), ratio }))
				.filter(({ row }) => row >= 0);
			window.open(session, matrix, rowSplits, session.slots);
		});
		return window;
	};

	return (asOf) => {
		const session = calendar.lastOpened(asOf - 1);
		if (!session || isInMemory(prices, session)) return prices;
		const previous = calendar.previousSession(session.date);
		return readOnce(`${prices.id} ${session.date}`, () => runLimited(() => readWindow(previous ? [previous, session] : [session])));
	};
}

/** Whether the window has the slots of a session and of the session before, if they are stored. */
function isInMemory({ sessions }: PriceWindow, { date }: Session): boolean {
	const at = sessions.findLastIndex(({ session }) => session.date === date);
	if (at === -1) return sessions.length === 0 || (sessions.at(-1)?.session.date ?? '') < date;
	const isOldest = at === 0 && sessions.length < DAILY_SESSIONS;
	return at === sessions.length - 1 || (Boolean(sessions[at]?.matrix) && (isOldest || Boolean(sessions[at - 1]?.matrix)));
}

function weightOf({ sessions }: PriceWindow): number {
	return sessions.reduce((sum, { matrix }) => sum + (matrix ? matrix.slots * matrix.rows * BYTES_PER_CELL : 0), 0);
}
