import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { ExchangeDate, TickerId } from '@sw/domain/time/units';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { and, asc, eq, getTableColumns, inArray, isNull, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { tickers } from '../../schema/tickers.ts';
import { sealTickers } from '../record-seals.ts';

const { provider: _provider, ...tickerColumns } = getTableColumns(tickers);
/** PostgreSQL accepts at most 65,535 parameters in a statement. */
const ROWS_PER_STATEMENT = 5_000;

/** Returns the directory of a provider, including delisted tickers, ascending by id. */
export function tickersOf(db: Db, provider: string): Promise<Ticker[]> {
	return db.select(tickerColumns).from(tickers).where(eq(tickers.provider, provider)).orderBy(asc(tickers.id));
}

/**
 * Adds tickers, or replaces stored ones with the same id. `keepsShares`: without changing their shares. Unchanged tickers are not written, because a start
 * saves all tickers.
 */
export async function saveTickers(
	db: Db,
	provider: string,
	entries: readonly Ticker[],
	{ keepsShares = false }: { keepsShares?: boolean } = {},
): Promise<void> {
	const replacements = Object.fromEntries(
		Object.entries(tickerColumns)
			.filter(([key]) => !(keepsShares && key === 'shares'))
			.map(([key, column]) => [key, sql.raw(`excluded.${toSnakeCase(column.name)}`)]),
	);
	if (entries.length === 0) return;
	await db.transaction(async (tx) => {
		const changedIds: TickerId[] = [];
		for (let at = 0; at < entries.length; at += ROWS_PER_STATEMENT) {
			const changed = await excludeUnchanged(tx, entries.slice(at, at + ROWS_PER_STATEMENT), keepsShares);
			if (changed.length === 0) continue;
			const rows = changed.map((ticker) => ({ ...ticker, provider }));
			await tx.insert(tickers).values(rows).onConflictDoUpdate({ target: tickers.id, set: replacements });
			changedIds.push(...changed.map(({ id }) => id));
		}
		await sealTickers(tx, provider, changedIds);
	});
}

/** Returns the tickers that differ from the stored ones. */
async function excludeUnchanged(db: Db, entries: readonly Ticker[], ignoresShares: boolean): Promise<Ticker[]> {
	const ids = entries.map(({ id }) => id);
	const stored = new Map((await db.select(tickerColumns).from(tickers).where(inArray(tickers.id, ids))).map((row) => [row.id, row]));
	const columns = (Object.keys(tickerColumns) as (keyof typeof tickerColumns)[]).filter(
		(column) => !(ignoresShares && column === 'shares'),
	);
	return entries.filter((ticker) => {
		const row = stored.get(ticker.id);
		return !row || columns.some((column) => row[column] !== (ticker[column] ?? null));
	});
}

/** A ticker before it gets its permanent id. */
export type NewTicker = Omit<Ticker, 'id'>;

/**
 * Returns the ids of the listed tickers with these symbols. Replaces symbols stored in another spelling (BRK-B). Adds unknown symbols with the next
 * free ids or, with `preferredIdOf`, with the first free id from the one it returns.
 */
export function ensureTickers(
	db: Db,
	provider: string,
	newTickers: readonly NewTicker[],
	preferredIdOf?: (symbol: string) => TickerId,
): Promise<Map<string, TickerId>> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.tickerIds})`);
		const ids = await idsOf(tx, provider, newTickers);
		await normalizeStoredSymbols(tx, provider, newTickers, ids);
		const missing = newTickers.filter((ticker) => !ids.has(ticker.symbol));
		if (missing.length === 0) return ids;
		const nextId = await (preferredIdOf ? createIdFinder(tx, preferredIdOf) : createIdSequence(tx));
		for (const { symbol } of missing) if (!ids.has(symbol)) ids.set(symbol, nextId(symbol));
		await saveTickers(
			tx,
			provider,
			missing.map((ticker) => ({ ...ticker, id: ids.get(ticker.symbol) as TickerId })),
		);
		return ids;
	});
}

/** An ended ticker. `isStored`: the ticker is stored under its symbol as a listed one, and has ended since. */
export type NewEndedTicker = NewTicker & { delisted: ExchangeDate; isStored: boolean };

/** Returns the ids of ended tickers, in the given order: those of stored tickers where possible, otherwise new ones. */
export function ensureEndedTickers(db: Db, provider: string, endedTickers: readonly NewEndedTicker[]): Promise<TickerId[]> {
	return db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.tickerIds})`);
		const stored = Map.groupBy(await tickersOf(tx, provider), ({ symbol }) => symbol);
		const nextId = await createIdSequence(tx);
		const changed: Ticker[] = [];
		const ids = endedTickers.map(({ isStored, ...ticker }) => {
			const candidates = stored.get(ticker.symbol) ?? [];
			const existing = candidates.find(({ delisted }) => delisted === ticker.delisted);
			if (existing) return existing.id;
			const listed = isStored ? candidates.find(({ delisted }) => delisted === null) : undefined;
			const id = listed?.id ?? nextId();
			changed.push(listed ? { ...listed, delisted: ticker.delisted } : { ...ticker, id });
			return id;
		});
		await saveTickers(tx, provider, changed);
		return ids;
	});
}

/** Corrects symbols that were stored before symbols were normalized. */
async function normalizeStoredSymbols(
	db: Db,
	provider: string,
	newTickers: readonly NewTicker[],
	ids: Map<string, TickerId>,
): Promise<void> {
	const missing = newTickers.filter(({ symbol }) => !ids.has(symbol) && symbol.includes('.'));
	if (missing.length === 0) return;
	const bySymbol = new Map<string | undefined, Ticker>();
	for (const ticker of await tickersOf(db, provider)) if (ticker.delisted === null) bySymbol.set(normalizeSymbol(ticker.symbol), ticker);
	for (const { symbol } of missing) {
		const stored = bySymbol.get(symbol);
		if (!stored) continue;
		await db.update(tickers).set({ symbol }).where(eq(tickers.id, stored.id));
		await sealTickers(db, provider, [stored.id]);
		ids.set(symbol, stored.id);
	}
}

/** Creates a function that returns consecutive ids above all existing ones. */
async function createIdSequence(db: Db): Promise<() => TickerId> {
	const [last] = await db.select({ id: sql<number>`coalesce(max(${tickers.id}), 0)` }).from(tickers);
	let id = last?.id ?? 0;
	return () => ++id as TickerId;
}

async function createIdFinder(db: Db, preferredIdOf: (symbol: string) => TickerId): Promise<(symbol: string) => TickerId> {
	const usedIds = new Set((await db.select({ id: tickers.id }).from(tickers)).map(({ id }) => id));
	return (symbol) => {
		let id = preferredIdOf(symbol);
		while (usedIds.has(id)) id = (id + 1) as TickerId;
		usedIds.add(id);
		return id;
	};
}

async function idsOf(db: Db, provider: string, newTickers: readonly NewTicker[]): Promise<Map<string, TickerId>> {
	const symbols = newTickers.map((ticker) => ticker.symbol);
	const rows = await db
		.select({ id: tickers.id, symbol: tickers.symbol })
		.from(tickers)
		.where(and(eq(tickers.provider, provider), isNull(tickers.delisted), inArray(tickers.symbol, symbols)));
	return new Map(rows.map((row) => [row.symbol, row.id]));
}

function toSnakeCase(name: string): string {
	return name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}
