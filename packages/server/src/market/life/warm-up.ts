import { newYorkDate } from '@sw/domain/time/zone';
import { saveTickers } from '@sw/store/postgres/records/tickers';
import { createMarketEngine, type MarketEngine } from '../engine/market-engine.ts';
import { createMentionWindow } from '../engine/mention-window.ts';
import type { MarketParts } from '../parts.ts';
import { bringUpToDate, type UpToDate } from '../slots/bring-up-to-date.ts';
import { feedAttention } from '../slots/feed-attention.ts';
import { storedUntil } from '../stored/stored-until.ts';
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
	return { ...upToDate, parts, market };
};
