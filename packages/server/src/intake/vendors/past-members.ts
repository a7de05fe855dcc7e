/** The members of past sessions: the most traded tickers of then, whether they are listed today or have ended since. */
import { createMostTraded, dollarsOf, RANKING_SESSIONS } from '@sw/domain/prices/most-traded';
import type { Calendar, Session } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { mapConcurrent } from '../../platform/concurrency/map-concurrent.ts';
import type { VendorBar } from './bars.ts';
import { createSymbolHolders, type SymbolHolders } from './symbol-holders.ts';
import type { Company, VendorTicker, WholeMarket } from './vendor-adapter.ts';

export interface PastSession {
	date: ExchangeDate;
	/** With the symbols of that date, the most traded first. */
	members: { company: Company; symbol: string }[];
}

export interface PastMembers {
	/** Without sessions for which the vendor has no day. */
	sessions: PastSession[];
	/** Every member of some session; one that has ended with the last session in which it traded. */
	companies: ReadonlyMap<Company, VendorTicker & Pick<Company, 'delisted'>>;
	/** Undefined where nothing was missing. */
	holders: SymbolHolders | undefined;
}

const AT_ONCE = 8;

/** `sessions`: ascending. One request for each day from the 20 sessions before the first to the one before the last, and one for each member. */
export async function findPastMembers(market: WholeMarket, calendar: Calendar, sessions: readonly Session[]): Promise<PastMembers> {
	const days = rankingDays(calendar, sessions);
	const holders = createSymbolHolders(await market.symbolsSince((days[0] as Session).date));
	const ranking = createMostTraded();
	const named = new Map<string, Company>();
	const companies = new Map<Company, VendorTicker>();
	const lastTraded = new Map<Company, ExchangeDate>();

	const take = (date: ExchangeDate, bars: ReadonlyMap<string, VendorBar>): void => {
		const dollars = new Map<string, number>();
		for (const [symbol, bar] of bars) {
			const company = holders.companyOf(symbol, date);
			if (!company || (companies.get(company)?.listed ?? date) > date) continue;
			const name = nameOf(company);
			named.set(name, company);
			lastTraded.set(company, date);
			dollars.set(name, dollarsOf(bar));
		}
		ranking.add(date, dollars);
	};
	/** What traded under a member's symbol before it was listed was another company, and counts for neither. */
	const describe = async (company: Company): Promise<void> => {
		const ticker = await market.describe(company);
		companies.set(company, ticker);
		if (ticker.listed) ranking.forget(nameOf(company), ticker.listed);
	};
	const membersOf = async (date: ExchangeDate): Promise<PastSession['members']> => {
		for (const [name, { delisted }] of named)
			if (delisted !== null && delisted < date) {
				ranking.forget(name, date);
				named.delete(name);
			}
		for (;;) {
			const top = ranking.top(market.limit).map((name) => named.get(name) as Company);
			const unknown = top.filter((company) => !companies.has(company));
			if (unknown.length === 0) return top.map((company) => ({ company, symbol: holders.symbolOf(company, date) as string }));
			await mapConcurrent(unknown, AT_ONCE, describe);
		}
	};

	const wanted = new Set(sessions.map(({ date }) => date));
	const found: PastSession[] = [];
	for (let at = 0; at < days.length; at += AT_ONCE) {
		const dates = days.slice(at, at + AT_ONCE).map(({ date }) => date);
		// The newest day has no session after it that is wanted.
		const bars = await mapConcurrent(dates, AT_ONCE, async (date) => (date === days.at(-1)?.date ? undefined : market.day(date)));
		for (const [i, date] of dates.entries()) {
			const members = wanted.has(date) ? await membersOf(date) : [];
			if (members.length > 0) found.push({ date, members });
			take(date, bars[i] ?? new Map());
		}
	}
	const used = new Set(found.flatMap(({ members }) => members.map(({ company }) => company)));
	const lastDay = days.at(-2)?.date;
	/** Vendors date an end some days late; of the newest day the bars weren't asked for. */
	const endOf = (company: Company): ExchangeDate | null =>
		company.delisted !== null && lastDay && company.delisted <= lastDay ? (lastTraded.get(company) as ExchangeDate) : company.delisted;
	const described = [...used].map(
		(company) => [company, { ...(companies.get(company) as VendorTicker), delisted: endOf(company) }] as const,
	);
	return { sessions: found, companies: new Map(described), holders };
}

/** The sessions themselves and those that rank the first of them. */
function rankingDays(calendar: Calendar, sessions: readonly Session[]): Session[] {
	const [first, last] = [sessions[0], sessions.at(-1)];
	if (!first || !last) return [];
	const begin = calendar.sessionNumber(Math.max(0, first.ordinal - RANKING_SESSIONS)) as Session;
	return calendar.sessionsBetween(begin.date, last.date);
}

/** Of equal sums, the first symbol ranks first. */
function nameOf({ ticker, delisted }: Company): string {
	return `${ticker.symbol} ${delisted ?? ''}`;
}
