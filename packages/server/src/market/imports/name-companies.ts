import type { Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import { saveTickers, tickersOf } from '@sw/store/postgres/records/tickers';
import type { Company } from '../../intake/files/fold/symbol-block.ts';

const key = (provider: string): string => `shares_stated:${provider}`;

/** The day on which the shares of a ticker were stated, where a list of companies told them. */
export const sharesStated = async (db: Db, provider: string): Promise<ReadonlyMap<TickerId, ExchangeDate>> => {
	const value = (await setting(db, key(provider))) ?? {};
	return new Map(Object.entries(value).map(([id, date]) => [Number(id) as TickerId, date as ExchangeDate]));
};

/**
 * Gives tickers the names, industries and shares that lists of companies tell; a list says nothing of tickers without bars, and what it leaves open stays.
 * `stated`: the day of the shares; where nobody told it, shares that are known already keep theirs. Answers how many tickers say something else now, and of how many the shares.
 */
export const nameCompanies = async (
	db: Db,
	provider: string,
	companies: ReadonlyMap<string, Company>,
	stated: { on: ExchangeDate; isTold: boolean },
): Promise<{ named: number; counted: number }> => {
	const dates: Record<number, ExchangeDate> = Object.fromEntries(await sharesStated(db, provider));
	const changed: Ticker[] = [];
	let counted = 0;
	for (const ticker of await tickersOf(db, provider)) {
		const company = companies.get(ticker.symbol);
		if (!company || ticker.delisted !== null) continue;
		const { name, industry, shares } = company;
		const named = { ...ticker, name, industry: industry ?? ticker.industry, shares: shares ?? ticker.shares };
		const since = dates[ticker.id];
		const isMoved = shares !== null && (shares !== ticker.shares || since === undefined || (stated.isTold && since !== stated.on));
		if (named.name === ticker.name && named.industry === ticker.industry && !isMoved) continue;
		if (isMoved) {
			counted++;
			dates[ticker.id] = stated.on;
		}
		changed.push(named);
	}
	if (changed.length === 0) return { named: 0, counted };
	await saveTickers(db, provider, changed);
	await saveSetting(db, key(provider), dates);
	return { named: changed.length, counted };
};
