/** Decides which tickers are members of a vendor's sessions: past sessions have the most traded tickers of their time, later ones the followed tickers. */

import { createMostTraded, dollarVolumeOf, RANKING_SESSIONS } from '@sw/domain/prices/most-traded';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { mapConcurrent } from '../../platform/concurrency/map-concurrent.ts';
import { VendorError } from '../outbound/vendor-error.ts';
import type { VendorBar } from './bars.ts';
import type { Company, HeldSymbol, VendorAdapter, VendorTicker, WholeMarket } from './vendor-adapter.ts';
import type { VendorDirectory } from './vendor-directory.ts';

export interface MembershipParts {
	adapter: VendorAdapter;
	directory: VendorDirectory;
	calendar: Calendar;
	slotsFrom: ExchangeDate;
	warn(message: string): void;
}

/** Whether the members of every stored session were chosen without hindsight. True for a market without stored sessions. */
export async function hasAllMembers({ adapter, directory, calendar, slotsFrom }: MembershipParts): Promise<boolean> {
	if (!adapter.wholeMarket) return false;
	const storedUntil = await directory.storedUntil();
	if (storedUntil === undefined) return true;
	const dates = new Set(await directory.memberDates());
	return calendar.sessionsBetween(slotsFrom, newYorkDate(storedUntil)).every(({ date, open }) => open >= storedUntil || dates.has(date));
}

/**
 * Finds the members of ended sessions that are not stored yet. Undefined if today's tickers are used for the past: the vendor has no past members, or stored
 * sessions were already filled with today's tickers.
 */
export async function findMissingMembers(parts: MembershipParts, now: UtcMs): Promise<PastMembers | undefined> {
	const { adapter, directory, calendar, slotsFrom, warn } = parts;
	if (!adapter.wholeMarket || !(await hasAllMembers(parts))) return undefined;
	const storedUntil = (await directory.storedUntil()) ?? 0;
	const savedDates = new Set(await directory.memberDates());
	const missingSessions = calendar
		.sessionsBetween(slotsFrom, newYorkDate(now))
		.filter(({ date, close }) => close <= now && close > storedUntil && !savedDates.has(date));
	if (missingSessions.length === 0) return { sessions: [], companies: new Map(), holders: undefined };
	try {
		return await findPastMembers(adapter.wholeMarket, calendar, missingSessions);
	} catch (error) {
		// At the first start, other errors are retried; later, any market is better than none.
		const isFinal = error instanceof VendorError && (error.fault === 'refused' || (storedUntil > 0 && !error.isTemporary));
		if (!isFinal) throw error;
		warn(`Past sessions will consist of today's most traded tickers, so their statistics are marked "chosen afterwards". ${error.message}`);
		return undefined;
	}
}

/** Registers the members that are delisted now. To be called before registering today's members, which can have the same symbols. */
export async function registerDelistedMembers(
	directory: VendorDirectory,
	{ companies, holders }: PastMembers,
): Promise<Map<Company, TickerId>> {
	const storedUntil = await directory.storedUntil();
	const lastStored = storedUntil === undefined ? undefined : newYorkDate(storedUntil);
	const delistedMembers = [...companies].flatMap(([company, { delisted, ...ticker }]) => {
		if (delisted === null) return [];
		const isStored = lastStored !== undefined && holders?.companyOf(ticker.symbol, lastStored) === company;
		return [{ company, ticker: { ...ticker, delisted, isStored } }];
	});
	const ids = await directory.registerDelisted(delistedMembers.map(({ ticker }) => ticker));
	return new Map(delistedMembers.map(({ company }, i) => [company, ids[i] as TickerId]));
}

/** Registers the members that are still listed, after those followed today, and saves the sessions. Returns all stored tickers. */
export async function saveMembers(
	directory: VendorDirectory,
	{ sessions, companies }: PastMembers,
	delistedIds: ReadonlyMap<Company, TickerId>,
): Promise<Ticker[]> {
	const tickers = await directory.registerTickers(
		[...companies].flatMap(([company, { delisted: _, ...ticker }]) => (delistedIds.has(company) ? [] : [ticker])),
	);
	const listedIdBySymbol = new Map(tickers.flatMap(({ id, symbol, delisted }) => (delisted === null ? [[symbol, id] as const] : [])));
	await directory.saveMembers(
		sessions.map(({ date, members }) => ({
			date,
			ids: members.map(({ company }) => delistedIds.get(company) ?? (listedIdBySymbol.get(company.ticker.symbol) as TickerId)),
			symbols: members.map(({ symbol }) => symbol),
		})),
	);
	return tickers;
}

/** A past session: its members were the most traded tickers before it, whether still listed or delisted since. */
interface PastSession {
	date: ExchangeDate;
	/** With their symbols on that date, most traded first. */
	members: { company: Company; symbol: string }[];
}

interface PastMembers {
	/** Without sessions for which the vendor has no daily bars. */
	sessions: PastSession[];
	/** All members of any session; `delisted` is the last session in which a delisted one traded. */
	companies: ReadonlyMap<Company, VendorTicker & Pick<Company, 'delisted'>>;
	/** Undefined if no session was missing. */
	holders: SymbolHolders | undefined;
}

const CONCURRENCY = 8;

/**
 * Finds the members of `sessions` (ascending). Sends a request for each member, and for each day from RANKING_SESSIONS before the first session to the day
 * before the last.
 */
async function findPastMembers(market: WholeMarket, calendar: Calendar, sessions: readonly Session[]): Promise<PastMembers> {
	const rankingSessions = findRankingSessions(calendar, sessions);
	const holders = createSymbolHolders(await market.symbolsSince((rankingSessions[0] as Session).date));
	const ranking = createMostTraded();
	const companyByKey = new Map<string, Company>();
	const companies = new Map<Company, VendorTicker>();
	const lastTradedDates = new Map<Company, ExchangeDate>();

	const addDay = (date: ExchangeDate, bars: ReadonlyMap<string, VendorBar>): void => {
		const dollarVolumes = new Map<string, number>();
		for (const [symbol, bar] of bars) {
			const company = holders.companyOf(symbol, date);
			if (!company || (companies.get(company)?.listed ?? date) > date) continue;
			const key = createRankingKey(company);
			companyByKey.set(key, company);
			lastTradedDates.set(company, date);
			dollarVolumes.set(key, dollarVolumeOf(bar));
		}
		ranking.add(date, dollarVolumes);
	};
	/** Loads a member's details. Before a member's listing, another company traded under its symbol, so that trading is removed from the ranking. */
	const loadDetails = async (company: Company): Promise<void> => {
		const ticker = await market.describe(company);
		companies.set(company, ticker);
		if (ticker.listed) ranking.forget(createRankingKey(company), ticker.listed);
	};
	const rankMembers = async (date: ExchangeDate): Promise<PastSession['members']> => {
		for (const [key, { delisted }] of companyByKey)
			if (delisted !== null && delisted < date) {
				ranking.forget(key, date);
				companyByKey.delete(key);
			}
		for (;;) {
			const top = ranking.top(market.limit).map((key) => companyByKey.get(key) as Company);
			const withoutDetails = top.filter((company) => !companies.has(company));
			if (withoutDetails.length === 0) return top.map((company) => ({ company, symbol: holders.symbolOf(company, date) as string }));
			await mapConcurrent(withoutDetails, CONCURRENCY, loadDetails);
		}
	};

	const requestedDates = new Set(sessions.map(({ date }) => date));
	const pastSessions: PastSession[] = [];
	for (let at = 0; at < rankingSessions.length; at += CONCURRENCY) {
		const dates = rankingSessions.slice(at, at + CONCURRENCY).map(({ date }) => date);
		// The newest day is not used to rank any of the sessions.
		const bars = await mapConcurrent(dates, CONCURRENCY, async (date) =>
			date === rankingSessions.at(-1)?.date ? undefined : market.dailyBars(date),
		);
		for (const [i, date] of dates.entries()) {
			const members = requestedDates.has(date) ? await rankMembers(date) : [];
			if (members.length > 0) pastSessions.push({ date, members });
			addDay(date, bars[i] ?? new Map());
		}
	}
	const memberCompanies = new Set(pastSessions.flatMap(({ members }) => members.map(({ company }) => company)));
	const lastRankedDate = rankingSessions.at(-2)?.date;
	/** Returns the last session in which a delisted company traded, because vendors date delistings some days late. The newest day's bars are unknown. */
	const findLastSession = (company: Company): ExchangeDate | null =>
		company.delisted !== null && lastRankedDate && company.delisted <= lastRankedDate
			? (lastTradedDates.get(company) as ExchangeDate)
			: company.delisted;
	const detailsByCompany = [...memberCompanies].map(
		(company) => [company, { ...(companies.get(company) as VendorTicker), delisted: findLastSession(company) }] as const,
	);
	return { sessions: pastSessions, companies: new Map(detailsByCompany), holders };
}

/** Returns the sessions and, before them, the sessions that rank the first one. */
function findRankingSessions(calendar: Calendar, sessions: readonly Session[]): Session[] {
	const [first, last] = [sessions[0], sessions.at(-1)];
	if (!first || !last) return [];
	const start = calendar.sessionByOrdinal(Math.max(0, first.ordinal - RANKING_SESSIONS)) as Session;
	return calendar.sessionsBetween(start.date, last.date);
}

/** Returns the ranking key of a company; companies with equal sums are ranked by this key. */
function createRankingKey({ ticker, delisted }: Company): string {
	return `${ticker.symbol} ${delisted ?? ''}`;
}

/** Finds the company of a symbol on a date, and the reverse: symbols change companies, and companies change symbols. */
interface SymbolHolders {
	/** Undefined if no known company had the symbol then. */
	companyOf(symbol: string, date: ExchangeDate): Company | undefined;
	/** Undefined after the company's delisting. */
	symbolOf(company: Company, date: ExchangeDate): string | undefined;
}

export function createSymbolHolders(heldSymbols: readonly HeldSymbol[]): SymbolHolders {
	const bySymbol = Map.groupBy([...heldSymbols].sort(compareByEnd), ({ symbol }) => symbol);
	const byCompany = Map.groupBy([...heldSymbols].sort(compareByEnd), ({ company }) => company);
	const findAt = (list: readonly HeldSymbol[] | undefined, date: ExchangeDate): HeldSymbol | undefined =>
		list?.find(({ until }) => until === null || until >= date);
	return {
		companyOf(symbol, date) {
			const holder = findAt(bySymbol.get(symbol), date);
			// Before the company changed to this symbol, the symbol belonged to another company.
			return holder && findAt(byCompany.get(holder.company), date) === holder ? holder.company : undefined;
		},
		symbolOf: (company, date) => findAt(byCompany.get(company), date)?.symbol,
	};
}

/** Sorts by end; current symbols last. */
function compareByEnd({ until: a }: HeldSymbol, { until: b }: HeldSymbol): number {
	if (a === b) return 0;
	return b === null || (a !== null && a < b) ? -1 : 1;
}
