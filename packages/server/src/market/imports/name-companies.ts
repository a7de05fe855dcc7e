import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import { saveTickers, tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import type { Company } from '../../intake/files/fold/symbol-block.ts';

/** Reads the dates of the share counts that company lists stated, by ticker. */
export async function readShareDates(db: Db, provider: string): Promise<ReadonlyMap<TickerId, ExchangeDate>> {
	const value = (await setting(db, key(provider))) ?? {};
	return new Map(Object.entries(value).map(([id, date]) => [Number(id) as TickerId, date as ExchangeDate]));
}

function key(provider: string): string {
	return `shares_stated:${provider}`;
}

/** A company from a list. `statedOn`: date of its share count; `hasStatedDate`: the list itself states that date, not only the file's date. */
export interface StatedCompany extends Company {
	statedOn: ExchangeDate;
	hasStatedDate: boolean;
}

/** Merges a later list into an earlier one; only values in the later list are replaced. */
export function mergeCompanies(before: StatedCompany | undefined, later: StatedCompany): StatedCompany {
	if (!before) return later;
	const shares = later.shares === null ? before : later;
	return {
		name: later.name ?? before.name,
		industry: later.industry ?? before.industry,
		shares: shares.shares,
		statedOn: shares.statedOn,
		hasStatedDate: shares.hasStatedDate,
		exchange: later.exchange ?? before.exchange,
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
): Promise<{ named: number; counted: number }> {
	const dates: Record<number, ExchangeDate> = Object.fromEntries(await readShareDates(db, provider));
	const changed: Ticker[] = [];
	let counted = 0;
	for (const ticker of await tickersOf(db, provider)) {
		const company = companies.get(normalizeSymbol(ticker.symbol) ?? ticker.symbol);
		if (!company || ticker.delisted !== null) continue;
		const { shares, statedOn, hasStatedDate } = company;
		const named: Ticker = {
			...ticker,
			name: company.name ?? ticker.name,
			industry: company.industry ?? ticker.industry,
			shares: shares ?? ticker.shares,
			exchange: company.exchange ?? ticker.exchange ?? null,
		};
		const since = dates[ticker.id];
		const areSharesChanged = shares !== null && (shares !== ticker.shares || since === undefined || (hasStatedDate && since !== statedOn));
		if (!areSharesChanged && (['name', 'industry', 'exchange'] as const).every((key) => named[key] === ticker[key])) continue;
		if (areSharesChanged) {
			counted++;
			dates[ticker.id] = statedOn;
		}
		changed.push(named);
	}
	if (changed.length === 0) return { named: 0, counted };
	await saveTickers(db, provider, changed);
	await saveSetting(db, key(provider), dates);
	return { named: changed.length, counted };
}
