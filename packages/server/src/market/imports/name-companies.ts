import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import { saveTickers, tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import type { Company } from '../../intake/files/fold/symbol-block.ts';

/** Reads the dates of the share counts that company lists stated, by ticker. */
export async function readShareDates(db: Db, provider: string): Promise<ReadonlyMap<TickerId, ExchangeDate>> {
	const value = (await setting(db, settingKey(provider))) ?? {};
	return new Map(Object.entries(value).map(([id, date]) => [Number(id) as TickerId, date as ExchangeDate]));
}

function settingKey(provider: string): string {
	return `shares_stated:${provider}`;
}

/** A company from a list. `statedOn`: date of its share count; `hasStatedDate`: the list itself states that date, not only the file's date. */
export interface StatedCompany extends Company {
	statedOn: ExchangeDate;
	hasStatedDate: boolean;
}

/** Merges a later list into an earlier one; only values in the later list are replaced. */
export function mergeCompanies(earlier: StatedCompany | undefined, later: StatedCompany): StatedCompany {
	if (!earlier) return later;
	const shareSource = later.shares === null ? earlier : later;
	return {
		name: later.name ?? earlier.name,
		industry: later.industry ?? earlier.industry,
		shares: shareSource.shares,
		statedOn: shareSource.statedOn,
		hasStatedDate: shareSource.hasStatedDate,
		exchange: later.exchange ?? earlier.exchange,
	};
}

/**
 * Updates existing tickers with names, industries, shares and exchanges from company lists; missing values stay. If the date of a share count is only the
 * file's date, an equal stored count keeps its date. Returns the number of changed tickers, and of those with a changed share count or date.
 */
export async function updateCompanies(
	db: Db,
	provider: string,
	companies: ReadonlyMap<string, StatedCompany>,
): Promise<{ tickerCount: number; shareCount: number }> {
	const shareDates: Record<number, ExchangeDate> = Object.fromEntries(await readShareDates(db, provider));
	const changedTickers: Ticker[] = [];
	let shareCount = 0;
	for (const ticker of await tickersOf(db, provider)) {
		const company = companies.get(normalizeSymbol(ticker.symbol) ?? ticker.symbol);
		if (!company || ticker.delisted !== null) continue;
		const { shares, statedOn, hasStatedDate } = company;
		const updated: Ticker = {
			...ticker,
			name: company.name ?? ticker.name,
			industry: company.industry ?? ticker.industry,
			shares: shares ?? ticker.shares,
			exchange: company.exchange ?? ticker.exchange ?? null,
		};
		const storedDate = shareDates[ticker.id];
		const haveSharesChanged =
			shares !== null && (shares !== ticker.shares || storedDate === undefined || (hasStatedDate && storedDate !== statedOn));
		if (!haveSharesChanged && (['name', 'industry', 'exchange'] as const).every((key) => updated[key] === ticker[key])) continue;
		if (haveSharesChanged) {
			shareCount++;
			shareDates[ticker.id] = statedOn;
		}
		changedTickers.push(updated);
	}
	if (changedTickers.length === 0) return { tickerCount: 0, shareCount };
	await saveTickers(db, provider, changedTickers);
	await saveSetting(db, settingKey(provider), shareDates);
	return { tickerCount: changedTickers.length, shareCount };
}
