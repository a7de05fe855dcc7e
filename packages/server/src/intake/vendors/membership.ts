/** Of which tickers a vendor's sessions consist: those of the past by what was traded then, the later ones as they were followed. */
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate, TickerId, UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { VendorError } from '../outbound/vendor-error.ts';
import { findPastMembers, type PastMembers } from './past-members.ts';
import type { Company, VendorAdapter } from './vendor-adapter.ts';
import type { VendorDirectory } from './vendor-directory.ts';

export interface MembershipParts {
	adapter: VendorAdapter;
	directory: VendorDirectory;
	calendar: Calendar;
	slotsFrom: ExchangeDate;
	warn(message: string): void;
}

/** Whether the members of every stored session are known from before it began; a market without stored sessions has yet to be filled. */
export async function hasAllMembers({ adapter, directory, calendar, slotsFrom }: MembershipParts): Promise<boolean> {
	if (!adapter.wholeMarket) return false;
	const until = await directory.storedUntil();
	if (until === undefined) return true;
	const dates = new Set(await directory.memberDates());
	return calendar.sessionsBetween(slotsFrom, newYorkDate(until)).every(({ date, open }) => open >= until || dates.has(date));
}

/**
 * The members of the ended sessions that are not stored yet. Undefined where today's tickers are used for the past: the vendor can't say, or stored sessions
 * were filled in that way before.
 */
export async function findMissingMembers(parts: MembershipParts, now: UtcMs): Promise<PastMembers | undefined> {
	const { adapter, directory, calendar, slotsFrom, warn } = parts;
	if (!adapter.wholeMarket || !(await hasAllMembers(parts))) return undefined;
	const until = (await directory.storedUntil()) ?? 0;
	const saved = new Set(await directory.memberDates());
	const missing = calendar
		.sessionsBetween(slotsFrom, newYorkDate(now))
		.filter(({ date, close }) => close <= now && close > until && !saved.has(date));
	if (missing.length === 0) return { sessions: [], companies: new Map(), holders: undefined };
	try {
		return await findPastMembers(adapter.wholeMarket, calendar, missing);
	} catch (error) {
		// At the first start, what isn't refused may come yet; later any market is better than none.
		const isFinal = error instanceof VendorError && (error.fault === 'refused' || (until > 0 && !error.isPassing));
		if (!isFinal) throw error;
		warn(`Past sessions will consist of today's most traded tickers, so their statistics are marked "chosen afterwards". ${error.message}`);
		return undefined;
	}
}

/** Gives numbers to the members that have ended, before those of today are registered, which may have their symbols. */
export async function registerEndedMembers(
	directory: VendorDirectory,
	{ companies, holders }: PastMembers,
): Promise<Map<Company, TickerId>> {
	const until = await directory.storedUntil();
	const lastStored = until === undefined ? undefined : newYorkDate(until);
	const ended = [...companies].flatMap(([company, { delisted, ...ticker }]) => {
		if (delisted === null) return [];
		const isStored = lastStored !== undefined && holders?.companyOf(ticker.symbol, lastStored) === company;
		return [{ company, ticker: { ...ticker, delisted, isStored } }];
	});
	const ids = await directory.registerEnded(ended.map(({ ticker }) => ticker));
	return new Map(ended.map(({ company }, i) => [company, ids[i] as TickerId]));
}

/** Registers the other members, after those that are followed today, and saves the sessions. Answers all stored tickers. */
export async function saveMembers(
	directory: VendorDirectory,
	{ sessions, companies }: PastMembers,
	ended: ReadonlyMap<Company, TickerId>,
): Promise<Ticker[]> {
	const stored = await directory.registerTickers(
		[...companies].flatMap(([company, { delisted: _, ...ticker }]) => (ended.has(company) ? [] : [ticker])),
	);
	const listed = new Map(stored.flatMap(({ id, symbol, delisted }) => (delisted === null ? [[symbol, id] as const] : [])));
	await directory.saveMembers(
		sessions.map(({ date, members }) => ({
			date,
			ids: members.map(({ company }) => ended.get(company) ?? (listed.get(company.ticker.symbol) as TickerId)),
			symbols: members.map(({ symbol }) => symbol),
		})),
	);
	return stored;
}
