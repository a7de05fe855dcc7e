import type { ActionFacts, ActionType } from '@sw/domain/prices/action-rows';
import type { ExchangeDate } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { dividendsOf, splitsOf } from '@sw/store/postgres/records/corporate-actions';

/** Looks up the split or dividend in force of a ticker and date. */
export async function recordedActions(db: Db, provider: string): Promise<ActionFacts['recorded']> {
	const key = (tickerId: number, date: ExchangeDate, type: ActionType): string => `${tickerId} ${date} ${type}`;
	const values = new Map<string, number>();
	for (const { tickerId, date, ratio } of await splitsOf(db, provider)) values.set(key(tickerId, date, 'split'), ratio);
	for (const { tickerId, exDate, amount } of await dividendsOf(db, provider)) values.set(key(tickerId, exDate, 'dividend'), amount);
	return (tickerId, date, type) => values.get(key(tickerId, date, type));
}
