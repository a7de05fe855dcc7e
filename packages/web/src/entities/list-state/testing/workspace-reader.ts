import type { Operation, Tab } from '@sw/domain/signals/sector';
import type { StrategyName } from '@sw/domain/time/timeframe';
import { parseSearch, stringifySearch } from '../../../lib/address/search-params.ts';
import { availableScopes, type ScopeParameters, scopeParameters } from '../../frozen/scopes.ts';
import { activeChoices, clearChoices, withoutChoice } from '../choices.ts';
import { type ListSession, openListSession, settingsAfter } from '../opening.ts';
import { pickListSearch, writeListState } from '../search.ts';
import { restoreStrategy, restoreTab } from '../settings.ts';
import { type ListChoice, type ListState, withChoice, withFilter, withOperation, withPage } from '../state.ts';
import type { WorkspaceAccount } from './workspace-account.ts';

export type ReaderAction =
	| { kind: 'choose'; change: Partial<ListChoice> }
	| { kind: 'filter'; at: number }
	| { kind: 'operation'; operation: Operation }
	| { kind: 'tab'; tab: Tab }
	| { kind: 'strategy'; strategy: StrategyName }
	| { kind: 'page'; page: number }
	| { kind: 'chip'; at: number }
	| { kind: 'clear' }
	| { kind: 'freeze'; at: number; scope: number }
	| { kind: 'undo'; at: number }
	| { kind: 'reload' }
	| { kind: 'second tab'; address: string }
	| { kind: 'close tab' }
	| { kind: 'new visit' };

function nth<T>(list: readonly T[], at: number): T | undefined {
	return list.length === 0 ? undefined : list[at % list.length];
}

/** One reader with several browser tabs and one account. Each action works as on screen: it writes a URL, opens the URL and reads the state from it. */
export class WorkspaceReader {
	visit: ListSession = { stored: [], isOpen: false };
	tabs: ListState[];
	/** Undoable actions, newest first. */
	undoableFreezes: { tickers: number[]; scope: ScopeParameters }[] = [];
	/** Tabs with timeframes whose choices were cleared, until the next choice there. */
	readonly clearedLists = new Set<string>();
	readonly account: WorkspaceAccount;

	constructor(account: WorkspaceAccount) {
		this.account = account;
		this.tabs = [this.#open('')];
	}

	/** The active browser tab. */
	get state(): ListState {
		return this.tabs[0] as ListState;
	}

	#open(address: string): ListState {
		const { state, redirected } = openListSession(pickListSearch(parseSearch(address)), this.visit);
		this.visit = { ...this.visit, isOpen: true };
		return redirected ? this.#open(stringifySearch(writeListState(state))) : state;
	}

	#show(next: ListState): void {
		this.tabs = [this.#open(stringifySearch(writeListState(next))), ...this.tabs.slice(1)];
	}

	#choose(next: ListState): void {
		const listKey = `${next.tab} ${next.strategy}`;
		if (activeChoices(next).length === 0) this.clearedLists.add(listKey);
		else this.clearedLists.delete(listKey);
		this.visit = { ...this.visit, stored: settingsAfter(next, this.visit.stored) };
		this.#show(next);
	}

	perform(act: ReaderAction): void {
		const { state } = this;
		switch (act.kind) {
			case 'choose':
				this.#choose(withChoice(state, act.change));
				break;
			case 'filter': {
				const filter = nth(
					this.account.filters.filter(({ tab }) => tab === state.tab),
					act.at,
				);
				if (filter) this.#choose(withFilter(state, filter.id));
				break;
			}
			case 'operation':
				this.#choose(withOperation(state, act.operation));
				break;
			case 'tab':
				this.#show(restoreTab(state, act.tab, this.visit.stored));
				break;
			case 'strategy':
				this.#show(restoreStrategy(state, act.strategy, this.visit.stored));
				break;
			case 'page':
				this.#show(withPage(state, act.page));
				break;
			case 'chip': {
				const chip = nth(activeChoices(state), act.at);
				if (chip) this.#choose(withoutChoice(state, chip));
				break;
			}
			case 'clear':
				this.#choose(clearChoices(state));
				break;
			case 'freeze':
				this.#freeze(act.at, act.scope);
				break;
			case 'undo':
				this.#undo(act.at);
				break;
			case 'reload':
				this.#show(state);
				break;
			case 'second tab':
				this.tabs = [this.#open(act.address), ...this.tabs];
				break;
			case 'close tab':
				if (this.tabs.length > 1) this.tabs = this.tabs.slice(1);
				break;
			case 'new visit':
				this.visit = { ...this.visit, isOpen: false };
				this.undoableFreezes = [];
				this.tabs = [this.#open('')];
		}
	}

	#undo(at: number): void {
		const undo = nth(this.undoableFreezes, at);
		if (!undo) return;
		this.account.thaw(undo.tickers, undo.scope);
		this.undoableFreezes = this.undoableFreezes.filter((freeze) => freeze !== undo);
	}

	#freeze(at: number, scope: number): void {
		const ticker = nth(this.account.rows(this.state), at);
		const chosenScope = nth(availableScopes(this.state), scope);
		if (ticker === undefined || chosenScope === undefined) return;
		const freezeScope = scopeParameters(chosenScope, this.state);
		this.account.freeze([ticker], freezeScope);
		this.undoableFreezes = [{ tickers: [ticker], scope: freezeScope }, ...this.undoableFreezes];
	}
}
