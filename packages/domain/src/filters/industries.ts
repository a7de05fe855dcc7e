import type { Ticker } from '../prices/ticker.ts';
import { type FilterGroup, type GroupTest, type IndustryTest, isIndustry, type TestGroup } from './groups.ts';

/** Ids of the tickers of each industry, by `industryKey`. A ticker has one industry at most. */
export type Industries = ReadonlyMap<string, ReadonlySet<number>>;

/** An industry with its tickers, so that rows can be tested. */
export interface TickersTest extends IndustryTest {
	readonly tickers: ReadonlySet<number>;
}

export type RowTest = Exclude<GroupTest, IndustryTest> | TickersTest;
/** A group whose tests need nothing but a report's row. */
export type RowGroup = FilterGroup<RowTest>;

/** Names that differ in case or outer spaces alone are one industry. */
export function industryKey(name: string): string {
	return name.trim().toLowerCase();
}

export function industriesOf(tickers: Iterable<Pick<Ticker, 'id' | 'industry'>>): Industries {
	const industries = new Map<string, Set<number>>();
	for (const { id, industry } of tickers) {
		if (industry === null) continue;
		const key = industryKey(industry);
		const known = industries.get(key);
		if (known) known.add(id);
		else industries.set(key, new Set([id]));
	}
	return industries;
}

const NO_TICKERS: ReadonlySet<number> = new Set();

/** Groups with the tickers of their industries; an industry that no ticker has matches nothing. */
export function rowGroups(groups: readonly FilterGroup[] | undefined, industries: Industries): readonly RowGroup[] | undefined {
	const rowTest = (test: GroupTest): RowTest =>
		isIndustry(test) ? { industry: test.industry, tickers: industries.get(industryKey(test.industry)) ?? NO_TICKERS } : test;
	const withTickers = ({ match, filters }: TestGroup): TestGroup<RowTest> => ({ match, filters: filters.map(rowTest) });
	return groups?.map((group) => ({ ...withTickers(group), groups: group.groups.map(withTickers) }));
}

/** The groups as text with the ids of their tickers: other tickers, another text. */
export function rowGroupsKey(groups: readonly RowGroup[] | undefined): string {
	return JSON.stringify(groups ?? [], (_, value: unknown) => (value instanceof Set ? [...value] : value));
}
