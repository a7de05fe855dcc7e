/** Renames from earlier imports, kept so that a later import of bars under an old symbol finds their company without its map file. */
import type { ExchangeDate } from '@sw/domain/time/units';
import { dateOfDay, dayNumber } from '@sw/domain/time/zone';
import type { Db } from '@sw/store/postgres/records';
import { SINCE_EVER, saveSymbolHistory, symbolHistoryOf } from '@sw/store/postgres/records/symbol-history';
import { tickersOf } from '@sw/store/postgres/records/tickers';
import type { Rename } from '../../intake/files/names/symbol-history.ts';

/** LEAN's end date for a symbol still in use. */
const STILL = dayNumber('2050-12-31' as ExchangeDate);

export const knownRenames = async (db: Db, provider: string): Promise<Rename[]> =>
	(await symbolHistoryOf(db, provider)).map(({ now, symbol, since, until }) => ({
		permanent: now,
		symbol,
		from: since === SINCE_EVER ? Number.NEGATIVE_INFINITY : dayNumber(since),
		until: until === null ? STILL : dayNumber(until) - 1,
	}));

/** Only for companies that have a ticker; other renames have nothing to attach to. */
export const keepRenames = async (db: Db, provider: string, renames: readonly Rename[]): Promise<void> => {
	if (renames.length === 0) return;
	const ids = new Map((await tickersOf(db, provider)).map(({ id, symbol }) => [symbol, id]));
	const spans = renames.flatMap(({ permanent, symbol, from, until }) => {
		const tickerId = ids.get(permanent);
		if (tickerId === undefined) return [];
		return [
			{
				tickerId,
				symbol,
				since: Number.isFinite(from) ? dateOfDay(from) : SINCE_EVER,
				until: until >= STILL ? null : dateOfDay(until + 1),
			},
		];
	});
	await db.transaction((tx) => saveSymbolHistory(tx, spans));
};
