import type { Ticker } from '../prices/ticker.ts';
import { type FilterGroup, type GroupTest, type IndustryTest, isIndustry, type TestGroup } from './groups.ts';

/** Ticker ids of each industry, by `industryKey`. A ticker has at most one industry. */
export type Industries = ReadonlyMap<string, ReadonlySet<number>>;

/** An industry with its tickers, so that rows can be tested by ticker id. */
export interface IndustryTickersTest extends IndustryTest {
	readonly tickers: ReadonlySet<number>;
}

export type RowTest = Exclude<GroupTest, IndustryTest> | IndustryTickersTest;
/** A group that can be tested with a report's row alone. */
export type RowGroup = FilterGroup<RowTest>;

/** Returns the key of an industry's name. Names that differ only in case or surrounding whitespace have the same key. */
export function industryKey(name: string): string {
	return name.trim().toLowerCase();
}

export function groupByIndustry(tickers: Iterable<Pick<Ticker, 'id' | 'industry'>>): Industries {
	const industries = new Map<string, Set<number>>();
	for (const { id, industry } of tickers) {
		if (industry === null) continue;
		const key = industryKey(industry);
		const existing = industries.get(key);
		if (existing) existing.add(id);
		else industries.set(key, new Set([id]));
	}
	return industries;
}

const NO_TICKERS: ReadonlySet<number> = new Set();

/** Adds the tickers to industry tests; a test of an unknown industry matches nothing. */
export function toRowGroups(groups: readonly FilterGroup[] | undefined, industries: Industries): readonly RowGroup[] | undefined {
	const toRowTest = (test: GroupTest): RowTest =>
		isIndustry(test) ? { industry: test.industry, tickers: industries.get(industryKey(test.industry)) ?? NO_TICKERS } : test;
	const addTickers = ({ match, filters }: TestGroup): TestGroup<RowTest> => ({ match, filters: filters.map(toRowTest) });
	return groups?.map((group) => ({ ...addTickers(group), groups: group.groups.map(addTickers) }));
}

/** Returns a cache key that includes the ids of the tickers, so that a change of tickers changes the key. */
export function rowGroupsKey(groups: readonly RowGroup[] | undefined): string {
	return JSON.stringify(groups ?? [], (_, value: unknown) => (value instanceof Set ? [...value] : value));
}
