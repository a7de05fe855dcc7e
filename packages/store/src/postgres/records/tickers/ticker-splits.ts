import type { Split } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { and, asc, between, eq, isNull } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { splits } from '../../schema/tickers.ts';

/** Returns the active splits of one ticker, oldest first. */
export function splitsOfTicker(db: Db, id: TickerId): Promise<Split[]> {
	return db
		.select({ tickerId: splits.tickerId, date: splits.date, ratio: splits.ratio })
		.from(splits)
		.where(and(eq(splits.tickerId, id), isNull(splits.revokedAt)))
		.orderBy(asc(splits.date));
}

/** Returns the active splits of all tickers, effective from `from` to `to`, both inclusive. */
export function splitsBetween(db: Db, from: ExchangeDate, to: ExchangeDate): Promise<Split[]> {
	return db
		.select({ tickerId: splits.tickerId, date: splits.date, ratio: splits.ratio })
		.from(splits)
		.where(and(between(splits.date, from, to), isNull(splits.revokedAt)));
}
