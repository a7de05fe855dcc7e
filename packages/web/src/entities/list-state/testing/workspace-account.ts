import { toConditions } from '@sw/domain/filters/entries';
import { type FreezeScope, type FrozenEntry, hiddenIds } from '@sw/domain/filters/frozen';
import { defaultSortColumn } from '@sw/domain/reports/list/list-columns';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { type Page, type RankedPage, rankPage, symbolRanks } from '@sw/domain/reports/list/ranking';
import { choosePage, rowMask } from '@sw/domain/reports/list/row-mask';
import type { Condition } from '@sw/domain/signals/filter';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import type { Tab } from '@sw/domain/signals/sector';
import { strategyNamed } from '@sw/domain/time/timeframe';
import type { ScopeParameters } from '../../frozen/scopes.ts';
import { listParameters, pageParameters } from '../settings.ts';
import { type ListState, pageSize } from '../state.ts';

export interface ModelFilter {
	id: number;
	tab: Tab;
	conditions: readonly Condition[];
}

/** A model of the server for tests, with the data of one reader. Its lists follow the real ranking and freezing rules, over one report. */
export class WorkspaceAccount {
	readonly table: ReportTable;
	readonly filters: readonly ModelFilter[];
	readonly favorites: ReadonlySet<number>;
	frozen: readonly FrozenEntry[] = [];
	readonly #ranks: Uint32Array;

	constructor(table: ReportTable, filters: readonly ModelFilter[], favorites: ReadonlySet<number>) {
		this.table = table;
		this.filters = filters;
		this.favorites = favorites;
		this.#ranks = symbolRanks(Array.from(table.tickerId, (id) => `T${String(id).padStart(4, '0')}`));
	}

	#whole(state: ListState): RankedPage {
		const {
			tab_type: tab,
			operation,
			marketcap: caps,
			pne: mentions,
			information,
			sort_by: sortBy,
			sort_column: sortColumn = sortBy ? undefined : defaultSortColumn(state.tab),
			sort_dir: direction,
		} = listParameters(state);
		const saved = this.filters.find(({ id }) => id === state.filter)?.conditions;
		const conditions = state.unsaved ? toConditions(state.unsaved.entries) : saved;
		const question = {
			tab,
			operation,
			strategy: strategyNamed(state.strategy),
			conditions,
			caps,
			mentions,
			information,
			sortBy,
			sortColumn,
			direction,
		} as ListQuestion;
		return rankPage(this.table, this.#ranks, question, PARAMETERS_V1, { skip: 0, max: this.table.count });
	}

	#answer(state: ListState, page: Page): RankedPage {
		const { list_type: type = 'white_list' } = listParameters(state);
		const hidden = rowMask(this.table, hiddenIds(this.frozen, { tab: state.tab, filterId: state.filter ?? null }, 0));
		if (type === 'white_list') return choosePage(this.#whole(state), { hidden: [hidden] }, page);
		return choosePage(this.#whole(state), { only: type === 'favorites' ? rowMask(this.table, this.favorites) : hidden, hidden: [] }, page);
	}

	/** Returns one page, like the API call. */
	page(state: ListState): { total: number; ids: number[] } {
		const { total, rows } = this.#answer(state, pageParameters(state));
		return { total, ids: Array.from(rows, (row) => this.table.tickerId[row]!) };
	}

	/** Returns every row of the list, page by page. */
	rows(state: ListState): number[] {
		const pages = Math.ceil(this.page({ ...state, page: 1 }).total / pageSize(state));
		return Array.from({ length: pages }, (_, at) => this.page({ ...state, page: at + 1 }).ids).flat();
	}

	/** Returns the count that the filter sheet shows: matches of the filter's conditions in their tab, without frozen tickers. */
	count({ id, tab, conditions }: ModelFilter, strategy: ListState['strategy']): number {
		const exclude = hiddenIds(this.frozen, { tab, filterId: id }, 0);
		const question = { tab, operation: 'short', strategy: strategyNamed(strategy), conditions, exclude } as const;
		return rankPage(this.table, this.#ranks, question, PARAMETERS_V1, { skip: 0, max: 0 }).total;
	}

	freeze(tickers: readonly number[], { freeze }: ScopeParameters): void {
		const scope = toFreezeScope({ filter: freeze.filter?.[0], tab: freeze.tab });
		const newIds = tickers.filter((id) => !this.frozen.some((entry) => entry.tickerId === id && hasScope(entry, scope)));
		this.frozen = [...this.frozen, ...newIds.map((tickerId) => ({ ...scope, tickerId, reason: '', since: 0, until: null }))];
	}

	thaw(tickers: readonly number[], { thaw }: ScopeParameters): void {
		const scope = toFreezeScope(thaw);
		this.frozen = this.frozen.filter((entry) => !tickers.includes(entry.tickerId) || !hasScope(entry, scope));
	}
}

function toFreezeScope({ filter, tab }: { filter?: number | undefined; tab?: Tab | undefined }): FreezeScope {
	return {
		filterId: filter ?? null,
		tab: tab ?? null,
	};
}

function hasScope(entry: FreezeScope, scope: FreezeScope): boolean {
	return entry.filterId === scope.filterId && entry.tab === scope.tab;
}
