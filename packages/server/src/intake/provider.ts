import type { BarBlock, DailyBlock, MentionBlock, OptionBlock } from '@sw/domain/prices/blocks';
import type { SessionMatrix } from '@sw/domain/prices/session-matrix';
import type { Dividend, Split, Ticker } from '@sw/domain/prices/ticker';
import type { Session } from '@sw/domain/time/calendar';
import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';

/**
 * A source of market data. Only identity and the universe are required; every other capability may be absent, and callers ask
 * `provider.history?.…` instead of knowing vendors. All row-wise answers have one row per ticker of universe(), ascending id.
 * A method that cannot answer now rejects (outage: the caller retries); data that contradicts itself rejects with a typed error.
 */
export interface Provider {
	/** Stable key, as in SIGNALWHEEL_PROVIDER and in the store: 'simulated', 'files'. */
	readonly name: string;
	/** What screens print beside its numbers. */
	readonly label: string;
	/** True when the market is invented; every page then says so. */
	readonly simulated: boolean;
	/** Where this provider's market clock starts and whether it runs; absent when the market clock is the wall clock minus `delay`. */
	readonly clock?: ProviderClock;
	/** Milliseconds by which the newest numbers are late; none unless told. */
	readonly delay?: number;
	/** The same by kind of data, as it is known now; a vendor may say only when it is asked. */
	delays?(): { bars: number; options: number };
	/**
	 * Every ticker the provider knows, ascending id; the set and its order never shrink or change. `asOf` blanks what lay in the future
	 * then: a later delisting is null, `shares` is on the share basis of that day.
	 */
	universe(asOf: UtcMs): Promise<Ticker[]>;
	/** Past sessions, any of them in any order. */
	readonly history?: ProviderHistory;
	/** Slot `slot` of `session` once it has ended. */
	slot?(session: Session, slot: number): Promise<SlotData>;
	/** Pre- and post-market bars that start in [from, to). */
	extended?(from: UtcMs, to: UtcMs): Promise<BarBlock>;
	/**
	 * Mentions of the hours that start in [from, to); ticker, source and hour without a row had none where a span of the block holds them, and elsewhere nobody
	 * looked. Undefined where nobody counted at all.
	 */
	mentions?(from: UtcMs, to: UtcMs): Promise<MentionBlock | undefined>;
	/** How far back all who count mentions can tell, milliseconds; absent where they forget nothing. */
	readonly mentionsReach?: number;
	/** The regular bars of a past session as they are known now: what differs from before came late or was corrected. */
	again?(session: Session): Promise<BarBlock>;
	/** Option sums of a past session's slots that are known by now; resolves when those of its last slot have come, or will not. */
	optionsAgain?(session: Session, signal?: AbortSignal): Promise<OptionBlock>;
	/** Splits effective on a date in [from, to]. */
	splits?(from: ExchangeDate, to: ExchangeDate): Promise<Split[]>;
	/** Dividends with an ex-date in [from, to]. */
	dividends?(from: ExchangeDate, to: ExchangeDate): Promise<Dividend[]>;
	/** First and last sessions in [from, to]. */
	listingChanges?(from: ExchangeDate, to: ExchangeDate): Promise<ListingChange[]>;
}

export interface ProviderClock {
	/** 'runs': trading hours pass at the configured speed from `start` on. 'stands': time is `start`. */
	readonly kind: 'runs' | 'stands';
	/** The last instant of the data that exists at first start. */
	readonly start: UtcMs;
}

export interface ProviderHistory {
	/** First session with 15-minute bars, and first with daily bars. */
	readonly slotsFrom: ExchangeDate;
	readonly dailyFrom: ExchangeDate;
	session(session: Session): Promise<SessionData>;
	/** Daily bars of one session, on the share basis of that day (raw). */
	daily?(session: Session): Promise<DailyBlock>;
}

/** Everything a provider knows of one session. */
export interface SessionData {
	session: Session;
	matrix: SessionMatrix;
	/** 1 where the feed said halted, cell slot * rows + row; null when the feed carries no such flag. */
	halted: Uint8Array | null;
	/** Pre- and post-market bars of the day, by time, then ticker. */
	extended: BarBlock;
	/** For the ledger: what of it came from where and when. */
	note?: string;
}

/** One slot of every row. Arrays have `rows` cells and the meanings of SessionMatrix; they may be views and must not be written to. */
export type SlotData = Pick<SessionMatrix, 'rows' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'calls' | 'puts'> & {
	halted: Uint8Array | null;
	/** For the ledger: what of it came from where and when, and what is missing. */
	note?: string;
};

export interface ListingChange {
	tickerId: TickerId;
	change: 'listed' | 'delisted';
	/** First session of a listing, last session before a delisting. */
	date: ExchangeDate;
}
