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

const pendingRenamesSchema = z.array(
	z.object({ permanent: z.string(), symbol: z.string(), since: z.string(), until: z.string().nullable() }),
);
type PendingRename = z.infer<typeof pendingRenamesSchema>[number];

export async function loadRenames(db: Db, provider: string): Promise<Rename[]> {
	const tickerRenames = (await symbolHistoryOf(db, provider)).map(({ currentSymbol, ...span }) => ({ ...span, permanent: currentSymbol }));
	return [...tickerRenames, ...(await readPendingRenames(db, provider))].map(toRename);
}

/** Stores the renames of an import, and applies earlier ones to companies that now have a ticker. */
export async function storeRenames(db: Db, provider: string, renames: readonly Rename[]): Promise<void> {
	const earlierRenames = await readPendingRenames(db, provider);
	if (renames.length + earlierRenames.length === 0) return;
	const newRenames = renames.map(toPendingRename);
	const renewedSymbols = new Set(newRenames.map(({ permanent }) => permanent));
	const ids = new Map((await tickersOf(db, provider)).map(({ id, symbol }) => [symbol, id]));
	const allRenames = [...earlierRenames.filter(({ permanent }) => !renewedSymbols.has(permanent)), ...newRenames];
	const stillPending = allRenames.filter(({ permanent }) => !ids.has(permanent));
	const spans = allRenames.flatMap(({ permanent, symbol, since, until }) => {
		const tickerId = ids.get(permanent);
		return tickerId === undefined ? [] : [{ tickerId, symbol, since: since as ExchangeDate, until: until as ExchangeDate | null }];
	});
	await db.transaction(async (tx) => {
		await saveSymbolHistory(tx, spans);
		if (stillPending.length + earlierRenames.length > 0) await saveSetting(tx, settingKey(provider), stillPending);
	});
}

/** Returns the key of the setting with the renames of companies that have no ticker yet. */
function settingKey(provider: string): string {
	return `renames_ahead:${provider}`;
}

async function readPendingRenames(db: Db, provider: string): Promise<PendingRename[]> {
	return pendingRenamesSchema.parse((await setting(db, settingKey(provider))) ?? []);
}

function toRename({ permanent, symbol, since, until }: PendingRename): Rename {
	return {
		permanent,
		symbol,
		from: since === UNKNOWN_START ? Number.NEGATIVE_INFINITY : dayNumber(since as ExchangeDate),
		until: until === null ? STILL_IN_USE : dayNumber(until as ExchangeDate) - 1,
	};
}

function toPendingRename({ permanent, symbol, from, until }: Rename): PendingRename {
	return {
		permanent,
		symbol,
		since: Number.isFinite(from) ? dateOfDay(from) : UNKNOWN_START,
		until: until >= STILL_IN_USE ? null : dateOfDay(until + 1),
	};
}
