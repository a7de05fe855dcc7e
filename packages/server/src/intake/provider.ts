import type { Issuer, IssuerFiling } from '@sw/domain/filings/filing-book';
import {
	type BarBlock,
	barBlock,
	type DailyBlock,
	HALTED,
	type MentionBlock,
	type OptionBlock,
	optionBlock,
	REGULAR,
} from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Dividend, Split, Ticker } from '@sw/domain/prices/ticker';
import type { Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { type ExchangeDate, SECOND, type TickerId, type UtcMs } from '@sw/domain/time/units';

/**
 * A source of market data. Only identity and the universe are required; all other capabilities are optional, and callers test `provider.history?.…` instead
 * of the vendor. Row-wise results have one row per ticker of universe(), by ascending id. A method that cannot answer now rejects (outage: the caller
 * retries); contradictory data rejects with a typed error.
 */
export interface Provider {
	/** Stable key, as in SIGNALWHEEL_PROVIDER and in the store: 'simulated', 'files'. */
	readonly name: string;
	/** Shown on screens beside its numbers. */
	readonly label: string;
	/** True when the market is invented; every page then says so. */
	readonly simulated: boolean;
	/** Where this provider's market clock starts and whether it runs; absent when the market clock is the wall clock minus `delay`. */
	readonly clock?: ProviderClock;
	/** Delay of the newest numbers, in milliseconds. Default: 0. */
	readonly delay?: number;
	/** The same by kind of data, as known now; some vendors reveal it only in their answers. */
	delays?(): { bars: number; options: number };
	/**
	 * Every ticker that the provider knows, by ascending id; the set and its order never shrink or change. `asOf` hides what was in the future then: a later
	 * delisting is null, `shares` is on that day's share basis.
	 */
	universe(asOf: UtcMs): Promise<Ticker[]>;
	/** Whether past sessions also have the tickers that have ended since; otherwise, and by default, the past consists of tickers chosen afterwards. */
	holdsEnded?(): Promise<boolean>;
	/** Past sessions, in any order. */
	readonly history?: ProviderHistory;
	/** Slot `slot` of `session` once it has ended. */
	slot?(session: Session, slot: number): Promise<SlotData>;
	/** Pre- and post-market bars that start in [from, to). */
	extended?(from: UtcMs, to: UtcMs): Promise<BarBlock>;
	/**
	 * Mentions of the hours that start in [from, to). A ticker, source and hour without a row had no mentions if a span of the block covers it; otherwise it
	 * was not counted. Undefined where nothing was counted.
	 */
	mentions?(from: UtcMs, to: UtcMs): Promise<MentionBlock | undefined>;
	/** How far back all counters reach, in milliseconds; absent without a limit. */
	readonly mentionsReach?: number;
	/** The regular bars of a past session as known now: differences from before are late or corrected bars. */
	refetch?(session: Session): Promise<BarBlock>;
	/** Option sums known by now for a past session's slots; resolves when those of its last slot have come, or will not. */
	optionsAgain?(session: Session, signal?: AbortSignal): Promise<OptionBlock>;
	/** Splits effective on a date in [from, to]. */
	splits?(from: ExchangeDate, to: ExchangeDate): Promise<Split[]>;
	/** Dividends with an ex-date in [from, to]. */
	dividends?(from: ExchangeDate, to: ExchangeDate): Promise<Dividend[]>;
	/** Public filings, where they come with the market: they are read with each slot. */
	readonly filings?: ProviderFilings;
	/** First and last sessions in [from, to]. */
	listingChanges?(from: ExchangeDate, to: ExchangeDate): Promise<ListingChange[]>;
}

export interface ProviderClock {
	/** 'runs': trading hours pass at the configured speed from `start` on. 'stopped': time is `start`. */
	readonly kind: 'runs' | 'stopped';
	/** The last instant of the data that exists at first start. */
	readonly start: UtcMs;
}

export interface ProviderFilings {
	/** Information forms accepted in [from, to), by acceptance, as seen while the market ran. */
	accepted(from: UtcMs, to: UtcMs): Promise<IssuerFiling[]>;
	/** The issuers of the tickers that have one. */
	issuers(): Promise<(Issuer & { tickerId: TickerId })[]>;
}

export interface ProviderHistory {
	/** First session with 15-minute bars, and first with daily bars. */
	readonly slotsFrom: ExchangeDate;
	readonly dailyFrom: ExchangeDate;
	session(session: Session): Promise<SessionData>;
	/** Daily bars of one session, on the share basis of that day (raw). */
	daily?(session: Session): Promise<DailyBlock>;
}

/** All of a provider's data for one session. */
export interface SessionData {
	session: Session;
	matrix: SessionMatrix;
	/** 1 where the feed said halted, cell slot * rows + row; null when the feed carries no such flag. */
	halted: Uint8Array | null;
	/** Pre- and post-market bars of the day, by time, then ticker. */
	extended: BarBlock;
	/** For the ledger: the source and time of each part. */
	note?: string;
}

/** One slot of every row. Arrays have `rows` cells and the meanings of SessionMatrix; they may be views: do not modify them. */
export type SlotData = Pick<SessionMatrix, 'rows' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'calls' | 'puts'> & {
	halted: Uint8Array | null;
	/** For the ledger: source and time of each part, and the missing parts. */
	note?: string;
};

export interface ListingChange {
	tickerId: TickerId;
	change: 'listed' | 'delisted';
	/** First session of a listing, last session before a delisting. */
	date: ExchangeDate;
}

/** Regular bars of slots [from, to) of a session matrix as a block for the store, by slot, then ticker. A halt adds a marker; cells with neither make no row. */
export function barsOfSlots(session: Session, matrix: SessionMatrix, tickerIds: Uint32Array, from: number, to: number): BarBlock {
	const { halted } = matrix;
	const block = barBlock((to - from) * matrix.rows * (halted ? 2 : 1));
	let n = 0;
	for (let slot = from; slot < to; slot++) {
		const time = slotStart(session, slot) / SECOND;
		for (let row = 0; row < matrix.rows; row++) {
			const cell = slot * matrix.rows + row;
			const close = matrix.close[cell]!;
			if (halted?.[cell]) {
				block.tickerId[n] = tickerIds[row]!;
				block.time[n] = time;
				block.session[n] = HALTED;
				for (const column of [block.open, block.high, block.low, block.close]) column[n] = Number.NaN;
				n++;
			}
			if (Number.isNaN(close)) continue;
			block.tickerId[n] = tickerIds[row]!;
			block.time[n] = time;
			block.session[n] = REGULAR;
			block.open[n] = matrix.open[cell]!;
			block.high[n] = matrix.high[cell]!;
			block.low[n] = matrix.low[cell]!;
			block.close[n] = close;
			block.volume[n++] = matrix.volume[cell]!;
		}
	}
	block.count = n;
	return block;
}

/** Option sums of slots [from, to); a NaN cell (no option data received) makes no row. */
export function optionsOfSlots(session: Session, matrix: SessionMatrix, tickerIds: Uint32Array, from: number, to: number): OptionBlock {
	const block = optionBlock((to - from) * matrix.rows);
	let n = 0;
	for (let slot = from; slot < to; slot++) {
		const time = slotStart(session, slot) / SECOND;
		for (let row = 0; row < matrix.rows; row++) {
			const cell = slot * matrix.rows + row;
			const calls = matrix.calls[cell]!;
			if (Number.isNaN(calls)) continue;
			block.tickerId[n] = tickerIds[row]!;
			block.time[n] = time;
			block.calls[n] = calls;
			block.puts[n++] = matrix.puts[cell]!;
		}
	}
	block.count = n;
	return block;
}
