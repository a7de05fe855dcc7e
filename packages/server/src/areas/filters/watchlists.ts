/** An account's watchlists. */
import type { AnswerOf, Received } from '@sw/contract/base/define';
import type { watchlistCalls as calls } from '@sw/contract/filters/watchlists';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { Ticker } from '@sw/domain/prices/ticker';
import { isoSeconds } from '@sw/domain/time/format';
import { tickerId, type UtcMs } from '@sw/domain/time/units';
import {
	arrangeEntries,
	MAX_WATCHLIST_ENTRIES,
	readWatchlist,
	type Watchlist,
	type WatchlistEntry,
	type WatchlistFormat,
	watchlistsAllowed,
	writeWatchlist,
} from '@sw/domain/watchlists/watchlist';
import type { Directory } from '../../market/window/directory.ts';
import { malformed, notFound, Problem, unknownTicker } from '../../platform/errors.ts';
import type { RandomSource } from '../../platform/random-source.ts';
import type { WatchlistRecords } from './ports.ts';

export interface WatchlistParts {
	readonly records: WatchlistRecords;
	readonly directory: Directory;
	/** The exchange of a ticker; null if unknown. */
	readonly exchangeOf: (ticker: Ticker) => string | null;
	readonly randomSource: RandomSource;
	readonly now: () => UtcMs;
}

type Answer = AnswerOf<typeof calls.watchlist>;
type NewWatchlist = Received<typeof calls.addWatchlist>['body'];
type Change = Received<typeof calls.changeWatchlist>['body'];

const NO_WATCHLIST = 'Watchlist not found';
const NO_SHARED = 'This watchlist is no longer shared';
const TAKEN = 'You already have a watchlist with this name. Choose another name.';
/** Maximum number of unknown symbols in an answer, and maximum characters of each. */
const [MAX_UNKNOWN, MAX_SYMBOL_LENGTH] = [100, 30];
const TOKEN_BYTES = 18;

export function createWatchlists({ records, directory, exchangeOf, randomSource, now }: WatchlistParts) {
	const requireWatchlist = async ({ id: userId }: CallerAccount, id: number): Promise<Watchlist> => {
		const found = await records.watchlistOf(userId, id);
		if (!found) throw notFound(NO_WATCHLIST);
		return found;
	};
	const requireShared = async (token: string): Promise<Watchlist> => {
		const found = await records.sharedWatchlist(token);
		if (!found) throw notFound(NO_SHARED);
		return found;
	};
	const presentEntry = ({ tickerId: id, exchange, section }: WatchlistEntry) => ({
		...{ ticker_id: id, exchange, section },
		ticker: directory.byId(id)?.symbol ?? String(id),
	});
	const present = async (found: Watchlist, unknown: readonly string[] = []): Promise<Answer> => ({
		...presentHead(found),
		entries: (await records.watchlistEntries(found.id)).map(presentEntry),
		unknown: [...unknown],
	});
	const parseText = (text: string): { entries: WatchlistEntry[]; unknown: string[] } => {
		const unknown = new Set<string>();
		const entries = readWatchlist(text).flatMap(({ symbol, exchange, section }) => {
			const found = directory.bySymbol(symbol);
			if (!found) unknown.add(symbol.slice(0, MAX_SYMBOL_LENGTH));
			return found ? [{ tickerId: found.id, exchange, section }] : [];
		});
		return { entries, unknown: [...unknown].slice(0, MAX_UNKNOWN) };
	};
	const arrange = (entries: readonly WatchlistEntry[], field: string): WatchlistEntry[] => {
		const all = arrangeEntries(entries);
		if (all.length > MAX_WATCHLIST_ENTRIES)
			throw malformed(field, `A watchlist has at most ${MAX_WATCHLIST_ENTRIES} tickers; this would be ${all.length}.`);
		return all;
	};

	return {
		list: async ({ id, licence }: CallerAccount): Promise<AnswerOf<typeof calls.watchlists>> => ({
			items: (await records.watchlistsOf(id)).map(presentHead),
			allowed: watchlistsAllowed(licence),
		}),

		read: async (account: CallerAccount, id: number): Promise<Answer> => present(await requireWatchlist(account, id)),

		shared: async (token: string): Promise<AnswerOf<typeof calls.sharedWatchlist>> => {
			const found = await requireShared(token);
			return { name: found.name, entries: (await records.watchlistEntries(found.id)).map(presentEntry) };
		},

		add: async (account: CallerAccount, { name, text = '', copy }: NewWatchlist): Promise<Answer> => {
			const copied = copy === undefined ? [] : await records.watchlistEntries((await requireShared(copy)).id);
			const { entries, unknown } = parseText(text);
			const allowed = watchlistsAllowed(account.licence);
			const added = await records.addWatchlist(
				account.id,
				{ name, entries: arrange([...copied, ...entries], 'text') },
				{ allowed, now: now() },
			);
			if (added === 'taken') throw new Problem('conflict', { detail: TAKEN });
			if (added === 'full')
				throw new Problem('denied', { detail: `Your ${account.licence} licence includes ${allowed} watchlists. Delete one first.` });
			return present(await requireWatchlist(account, added), unknown);
		},

		change: async (account: CallerAccount, id: number, { name, shared: isShared, entries, text }: Change): Promise<Answer> => {
			await requireWatchlist(account, id);
			for (const [at, { ticker_id }] of (entries ?? []).entries())
				if (!directory.byId(ticker_id)) throw unknownTicker(`entries.${at}.ticker_id`);
			const { entries: textEntries, unknown } = parseText(text ?? '');
			const requestedEntries = entries?.map(({ ticker_id, exchange, section }) => ({ tickerId: tickerId(ticker_id), exchange, section }));
			const base = requestedEntries ?? (text === undefined ? undefined : await records.watchlistEntries(id));
			const changed = await records.changeWatchlist(account.id, id, {
				name,
				token: isShared === undefined ? undefined : isShared ? randomSource.bytes(TOKEN_BYTES).toString('base64url') : null,
				entries: base && arrange([...base, ...textEntries], text === undefined ? 'entries' : 'text'),
			});
			if (changed === 'taken') throw new Problem('conflict', { detail: TAKEN });
			if (!changed) throw notFound(NO_WATCHLIST);
			return present(await requireWatchlist(account, id), unknown);
		},

		remove: async ({ id: userId }: CallerAccount, id: number): Promise<void> => {
			if (!(await records.removeWatchlist(userId, id))) throw notFound(NO_WATCHLIST);
		},

		order: ({ id: userId }: CallerAccount, ids: readonly number[]): Promise<void> => records.orderWatchlists(userId, ids),

		export: async (account: CallerAccount, id: number, format: WatchlistFormat): Promise<{ name: string; text: string }> => {
			const { name } = await requireWatchlist(account, id);
			const entries = (await records.watchlistEntries(id)).map(({ tickerId, exchange, section }) => {
				const ticker = directory.byId(tickerId);
				return { symbol: ticker?.symbol ?? String(tickerId), exchange: exchange ?? (ticker ? exchangeOf(ticker) : null), section };
			});
			return { name, text: writeWatchlist(format, entries) };
		},
	};
}

function presentHead({ id, name, count, token, createdAt }: Watchlist) {
	return { id, name, count, token, created: isoSeconds(createdAt) };
}

export type Watchlists = ReturnType<typeof createWatchlists>;
