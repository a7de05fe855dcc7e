import { conditionsOf } from '../filters/entries.ts';
import { readStoredConditions, type StoredConditions, type Conditions as WholeConditions } from '../filters/groups.ts';
import { type Industries, type RowGroup, rowGroups } from '../filters/industries.ts';
import type { Condition } from '../signals/filter.ts';
import { tabOperation } from '../signals/sector.ts';
import { strategyNamed } from '../time/timeframe.ts';
import type { FilterWithAlerts } from './alert-work.ts';
import type { ListRule } from './list-changes.ts';
import type { AlertQuestion } from './message.ts';

/** A filter's question, and the list rule it defines. */
export interface AlertList {
	readonly question: AlertQuestion;
	readonly rule: ListRule;
}

interface Conditions extends WholeConditions {
	readonly conditions: readonly Condition[];
	readonly rowGroups: readonly RowGroup[] | undefined;
}

/** The question of each filter: the same object for filters with equal text, so that all results can be shared. */
export function createAlertLists(industries: Industries) {
	// Texts are long and tabs few: each text is parsed once for all tabs.
	const texts = new Map<string, Conditions>();
	const lists = new Map<string, Map<Conditions, AlertList>>();
	return ({ tab, strategy, operation, conditions: text }: Omit<FilterWithAlerts, 'id' | 'userId' | 'name'>): AlertList => {
		const conditions = among(texts, text, () => {
			const stored = readStoredConditions(JSON.parse(text) as StoredConditions);
			return { ...stored, conditions: conditionsOf(stored.entries), rowGroups: rowGroups(stored.groups, industries) };
		});
		return among(
			among(lists, `${tab} ${strategy} ${operation}`, () => new Map<Conditions, AlertList>()),
			conditions,
			() => ({
				question: {
					tab,
					strategy,
					operation: operation ?? tabOperation(tab),
					entries: conditions.entries,
					...(conditions.groups ? { groups: conditions.groups } : {}),
				},
				rule: { tab, strategy: strategyNamed(strategy), conditions: conditions.conditions, groups: conditions.rowGroups },
			}),
		);
	};
}

/** The value of a map under a key, created on first access. */
function among<K, V>(map: Map<K, V>, key: K, make: () => V): V {
	const known = map.get(key);
	if (known !== undefined) return known;
	const made = make();
	map.set(key, made);
	return made;
}
