import type { TickerType } from '@sw/domain/prices/ticker';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import type { BarsBySymbol, VendorBar } from './bars.ts';

/** What a vendor knows of a ticker. */
export interface VendorTicker {
	symbol: string;
	name: string;
	type: TickerType;
	industry: string | null;
	/** Shares outstanding; null when the vendor does not say. */
	shares: number | null;
	listed: ExchangeDate | null;
	/** In TradingView's names; absent or null when the vendor does not say. */
	exchange?: string | null;
}

/** Contracts that traded since the open of the running session, over all listed contracts of an underlying. */
export interface OptionVolumes {
	calls: number;
	puts: number;
}

export interface VendorSplit {
	symbol: string;
	date: ExchangeDate;
	/** new : old */
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

/** A company behind symbols. */
export interface Company {
	/** Under its last symbol. */
	ticker: VendorTicker;
	/** Its last session; null while it is listed. */
	delisted: ExchangeDate | null;
}
/** A company had a symbol until a date, included; null: it still has it. */
export interface HeldSymbol {
	symbol: string;
	until: ExchangeDate | null;
	company: Company;
}

/** The whole market of past days, of a vendor that chooses the tickers: past sessions consist of the most traded tickers of then. */
export interface WholeMarket {
	/** The most tickers that a session has. */
	readonly limit: number;
	/** The symbols of all companies that are listed, or were at some time since a date. */
	symbolsSince(date: ExchangeDate): Promise<HeldSymbol[]>;
	/** Raw daily bars of every symbol that traded on a past date. */
	day(date: ExchangeDate): Promise<ReadonlyMap<string, VendorBar>>;
	/** What the list of symbols doesn't say of a company. */
	describe(company: Company): Promise<VendorTicker>;
}

/** What every adapter is opened with, beside its own client. */
export interface VendorAdapterOptions {
	wall: WallClock;
	calendar: Calendar;
	/** Milliseconds by which its newest bars are late; it depends on the plan. */
	delay: number;
	/** The same of option sums. */
	optionsDelay: number;
	/** The symbols to follow; the vendor's own choice when empty. */
	symbols: readonly string[];
	/** How many of that choice, the most traded first. */
	symbolLimit: number;
	/** Underlyings whose chains are read after each slot, the first of the universe. */
	chains: number;
	warn(message: string): void;
}

/**
 * One vendor in symbols, without ids, sessions or stores: what differs from vendor to vendor, and nothing else. Methods reject with
 * VendorError; a symbol that the vendor does not know is simply absent from an answer.
 */
export interface VendorAdapter {
	readonly name: string;
	readonly label: string;
	/** Milliseconds by which its newest bars are late. */
	readonly delay: number;
	/** The same of option sums; a vendor may find out only when it is asked. */
	readonly optionsDelay: number;
	/** Sessions that one request for history may span. */
	readonly windowSessions: number;
	/** First dates with 15-minute and with daily bars, seen from `now`. */
	historyFrom(now: UtcMs): { slots: ExchangeDate; daily: ExchangeDate };
	/** The tickers to follow; stable from call to call but for listings. */
	tickers(): Promise<VendorTicker[]>;
	/** Raw 15-minute bars that start in [from, to), pre- and post-market ones included. */
	bars(symbols: readonly string[], from: UtcMs, to: UtcMs): Promise<BarsBySymbol>;
	/** Raw bars of one day before the quarter-hours begin; absent where those go back as far. Dates are asked for in order, once, at the first start. */
	days?(symbols: readonly string[], date: ExchangeDate): Promise<ReadonlyMap<string, VendorBar>>;
	/** Absent where the symbols are given, and of vendors that can't say. */
	readonly wholeMarket?: WholeMarket;
	/** Now; a vendor keeps no history of it. */
	optionVolumes?(symbols: readonly string[]): Promise<ReadonlyMap<string, OptionVolumes>>;
	/** Symbols that changed on a date in [from, to]. */
	renames?(from: ExchangeDate, to: ExchangeDate): Promise<VendorRename[]>;
	splits?(symbols: readonly string[], from: ExchangeDate, to: ExchangeDate): Promise<VendorSplit[]>;
	dividends?(symbols: readonly string[], from: ExchangeDate, to: ExchangeDate): Promise<VendorDividend[]>;
}
