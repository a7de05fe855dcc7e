import type { Split } from '@sw/domain/prices/ticker';
import type { TickerId } from '@sw/domain/time/units';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { splits } from '../schema/tickers.ts';

/** The splits of one ticker that are in force, oldest first. */
export const splitsOfTicker = (db: Db, id: TickerId): Promise<Split[]> =>
	db
		.select({ tickerId: splits.tickerId, date: splits.date, ratio: splits.ratio })
		.from(splits)
		.where(and(eq(splits.tickerId, id), isNull(splits.revokedAt)))
		.orderBy(asc(splits.date));
