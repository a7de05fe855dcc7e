import { conditionsOf } from '../filters/entries.ts';
import { readStoredConditions, type StoredConditions, type Conditions as WholeConditions } from '../filters/groups.ts';
import { type Industries, type RowGroup, rowGroups } from '../filters/industries.ts';
import type { Condition } from '../signals/filter.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import { tabOperation } from '../signals/sector.ts';
import { strategyNamed } from '../time/timeframe.ts';
import { MINUTE } from '../time/units.ts';
import { createMembership, type ListChange, type ListRule, type ListTable } from './list-changes.ts';
import type { AlertQuestion, ListAlert, ReportName } from './message.ts';
import type { FilterWithAlerts } from './plan-delivery.ts';

/** The owner's settings that affect an alert besides the list. */
export interface AlertPreferences {
	/** Ids currently frozen in the list. */
	readonly hidden: ReadonlySet<number>;
	/** Minutes of market time, see DeliverySettings. */
	readonly coolDown: number;
	/** The favourites, if alerts are limited to them. */
	readonly favourites: ReadonlySet<number> | null;
}

/** A licence's access, as far as alerts of a report depend on it. */
export interface ComparedReports {
	readonly report: ReportName;
	readonly now: ListTable;
	/** The newest earlier report with alerts. */
	readonly since: ReportName;
	readonly before: ListTable;
	/** Tickers that can be in a list. */
	readonly of: number;
}

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Creates the alerts of lists for one licence from their changes before freezing; undefined if the owner sees nothing that entered or left. Owners
 * who hide nothing in a list and have the same cool-down and scope share one alert.
 */
export function createAlerts(
	{ report, now, since, before, of }: ComparedReports,
	changeOf: (rule: ListRule) => ListChange,
	parameters: ParameterSet,
) {
	const make = (
		{ question: { tab, strategy, operation, entries, groups }, rule }: AlertList,
		{ hidden, coolDown, favourites }: AlertPreferences,
		isHidden: { readonly now: number; readonly before: number },
	): ListAlert | undefined => {
		const change = changeOf(rule);
		const seen = (ids: readonly number[]): readonly number[] => (hidden.size > 0 ? ids.filter((ticker) => !hidden.has(ticker)) : ids);
		const entered = seen(change.entered);
		const left = seen(change.left);
		if (entered.length === 0 && left.length === 0) return undefined;
		const fresh = seen(change.newSince(now.time - coolDown * MINUTE));
		const reported = favourites === null ? fresh : fresh.filter((ticker) => favourites.has(ticker));
		return {
			report,
			since,
			entered,
			left,
			sent: reported.length === entered.length ? null : reported,
			tab,
			strategy,
			operation,
			entries,
			...(groups ? { groups } : {}),
			matches: change.matches - isHidden.now,
			before: change.before - isHidden.before,
			of,
		};
	};

	const NONE = { now: 0, before: 0 };
	const members = new Map<AlertList, ReturnType<typeof createMembership>>();
	/** Number of hidden tickers that would be in the list. */
	const hiddenIn = (list: AlertList, hidden: ReadonlySet<number>) => {
		if (hidden.size === 0) return NONE;
		const isMember = members.get(list) ?? createMembership(list.rule, parameters);
		members.set(list, isMember);
		const among = (table: ListTable): number => [...hidden].filter((ticker) => isMember(table, ticker)).length;
		return { now: among(now), before: among(before) };
	};

	const shared = new Map<number, Map<AlertList, ListAlert | undefined>>();
	return (list: AlertList, preferences: AlertPreferences): ListAlert | undefined => {
		const { coolDown } = preferences;
		const isHidden = hiddenIn(list, preferences.hidden);
		if (isHidden.now + isHidden.before > 0 || preferences.favourites !== null) return make(list, preferences, isHidden);
		const alike = shared.get(coolDown) ?? new Map<AlertList, ListAlert | undefined>();
		shared.set(coolDown, alike);
		if (!alike.has(list)) alike.set(list, make(list, { ...preferences, hidden: NOTHING }, NONE));
		return alike.get(list);
	};
}

/** Whether an alert is worth sending outside the inbox. */
export function isWorthSending({ entered, sent: reported }: ListAlert): boolean {
	return (reported ?? entered).length > 0;
}

/** A filter's question, and the list rule it defines. */
interface AlertList {
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
