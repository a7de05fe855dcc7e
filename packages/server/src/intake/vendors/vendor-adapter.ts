import type { TickerType } from '@sw/domain/prices/ticker';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { BarsBySymbol, VendorBar } from './bars.ts';

/** A ticker as a vendor describes it. */
export interface VendorTicker {
	symbol: string;
	name: string;
	type: TickerType;
	industry: string | null;
	/** Shares outstanding; null if unknown. */
	shares: number | null;
	listed: ExchangeDate | null;
	/** As TradingView names it; undefined or null if unknown. */
	exchange?: string | null;
}

/** Contracts traded since the open of the current session, summed over all contracts of an underlying. */
export interface OptionVolumes {
	calls: number;
	puts: number;
}

export interface VendorSplit {
	symbol: string;
	date: ExchangeDate;
	/** New shares per old share. */
	ratio: number;
}
export interface VendorRename {
	before: string;
	after: string;
	/** First day of the new symbol. */
	date: ExchangeDate;
}
export interface VendorDividend {
	symbol: string;
	exDate: ExchangeDate;
	amount: number;
}

/** A company, which can have had several symbols. */
export interface Company {
	/** With its last symbol. */
	ticker: VendorTicker;
	/** Its last session; null while it is listed. */
	delisted: ExchangeDate | null;
}
/** A symbol of a company. `until` is inclusive; null if the company still has it. */
export interface HeldSymbol {
	symbol: string;
	until: ExchangeDate | null;
	company: Company;
}

/** Data of the whole past market, from which the members of past sessions are chosen: the most traded tickers of that time. */
export interface WholeMarket {
	/** Maximum number of members of a session. */
	readonly limit: number;
	/** Symbols of all companies that have been listed at any time since a date. */
	symbolsSince(date: ExchangeDate): Promise<HeldSymbol[]>;
	/** Raw daily bars of every symbol that traded on a past date. */
	dailyBars(date: ExchangeDate): Promise<ReadonlyMap<string, VendorBar>>;
	/** Adds the details of a company. */
	describe(company: Company): Promise<VendorTicker>;
}

/** Options that every adapter has in addition to its client. */
export interface VendorAdapterOptions {
	wall: WallClock;
	calendar: Calendar;
	/** Delay of the newest bars in milliseconds; depends on the plan. */
	delay: number;
	/** Delay of option sums in milliseconds. */
	optionsDelay: number;
	/** The symbols to follow; if empty, the adapter chooses the most traded. */
	symbols: readonly string[];
	/** Number of symbols to choose. */
	symbolLimit: number;
	/** Number of underlyings whose option chains are read after each slot: the first ones followed. */
	chains: number;
	warn(message: string): void;
}

/**
 * Everything that differs between vendors. An adapter knows symbols, but no ids, sessions or stores. Methods reject with VendorError; a symbol unknown to the
 * vendor is absent from the result.
 */
export interface VendorAdapter {
	readonly name: string;
	readonly label: string;
	/** Delay of the newest bars in milliseconds. */
	readonly delay: number;
	/** Delay of option sums in milliseconds; some vendors reveal it only in their responses. */
	readonly optionsDelay: number;
	/** Maximum number of sessions that a request for history can span. */
	readonly windowSessions: number;
	/** First dates with 15-minute and with daily bars, as of `now`. */
	historyFrom(now: UtcMs): { slots: ExchangeDate; daily: ExchangeDate };
	/** The tickers to follow; the same on every call except for listings. */
	tickers(): Promise<VendorTicker[]>;
	/** Raw 15-minute bars that start in [from, to), including pre- and post-market. */
	bars(symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<BarsBySymbol>;
	/** Raw daily bars of a date before the first 15-minute bars, requested in order at the first start. Undefined if 15-minute bars go back as far. */
	dailyBars?(symbols: readonly string[], date: ExchangeDate): Promise<ReadonlyMap<string, VendorBar>>;
	/** Undefined if the operator has configured the symbols, or if the vendor lacks the data. */
	readonly wholeMarket?: WholeMarket;
	/** The current option sums; vendors keep no history of them. */
	optionVolumes?(symbols: readonly string[]): Promise<ReadonlyMap<string, OptionVolumes>>;
	/** Symbols that changed on a date in [from, to]. */
	renames?(from: ExchangeDate, to: ExchangeDate): Promise<VendorRename[]>;
	splits?(symbols: readonly string[], from: ExchangeDate, to: ExchangeDate): Promise<VendorSplit[]>;
	dividends?(symbols: readonly string[], from: ExchangeDate, to: ExchangeDate): Promise<VendorDividend[]>;
}
