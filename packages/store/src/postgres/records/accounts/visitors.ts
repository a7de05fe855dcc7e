import type { VisitorView } from '@sw/domain/access/allowance';
import type { ExchangeDate } from '@sw/domain/time/units';
import { lt, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { visitorViews } from '../../schema/accounts.ts';

/**
 * Records that a visitor opens a ticker, unless the ticker is new to the visitor and the day's limit is reached. One statement, so that concurrent
 * requests can't exceed the limit.
 */
export async function recordVisitorView(db: Db, { day, visitor, ticker, limit }: VisitorView): Promise<{ allowed: boolean; left: number }> {
	const viewedTickers = visitorViews.tickers;
	const [row] = await db
		.insert(visitorViews)
		.values({ day, visitor, tickers: [ticker] })
		.onConflictDoUpdate({
			target: [visitorViews.day, visitorViews.visitor],
			set: {
				tickers: sql`case when ${ticker} = any(${viewedTickers}) or cardinality(${viewedTickers}) >= ${limit} then ${viewedTickers} else ${viewedTickers} || ${ticker}::integer end`,
			},
		})
		.returning({ tickers: visitorViews.tickers });
	const tickers = row?.tickers ?? [];
	return { allowed: tickers.includes(ticker), left: Math.max(0, limit - tickers.length) };
}

export async function sweepVisitorViews(db: Db, before: ExchangeDate): Promise<void> {
	await db.delete(visitorViews).where(lt(visitorViews.day, before));
}
