/**
 * Stores renames, so that a later import of bars under an old symbol finds the company without the map file. The map file can be imported before the company
 * has any bars.
 */
import type { ExchangeDate } from '@sw/domain/time/units';
import { dateOfDay, dayNumber } from '@sw/domain/time/zone';
import type { Db } from '@sw/store/postgres/records';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import { saveSymbolHistory, symbolHistoryOf, UNKNOWN_START } from '@sw/store/postgres/records/tickers/symbol-history';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { z } from 'zod';
import type { Rename } from '../../intake/files/names/symbol-history.ts';

/** LEAN's end date for a symbol still in use. */
const STILL_IN_USE = dayNumber('2050-12-31' as ExchangeDate);

const pendingRenames = z.array(z.object({ permanent: z.string(), symbol: z.string(), since: z.string(), until: z.string().nullable() }));
type PendingRename = z.infer<typeof pendingRenames>[number];

export async function knownRenames(db: Db, provider: string): Promise<Rename[]> {
	const ofTickers = (await symbolHistoryOf(db, provider)).map(({ now, ...span }) => ({ ...span, permanent: now }));
	return [...ofTickers, ...(await readPendingRenames(db, provider))].map(renameOf);
}

/** Stores the renames of an import, and applies earlier ones to companies that now have a ticker. */
export async function storeRenames(db: Db, provider: string, renames: readonly Rename[]): Promise<void> {
	const before = await readPendingRenames(db, provider);
	if (renames.length + before.length === 0) return;
	const reported = renames.map(spanOf);
	const reappeared = new Set(reported.map(({ permanent }) => permanent));
	const ids = new Map((await tickersOf(db, provider)).map(({ id, symbol }) => [symbol, id]));
	const all = [...before.filter(({ permanent }) => !reappeared.has(permanent)), ...reported];
	const pending = all.filter(({ permanent }) => !ids.has(permanent));
	const spans = all.flatMap(({ permanent, symbol, since, until }) => {
		const tickerId = ids.get(permanent);
		return tickerId === undefined ? [] : [{ tickerId, symbol, since: since as ExchangeDate, until: until as ExchangeDate | null }];
	});
	await db.transaction(async (tx) => {
		await saveSymbolHistory(tx, spans);
		if (pending.length + before.length > 0) await saveSetting(tx, keyOf(provider), pending);
	});
}

/** Returns the key of the setting with the renames of companies that have no ticker yet. */
function keyOf(provider: string): string {
	return `renames_ahead:${provider}`;
}

async function readPendingRenames(db: Db, provider: string): Promise<PendingRename[]> {
	return pendingRenames.parse((await setting(db, keyOf(provider))) ?? []);
}

function renameOf({ permanent, symbol, since, until }: PendingRename): Rename {
	return {
		permanent,
		symbol,
		from: since === UNKNOWN_START ? Number.NEGATIVE_INFINITY : dayNumber(since as ExchangeDate),
		until: until === null ? STILL_IN_USE : dayNumber(until as ExchangeDate) - 1,
	};
}

function spanOf({ permanent, symbol, from, until }: Rename): PendingRename {
	return {
		permanent,
		symbol,
		since: Number.isFinite(from) ? dateOfDay(from) : UNKNOWN_START,
		until: until >= STILL_IN_USE ? null : dateOfDay(until + 1),
	};
}
