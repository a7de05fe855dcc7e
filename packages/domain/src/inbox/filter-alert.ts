import { toConditions } from '../filters/entries.ts';
import { type Conditions as FilterConditions, readStoredConditions, type StoredConditions } from '../filters/groups.ts';
import { type Industries, type RowGroup, toRowGroups } from '../filters/industries.ts';
import type { Condition } from '../signals/filter.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import { tabOperation } from '../signals/sector.ts';
import { strategyNamed } from '../time/timeframe.ts';
import { MINUTE } from '../time/units.ts';
import { createMembershipTest, type ListChange, type ListRule, type ListTable } from './list-changes.ts';
import type { AlertQuestion, ListAlert, ReportVersionId } from './message.ts';
import type { FilterWithAlerts } from './plan-delivery.ts';

/** The owner's settings that affect an alert. */
export interface AlertPreferences {
	/** Ids of the tickers currently frozen in the list. */
	readonly hidden: ReadonlySet<number>;
	/** Minutes of market time, see DeliverySettings. */
	readonly coolDown: number;
	/** Ids of the favourites, if alerts are limited to them; null: not limited. */
	readonly favourites: ReadonlySet<number> | null;
}

/** The two reports that alerts compare. Which reports these are depends on the licence. */
export interface ComparedReports {
	readonly report: ReportVersionId;
	readonly now: ListTable;
	/** The newest earlier report with alerts. */
	readonly since: ReportVersionId;
	readonly before: ListTable;
	/** Number of tickers that can be in a list. */
	readonly of: number;
}

const NO_TICKERS: ReadonlySet<number> = new Set();

/**
 * Returns a function that creates one owner's alert on a list, or undefined if no visible ticker entered or left. Owners share one alert object if their
 * cool-down is the same, the list has none of their frozen tickers, and their alerts aren't limited to favourites.
 */
export function createAlertFactory(
	{ report, now, since, before, of }: ComparedReports,
	changeOf: (rule: ListRule) => ListChange,
	parameters: ParameterSet,
) {
	const createAlert = (
		{ question: { tab, strategy, operation, entries, groups }, rule }: AlertList,
		{ hidden, coolDown, favourites }: AlertPreferences,
		hiddenCounts: { readonly now: number; readonly before: number },
	): ListAlert | undefined => {
		const change = changeOf(rule);
		const removeHidden = (ids: readonly number[]): readonly number[] =>
			hidden.size > 0 ? ids.filter((ticker) => !hidden.has(ticker)) : ids;
		const entered = removeHidden(change.entered);
		const left = removeHidden(change.left);
		if (entered.length === 0 && left.length === 0) return undefined;
		const newlyEntered = removeHidden(change.findNewIds(now.time - coolDown * MINUTE));
		const sentIds = favourites === null ? newlyEntered : newlyEntered.filter((ticker) => favourites.has(ticker));
		return {
			report,
			since,
			entered,
			left,
			sent: sentIds.length === entered.length ? null : sentIds,
			tab,
			strategy,
			operation,
			entries,
			...(groups ? { groups } : {}),
			matches: change.matches - hiddenCounts.now,
			before: change.matchesBefore - hiddenCounts.before,
			of,
		};
	};

	const NO_COUNTS = { now: 0, before: 0 };
	const membershipTests = new Map<AlertList, ReturnType<typeof createMembershipTest>>();
	/** Counts the hidden tickers that are in the list of each report. */
	const countHidden = (list: AlertList, hidden: ReadonlySet<number>) => {
		if (hidden.size === 0) return NO_COUNTS;
		const isMember = membershipTests.get(list) ?? createMembershipTest(list.rule, parameters);
		membershipTests.set(list, isMember);
		const countMembers = (table: ListTable): number => [...hidden].filter((ticker) => isMember(table, ticker)).length;
		return { now: countMembers(now), before: countMembers(before) };
	};

	const sharedAlerts = new Map<number, Map<AlertList, ListAlert | undefined>>();
	return (list: AlertList, preferences: AlertPreferences): ListAlert | undefined => {
		const { coolDown } = preferences;
		const hiddenCounts = countHidden(list, preferences.hidden);
		if (hiddenCounts.now + hiddenCounts.before > 0 || preferences.favourites !== null) return createAlert(list, preferences, hiddenCounts);
		const alertByList = sharedAlerts.get(coolDown) ?? new Map<AlertList, ListAlert | undefined>();
		sharedAlerts.set(coolDown, alertByList);
		if (!alertByList.has(list)) alertByList.set(list, createAlert(list, { ...preferences, hidden: NO_TICKERS }, NO_COUNTS));
		return alertByList.get(list);
	};
}

/** Whether an alert is worth sending outside the inbox. */
export function isWorthSending({ entered, sent: sentIds }: ListAlert): boolean {
	return (sentIds ?? entered).length > 0;
}

/** A filter's question, and the rule of its list. */
interface AlertList {
	readonly question: AlertQuestion;
	readonly rule: ListRule;
}

interface ParsedConditions extends FilterConditions {
	readonly conditions: readonly Condition[];
	readonly rowGroups: readonly RowGroup[] | undefined;
}

/** Returns a function that creates a filter's list: the same object for filters with the same question, so that their results can be shared. */
export function createAlertListFactory(industries: Industries) {
	// Parsing is slow because the JSON is long, so each text is parsed once for all tabs.
	const conditionsByText = new Map<string, ParsedConditions>();
	const listsByQuestion = new Map<string, Map<ParsedConditions, AlertList>>();
	return ({ tab, strategy, operation, conditions: text }: Omit<FilterWithAlerts, 'id' | 'userId' | 'name'>): AlertList => {
		const conditions = getOrCreate(conditionsByText, text, () => {
			const stored = readStoredConditions(JSON.parse(text) as StoredConditions);
			return { ...stored, conditions: toConditions(stored.entries), rowGroups: toRowGroups(stored.groups, industries) };
		});
		return getOrCreate(
			getOrCreate(listsByQuestion, `${tab} ${strategy} ${operation}`, () => new Map<ParsedConditions, AlertList>()),
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

function getOrCreate<K, V>(map: Map<K, V>, key: K, create: () => V): V {
	const existing = map.get(key);
	if (existing !== undefined) return existing;
	const created = create();
	map.set(key, created);
	return created;
}
