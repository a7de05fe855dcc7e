import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import type { CallerAccount } from '@sw/domain/access/caller';
import { activeFreezes, type FrozenEntry, frozenMap } from '@sw/domain/filters/frozen';
import { rateOf } from '@sw/domain/reports/list/ranking';
import { rowMask, rowOfTicker } from '@sw/domain/reports/list/row-mask';
import { malformed } from '../../../platform/errors.ts';
import { presentFrozenUnder } from './workspace-cards.ts';
import { type ListQuery, listHead, type Select, type Selection, type WorkspaceTools } from './workspace-lists.ts';

type FrozenList = AnswerOf<Contract['signals']['sectorChartBlackList']>;

export interface FrozenQuery extends ListQuery {
	use_filters: boolean;
	scope: 'filter' | 'tab' | 'all';
}

/** A reader's frozen tickers, with where and why each is hidden. */
export function createWorkspaceFrozen(tools: WorkspaceTools, select: Select) {
	const { parts, rankings, card } = tools;

	const inScope = ({ lists, reading }: Selection, scope: FrozenQuery['scope'], entry: FrozenEntry): boolean => {
		if (scope === 'all') return true;
		if (scope === 'filter') return entry.filterId !== null && entry.filterId === reading.filter?.id;
		const tab = entry.filterId === null ? entry.tab : lists.filter(entry.filterId)?.tab;
		return tab === reading.question.tab;
	};

	/** Rows of the IDs sorted by rate, then symbol. With `use_filters` only those that match the query, in its order. */
	const rowsOf = ({ open, reading }: Selection, ids: ReadonlySet<number>, useFilters: boolean): { row: number; rate: number }[] => {
		if (!open) return [];
		const { table } = open;
		if (useFilters) {
			const { rows, rates } = rankings.whole(open, reading);
			const mask = rowMask(table, ids);
			return Array.from(rows, (row, at) => ({ row, rate: rates[at]! })).filter(({ row }) => mask[row] === 1);
		}
		return [...ids]
			.map((id) => rowOfTicker(table, id))
			.filter((row) => row !== -1)
			.map((row) => ({ row, rate: rateOf(table, row, reading.question, parts.parameters) }))
			.sort((a, b) => b.rate - a.rate || (rankings.symbolOf(table, a.row) < rankings.symbolOf(table, b.row) ? -1 : 1));
	};

	return async (account: CallerAccount, query: FrozenQuery): Promise<FrozenList> => {
		if (query.scope === 'filter' && query.filter === undefined)
			throw malformed('filter', "The scope 'filter' needs the number of a filter.");
		const selection = await select(account, { ...query, list_type: 'black_list' });
		const { open, reading, lists } = selection;
		const now = parts.freezeNow();
		const holding = activeFreezes(lists.frozen, now);
		const entries = holding.filter((entry) => inScope(selection, query.scope, entry));
		const left = new Set(query.exclude ?? []);
		const ids = new Set(entries.map(({ tickerId }) => tickerId).filter((id) => !left.has(id)));
		const found = rowsOf(selection, ids, query.use_filters);
		const { count, ...map } = frozenMap(holding, now);
		return {
			...listHead(tools, selection),
			total_count: found.length,
			missing: open ? [...ids].filter((id) => rowOfTicker(open.table, id) === -1).length : ids.size,
			items: found.slice(query.skip, query.skip + query.max).flatMap(({ row, rate }) => {
				if (!open) return [];
				const shown = card(open, reading.question, row, rate);
				const under = holding.filter(({ tickerId }) => tickerId === shown.ticker_id).map(presentFrozenUnder);
				return [{ ...shown, favorite: lists.favorites.has(shown.ticker_id), frozen: under }];
			}),
			frozen: { ...map, black_list_count: count },
		};
	};
}
