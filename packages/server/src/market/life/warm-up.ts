import type { Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { tellChange } from '@sw/store/postgres/records/changes';
import { saveTickers } from '@sw/store/postgres/records/tickers';
import { createMarketEngine, type MarketEngine } from '../engine/market-engine.ts';
import { createMentionWindow } from '../engine/mention-window.ts';
import type { MarketParts } from '../parts.ts';
import { bringUpToDate, type UpToDate } from '../slots/bring-up-to-date.ts';
import { feedAttention } from '../slots/feed-attention.ts';
import { storedUntil } from '../stored/stored-until.ts';
import { tellOfMarket } from '../stored/told-market.ts';
import { partsOf, showStored, type Upkeep } from './upkeep.ts';

export interface WarmMarket extends UpToDate {
	parts: MarketParts;
	market: MarketEngine;
}

/** Shows what is stored, then warms an engine up to the instant where the clock stands, with the newest reports. */
export const warmUp = async (upkeep: Upkeep, signal: AbortSignal): Promise<WarmMarket> => {
	const { stores, provider, reports, rows } = upkeep;
	const { db } = stores.records;
	const existing = await showStored(upkeep);
	if (reports.any()) await upkeep.beforeWarmUp?.();
	const now = upkeep.clock.now();
	const tickers = await provider.universe(now);
	await saveTickers(db, provider.name, tickers);
	const { universe } = rows.filling();
	universe.refresh(tickers);
	const parts = await partsOf(upkeep, signal);
	const until = await storedUntil(db, provider.name, 'bars');
	if (provider.history) await parts.actions.refresh(provider.history.slotsFrom, newYorkDate(now));
	const mentions = createMentionWindow(universe.ids.length, universe.rowOf);
	const market = createMarketEngine(upkeep.parameters(), universe, mentions, parts.actions);
	const upToDate = await bringUpToDate(parts, market, { now, storedUntil: until, existing, reportSessions: upkeep.reportSessions });
	await feedAttention(parts, now);
	rows.show();
	await tellBeginning(upkeep, tickers, upToDate.running?.session.date);
	return { ...upToDate, parts, market };
};

/** Processes that follow begin anew with what this one has read; the walk has moved shares over the splits on its way. */
const tellBeginning = async (
	{ stores, provider, rows, leading }: Upkeep,
	tickers: readonly Ticker[],
	date: ExchangeDate | undefined,
): Promise<void> => {
	if (!leading) return;
	const { universe, prices } = rows.filling();
	const { shares } = universe;
	const first = prices.sessions[0]?.session.date;
	const walked = tickers.map((ticker, row) => ({ ...ticker, shares: Number.isNaN(shares[row]) ? null : (shares[row] as number) }));
	await stores.records.db.transaction(async (tx) => {
		await stores.fence.hold(tx);
		await saveTickers(
			tx,
			provider.name,
			walked.filter((ticker, row) => ticker.shares !== tickers[row]?.shares),
		);
		if (first) await tellOfMarket(tx, provider.name, 'window_from', first);
		if (date) await tellOfMarket(tx, provider.name, 'shares_on', date);
		if (date) await tellOfMarket(tx, provider.name, 'opened', date);
		await tellChange(tx, 'market');
	});
};
