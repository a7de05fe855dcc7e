import { conditionsOf, type FilterEntry } from '../filters/entries.ts';
import { tabOperation } from '../signals/sector.ts';
import { strategyNamed } from '../time/timeframe.ts';
import type { ListRule } from './list-changes.ts';
import type { NoticeQuestion } from './message.ts';
import type { FilterWithNotices } from './notice-work.ts';

/** What filters ask for, and the rule that it makes. */
export interface AskedList {
	readonly question: NoticeQuestion;
	readonly rule: ListRule;
}

/** What each filter asks for: the very same object for filters that ask in the same words, so that all that is made of it can be shared. */
export const createAskedLists = () => {
	const known = new Map<string, AskedList>();
	return ({ tab, strategy, operation, conditions }: Omit<FilterWithNotices, 'id' | 'userId' | 'name'>): AskedList => {
		const key = `${tab} ${strategy} ${operation} ${conditions}`;
		const found = known.get(key);
		if (found) return found;
		const entries = JSON.parse(conditions) as readonly FilterEntry[];
		const asked = {
			question: { tab, strategy, operation: operation ?? tabOperation(tab), entries },
			rule: { tab, strategy: strategyNamed(strategy), conditions: conditionsOf(entries) },
		};
		known.set(key, asked);
		return asked;
	};
};
