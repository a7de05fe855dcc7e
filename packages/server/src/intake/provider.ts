import type { Issuer, IssuerFiling } from '@sw/domain/filings/filing-book';
import {
	type BarBlock,
	createBarBlock,
	createOptionBlock,
	type DailyBlock,
	HALTED,
	type MentionBlock,
	type OptionBlock,
	REGULAR,
} from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Dividend, Split, Ticker } from '@sw/domain/prices/ticker';
import type { Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { type ExchangeDate, SECOND, type TickerId, type UtcMs } from '@sw/domain/time/units';

/**
 * A source of market data. Only identity and the universe are required; callers test for other capabilities (`provider.history?.…`), not for the vendor.
 * Results by row have one row per ticker of universe(), by ascending id. A method rejects with an outage error if the data is unavailable now, and the caller
 * retries; contradictory data rejects with a typed error.
 */
export interface Provider {
	/** Stable key, as in SIGNALWHEEL_PROVIDER and in the store, such as 'simulated' or 'files'. */
	readonly name: string;
	/** Name shown on screens next to the provider's numbers. */
	readonly label: string;
	/** Whether the market is simulated; if so, every page says so. */
	readonly simulated: boolean;
	/** The provider's own market clock. Default: the wall clock minus `delay`. */
	readonly clock?: ProviderClock;
	/** Delay of the newest numbers, in milliseconds. Default: 0. */
	readonly delay?: number;
	/** Current delays by kind of data, in milliseconds; some vendors reveal them only in their responses. */
	delays?(): { bars: number; options: number };
	/**
	 * Every ticker that the provider knows, by ascending id; tickers are only ever appended. Nothing after `asOf` is revealed: a later delisting is null, and
	 * `shares` is on that day's share basis.
	 */
	universe(asOf: UtcMs): Promise<Ticker[]>;
	/** Whether past sessions include tickers that were delisted since; if not, the past has survivorship bias. Default: false. */
	includesDelisted?(): Promise<boolean>;
	/** Past sessions, in any order. */
	readonly history?: ProviderHistory;
	/** Data of a slot, by its index in the session; to be called once the slot has ended. */
	slot?(session: Session, slot: number): Promise<SlotData>;
	/** Pre- and post-market bars that start in [from, to). */
	extended?(from: UtcMs, to: UtcMs): Promise<BarBlock>;
	/**
	 * Mentions in the hours that start in [from, to). An hour without a row had no mentions if a span of the block covers it; otherwise it was not counted.
	 * Undefined if nothing was counted.
	 */
	mentions?(from: UtcMs, to: UtcMs): Promise<MentionBlock | undefined>;
	/** How far back all counters reach, in milliseconds; undefined without a limit. */
	readonly mentionsReach?: number;
	/** The regular bars of a past session as known now; differences from stored bars are late or corrected ones. */
	refetch?(session: Session): Promise<BarBlock>;
	/** Option sums of a past session's slots as known now. Waits until the sums of the last slot have arrived, or will not arrive. */
	refetchOptions?(session: Session, signal?: AbortSignal): Promise<OptionBlock>;
	/** Splits effective on dates in [from, to]. */
	splits?(from: ExchangeDate, to: ExchangeDate): Promise<Split[]>;
	/** Dividends with ex-dates in [from, to]. */
	dividends?(from: ExchangeDate, to: ExchangeDate): Promise<Dividend[]>;
	/** Public filings, if they are part of the market; they are read with each slot. */
	readonly filings?: ProviderFilings;
	/** Listings and delistings of tickers on dates in [from, to]. */
	listingChanges?(from: ExchangeDate, to: ExchangeDate): Promise<ListingChange[]>;
}

export interface ProviderClock {
	/** `runs`: time passes at the configured speed from `start` on. `stopped`: time stays at `start`. */
	readonly kind: 'runs' | 'stopped';
	/** End of the data that exists at the first start. */
	readonly start: UtcMs;
}

export interface ProviderFilings {
	/** Information forms accepted in [from, to), by acceptance, as if seen live. */
	accepted(from: UtcMs, to: UtcMs): Promise<IssuerFiling[]>;
	/** Issuers by ticker; tickers without an issuer are left out. */
	issuers(): Promise<(Issuer & { tickerId: TickerId })[]>;
}

export interface ProviderHistory {
	/** First session with 15-minute bars, and first session with daily bars. */
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
	/** 1 where trading was halted, at index slot * rows + row; null if the source has no such flag. */
	halted: Uint8Array | null;
	/** Pre- and post-market bars of the day, by time, then ticker. */
	extended: BarBlock;
	/** For the batch ledger: source and time of each part. */
	note?: string;
}

/** One slot of every row. Arrays have `rows` cells and the meanings of SessionMatrix; they may be views: do not modify them. */
export type SlotData = Pick<SessionMatrix, 'rows' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'calls' | 'puts'> & {
	halted: Uint8Array | null;
	/** For the batch ledger: source and time of each part, and the missing parts. */
	note?: string;
};

export interface ListingChange {
	tickerId: TickerId;
	change: 'listed' | 'delisted';
	/** First session after a listing, or last session before a delisting. */
	date: ExchangeDate;
}

/** Converts slots [fromSlot, toSlot) of a session matrix to a block for the store, by slot, then ticker. A halt adds a marker row; empty cells have no row. */
export function convertSlotsToBars(
	session: Session,
	matrix: SessionMatrix,
	tickerIds: Uint32Array,
	fromSlot: number,
	toSlot: number,
): BarBlock {
	const { halted } = matrix;
	const block = createBarBlock((toSlot - fromSlot) * matrix.rows * (halted ? 2 : 1));
	let n = 0;
	for (let slot = fromSlot; slot < toSlot; slot++) {
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

/** Converts option sums of slots [fromSlot, toSlot) to a block, by slot, then ticker. Cells without option data (NaN) have no row. */
export function convertSlotsToOptions(
	session: Session,
	matrix: SessionMatrix,
	tickerIds: Uint32Array,
	fromSlot: number,
	toSlot: number,
): OptionBlock {
	const block = createOptionBlock((toSlot - fromSlot) * matrix.rows);
	let n = 0;
	for (let slot = fromSlot; slot < toSlot; slot++) {
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
