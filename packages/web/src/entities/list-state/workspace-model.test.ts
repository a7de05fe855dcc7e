import { CAPS, MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import { SORT_COLUMNS } from '@sw/domain/reports/list/list-columns';
import { randomTable } from '@sw/domain/reports/testing/random-table';
import { OPERATIONS, SECTORS, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES } from '@sw/domain/time/timeframe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { availableScopes, scopeParameters } from '../frozen/scopes.ts';
import { activeChoices } from './choices.ts';
import { openListSession } from './opening.ts';
import { pickListSearch, readListState, writeListState } from './search.ts';
import { restoreTab } from './settings.ts';
import { DEFAULT_STATE, type ListChoice, type ListState, withStrategy, withTab } from './state.ts';
import { type ModelFilter, WorkspaceAccount } from './testing/workspace-account.ts';
import { type ReaderAction, WorkspaceReader } from './testing/workspace-reader.ts';

const TAB_NAMES = TABS.map(({ name }) => name);
const STRATEGY_NAMES = STRATEGIES.map(({ name }) => name);

function some<T extends string>(known: readonly T[]) {
	return fc.subarray([...known]);
}

const caps = some(CAPS.map(({ name }) => name).filter((name) => name !== 'all'));

const change: fc.Arbitrary<Partial<ListChoice>> = fc.oneof(
	caps.map((marketcap) => ({ marketcap })),
	some(MENTION_BUCKETS.map(({ name }) => name)).map((pne) => ({ pne })),
	some(SECTORS.map(({ key }) => key)).map((sort) => ({ sort })),
	fc.constant({ sort: SECTORS.map(({ key }) => key) }),
	fc.constantFrom(...SORT_COLUMNS.filter((name) => name !== 'change')).map((column) => ({ column })),
	fc.constantFrom('asc' as const, 'desc' as const).map((dir) => ({ dir })),
	fc.record({ favorite: fc.boolean(), dislike: fc.boolean() }),
);
const at = fc.nat({ max: 30 });
/** Another user's links. */
const addresses = [
	'',
	'?tabType=free',
	'?filters.marketcap=mega_cap,large_cap&page=2',
	'?tabType=free&filterId=3&operation=long&filters.sort=volume',
	'?filter.name=Theirs&filter.conditions=volume.one_hour.2,price_short.one_hour.1',
];

const act: fc.Arbitrary<ReaderAction> = fc.oneof(
	{ weight: 4, arbitrary: change.map((one) => ({ kind: 'choose' as const, change: one })) },
	{ weight: 2, arbitrary: at.map((n) => ({ kind: 'filter' as const, at: n })) },
	{ weight: 2, arbitrary: fc.constantFrom(...OPERATIONS).map((operation) => ({ kind: 'operation' as const, operation })) },
	{ weight: 3, arbitrary: fc.constantFrom(...TAB_NAMES).map((tab) => ({ kind: 'tab' as const, tab })) },
	{ weight: 2, arbitrary: fc.constantFrom(...STRATEGY_NAMES).map((strategy) => ({ kind: 'strategy' as const, strategy })) },
	{ weight: 1, arbitrary: fc.integer({ min: 1, max: 5 }).map((page) => ({ kind: 'page' as const, page })) },
	{ weight: 2, arbitrary: at.map((n) => ({ kind: 'chip' as const, at: n })) },
	{ weight: 3, arbitrary: fc.constant({ kind: 'clear' as const }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('freeze' as const), at, scope: at }) },
	{ weight: 2, arbitrary: at.map((n) => ({ kind: 'undo' as const, at: n })) },
	{ weight: 1, arbitrary: fc.constantFrom<ReaderAction>({ kind: 'reload' }, { kind: 'close tab' }, { kind: 'new visit' }) },
	{ weight: 2, arbitrary: fc.constantFrom(...addresses).map((address) => ({ kind: 'second tab' as const, address })) },
);

const FILTERS: ModelFilter[] = TAB_NAMES.flatMap((tab, i) => [
	{ id: 1 + 2 * i, tab, conditions: [{ sector: 'volume', timeframe: 2, value: 1 }] },
	{ id: 2 + 2 * i, tab, conditions: [{ sector: 'call_with_put', timeframe: 0, value: 2 }] },
]);

const readers = randomTable.map(
	(table) => new WorkspaceReader(new WorkspaceAccount(table, FILTERS, new Set(Array.from(table.tickerId).filter((id) => id % 4 === 0)))),
);

function addressOf(state: ListState): string {
	return stringifySearch(writeListState(state));
}

function read(address: string): ListState {
	return readListState(pickListSearch(parseSearch(address))).state;
}

/** Runs actions of a reader and checks each of them. */
function afterEachAct(look: (reader: WorkspaceReader, done: ReaderAction) => void, runs = 150): void {
	fc.assert(
		fc.property(readers, fc.array(act, { minLength: 1, maxLength: 30 }), (reader, acts) => {
			for (const one of acts) {
				reader.perform(one);
				look(reader, one);
			}
		}),
		{ numRuns: runs },
	);
}

describe('whatever a reader does with lists', () => {
	it('the address, shown again in a new browser, gives the same list', () => {
		afterEachAct(({ tabs, account }) => {
			for (const state of tabs) {
				const reread = read(addressOf(state));
				expect(reread).toEqual(state);
				expect(account.rows(reread)).toEqual(account.rows(state));
			}
		});
	});

	it('what is cleared stays cleared: on the way to the tab, in another tab of the browser, and in the next visit', () => {
		afterEachAct((reader) => {
			for (const place of reader.clearedLists) {
				const plain = TAB_NAMES.flatMap((tab) => STRATEGY_NAMES.map((strategy) => withStrategy(withTab(DEFAULT_STATE, tab), strategy)));
				const origin = plain.find(({ tab, strategy }) => `${tab} ${strategy}` === place) as ListState;
				const elsewhere = { ...origin, tab: TAB_NAMES.find((name) => name !== origin.tab) ?? origin.tab };
				expect(activeChoices(restoreTab(elsewhere, origin.tab, reader.visit.stored))).toEqual([]);
				if (place === 'extreme_rise first')
					expect(activeChoices(openListSession({}, { ...reader.visit, isOpen: false }).state)).toEqual([]);
			}
		});
	});

	it('a bare address is the tab with no choices, but for the first of a visit', () => {
		afterEachAct((reader) =>
			expect(openListSession({}, { ...reader.visit, isOpen: true })).toEqual({ state: DEFAULT_STATE, redirected: false }),
		);
	});

	it('opening a link, reloading and walking between tabs change nothing that is remembered', () => {
		fc.assert(
			fc.property(readers, fc.array(act, { maxLength: 25 }), (reader, acts) => {
				for (const one of acts) {
					const { stored } = reader.visit;
					reader.perform(one);
					if (['second tab', 'reload', 'tab', 'strategy', 'page', 'new visit', 'freeze', 'undo'].includes(one.kind))
						expect(reader.visit.stored).toBe(stored);
				}
			}),
		);
	});

	it('every count is the number of rows that it counts', () => {
		afterEachAct(({ state, account, visit }) => {
			const { total } = account.page(state);
			expect(account.rows(state)).toHaveLength(total);
			expect(new Set(account.rows(state)).size).toBe(total);
			for (const tab of TAB_NAMES) {
				const link = restoreTab(state, tab, visit.stored);
				expect(account.page(link).total).toBe(account.rows(read(addressOf(link))).length);
			}
			for (const filter of FILTERS) {
				const list = { ...withStrategy(withTab(DEFAULT_STATE, filter.tab), state.strategy), filter: filter.id };
				expect(account.count(filter, state.strategy)).toBe(account.rows(list).length);
			}
			expect(activeChoices(state)).toHaveLength(activeChoices(read(addressOf(state))).length);
		}, 60);
	});

	it('freezing hides where it says, at once, and nowhere else; its own Undo brings exactly that back', () => {
		fc.assert(
			fc.property(readers, fc.array(act, { maxLength: 20 }), at, at, (reader, acts, row, scope) => {
				for (const one of acts) reader.perform(one);
				const { account } = reader;
				// The plain list: favourites and the frozen list itself show tickers wherever they are frozen.
				const state = { ...reader.state, choice: { ...reader.state.choice, favorite: false, dislike: false } };
				const rows = account.rows(state);
				const ticker = rows[row % Math.max(1, rows.length)];
				const chosenScope = availableScopes(state)[scope % availableScopes(state).length];
				if (ticker === undefined || chosenScope === undefined) return;
				const lists = TAB_NAMES.flatMap((tab) =>
					[undefined, ...FILTERS.filter((f) => f.tab === tab).map(({ id }) => id)].map((filter) => ({ tab, filter })),
				);
				const listed = ({ tab, filter }: (typeof lists)[number]) =>
					account.rows({ ...withTab(DEFAULT_STATE, tab), filter }).includes(ticker);
				const before = lists.map(listed);
				const place = scopeParameters(chosenScope, state);
				account.freeze([ticker], place);
				expect(account.rows(state)).toEqual(rows.filter((id) => id !== ticker));
				const hides = ({ tab, filter }: (typeof lists)[number]) =>
					chosenScope === 'all' || (chosenScope === 'tab' ? tab === state.tab : filter !== undefined && filter === state.filter);
				expect(lists.map(listed)).toEqual(lists.map((list, i) => (hides(list) ? false : before[i])));
				account.thaw([ticker], place);
				expect(lists.map(listed)).toEqual(before);
			}),
		);
	});

	it('the ways back from several acts take back each its own, in any order', () => {
		fc.assert(
			fc.property(
				readers,
				fc.array(fc.record({ kind: fc.constant('freeze' as const), at, scope: at }), { minLength: 1, maxLength: 8 }),
				fc.array(at, { minLength: 8, maxLength: 8 }),
				(reader, acts, order) => {
					const before = reader.account.rows(reader.state);
					for (const one of acts) reader.perform(one);
					expect(new Set(reader.undoableFreezes.map(({ tickers }) => tickers[0])).size).toBe(reader.undoableFreezes.length);
					expect(before.length - reader.account.rows(reader.state).length).toBe(reader.undoableFreezes.length);
					for (const n of order) reader.perform({ kind: 'undo', at: n });
					expect([reader.undoableFreezes, reader.account.rows(reader.state)]).toEqual([[], before]);
				},
			),
		);
	});
});
