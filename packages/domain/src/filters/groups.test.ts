import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { informationState } from '../filings/information.ts';
import { matchesChoice } from '../filings/information-choice.ts';
import { readPlainNumber } from '../reports/testing/plain-number.ts';
import { randomTable } from '../reports/testing/random-table.ts';
import { type MatchGroup, matchesGroup } from '../signals/definition/in-tab.ts';
import { depthIn } from '../signals/packed.ts';
import type { ReportTable } from '../signals/report-table.ts';
import { sectorIndex } from '../signals/sector.ts';
import { STRATEGIES, timeframeIndex } from '../time/timeframe.ts';
import { documentVersion } from './filter-address.ts';
import { formatConditions, formatGroups, isValidRange, readGroups } from './group-text.ts';
import {
	type Conditions,
	type GroupTest,
	isEntry,
	isIndustry,
	isInformation,
	isRange,
	MAX_INDUSTRY_LENGTH,
	normalizeConditions,
	readStoredConditions,
	toStoredConditions,
} from './groups.ts';
import { industryOf, randomEntry, randomGroups } from './testing/random-groups.ts';

const conditions: fc.Arbitrary<Conditions> = fc.record({
	entries: fc.array(randomEntry, { maxLength: 3 }),
	groups: randomGroups({ ranges: true }),
});

/** Tests that restrict nothing are no tests, and groups without any are no groups. */
function asking(group: MatchGroup<GroupTest>): MatchGroup<GroupTest>[] {
	const filters = group.filters.filter((test) => !isEntry(test) || test.value > 0);
	const groups = (group.groups ?? []).flatMap(asking);
	return filters.length + groups.length === 0 ? [] : [{ match: group.match, filters, groups }];
}

const LIST = { tab: 'extreme_rise', strategy: STRATEGIES[0] } as const;

function holds(table: ReportTable, row: number): (test: GroupTest) => boolean {
	return (test) => {
		if (isInformation(test)) return matchesChoice(informationState(table.information[row]!, 'previous_close'), test.information);
		if (isIndustry(test)) return industryOf(table.tickerId[row]!)?.toLowerCase() === test.industry.trim().toLowerCase();
		if (!isRange(test)) {
			return (depthIn(table.words[timeframeIndex(test.timeframe)][row]!, sectorIndex(test.sector)) ?? 0) >= test.value;
		}
		const value = readPlainNumber(table, row, test.measure, LIST);
		return value !== null && value >= (test.from ?? value) && value <= (test.to ?? value);
	};
}

function matching(table: ReportTable, { entries, groups = [] }: Conditions): number[] {
	const whole: MatchGroup<GroupTest> = { match: 'all', filters: entries, groups };
	return [...table.tickerId.keys()].filter((row) => asking(whole).every((group) => matchesGroup(group, holds(table, row))));
}

describe('conditions with groups', () => {
	it('have one form, which matches the same rows', () => {
		fc.assert(
			fc.property(randomTable, conditions, (table, conditions) => {
				const normal = normalizeConditions(conditions);
				expect(matching(table, normal)).toEqual(matching(table, conditions));
				expect(normalizeConditions(normal)).toEqual(normal);
				const turned = { entries: conditions.entries.toReversed(), groups: conditions.groups?.toReversed() };
				expect(normalizeConditions(turned)).toEqual(normal);
			}),
			{ numRuns: 500 },
		);
	});

	it('come back as they were stored, and as the text of an address', () => {
		fc.assert(
			fc.property(conditions, (conditions) => {
				const normal = normalizeConditions(conditions);
				expect(readStoredConditions(JSON.parse(JSON.stringify(toStoredConditions(normal))))).toEqual(normal);
				expect(Array.isArray(toStoredConditions(normal))).toBe(normal.groups === undefined);
				expect(documentVersion(normal)).toBe(normal.groups === undefined ? 1 : 2);
				if (normal.groups) expect(readGroups(formatGroups(normal.groups))).toEqual(normal.groups);
			}),
		);
	});

	it('hold any name of an industry in the text of an address', () => {
		const name = fc
			.string({ unit: 'grapheme', maxLength: MAX_INDUSTRY_LENGTH })
			.map((text) => text.replaceAll('\0', '').slice(0, MAX_INDUSTRY_LENGTH).toWellFormed().trim())
			.filter((text) => text !== '');
		fc.assert(
			fc.property(fc.array(name, { minLength: 1, maxLength: 3 }), (names) => {
				const tests = names.map((industry) => ({ industry }));
				const groups = [{ match: 'none', filters: tests, groups: [{ match: 'any', filters: tests }] }] as const;
				const text = formatGroups(groups);
				expect(text).toMatch(/^none\([\w.%,-]+,any\([\w.%,-]+\)\)$/);
				expect(readGroups(text)).toEqual(groups);
			}),
		);
	});

	it('are entries alone where these say the same', () => {
		const deep = { sector: 'volume', timeframe: 'one_hour', value: 3 } as const;
		const wide = { sector: 'price_short', timeframe: 'day', value: 2 } as const;
		const groups = [
			{ match: 'all', filters: [deep], groups: [] },
			{ match: 'any', filters: [wide], groups: [] },
			{ match: 'any', filters: [], groups: [{ match: 'all', filters: [deep, wide] }] },
			{ match: 'none', filters: [{ ...deep, value: 0 }], groups: [] },
		] as const;
		expect(normalizeConditions({ entries: [], groups })).toEqual({ entries: [wide, deep] });
	});
});

describe('groups in an address', () => {
	const TEXT =
		'any(volume.one_hour.3,price.10-50.25,all(cap.2000000000-,volume.day.2)),none(mentions.-5,change.-10.5--2,information.known,industry.Oil%2C%20Gas%20%26%20Coal%20%28US%29),all(change.--3,dollar_volume.20000000-,price_z.-2.25-4,volume_z.3-,options_z.--1)';

	it('read as they are written', () => {
		const groups = readGroups(TEXT);
		expect(groups).toHaveLength(3);
		expect(formatGroups(groups ?? [])).toBe(TEXT);
		expect(formatConditions({ entries: [{ sector: 'price_short', timeframe: 'one_hour', value: 4 }], groups })).toBe(
			'all of: Rose 4+ on 1h; any of: Volume busy 3+ on 1h, Price $10 to $50.25, (all of: Market cap $2B or more, Volume busy 2+ on 1d); none of: Mentions 5 or less, Change of the day -10.5% to -2%, Filings known, Industry: Oil, Gas & Coal (US); all of: Change of the day -3% or less, Dollar volume $20M or more, Price move z -2.25 to 4, Volume z 3 or more, Calls − puts z -1 or less',
		);
	});

	it.each(
		[
			['', 'any()', 'any(', 'some(volume.one_hour.3)', 'any(volume.one_hour.6)', 'any(moon.one_hour.1)', 'any(volume.one_hour.3'],
			[
				'any(price.50-10)',
				'any(price.-5-10)',
				'any(change.-100.5-)',
				'any(change.1.005-)',
				'any(volume_z.1.005-)',
				'any(squeeze_z.1-)',
				'any(change.---)',
				'any(dollar_volume.0.5-)',
				'any(price.-)',
				'any(price.1.00001-)',
				'any(cap.0.5-)',
				'any(mentions.1e3-)',
				'any(price.10)',
				'any(price.1-2-3)',
				'any(information.)',
				'any(information.yes)',
				'any(information.with.1)',
				'any(industry.)',
				'any(industry.%20)',
				'any(industry.100%)',
				'any(industry.%00)',
				'any(industry.Oil,Gas)',
				`any(industry.${'x'.repeat(101)})`,
			],
			['any(all(any(volume.one_hour.3)))', 'any(all())', 'any(volume.one_hour.3),', 'any(volume.one_hour.3))'],
		].flat(),
	)('%s is refused', (text) => {
		expect(readGroups(text)).toBeUndefined();
	});

	it('hold names of industries as a hand may write them', () => {
		expect(readGroups('any(industry.Oil & Gas, industry.Öl)')).toBeUndefined();
		expect(readGroups('any(industry.Oil & Gas ,industry.Öl)')).toEqual([
			{ match: 'any', filters: [{ industry: 'Oil & Gas' }, { industry: 'Öl' }], groups: [] },
		]);
	});

	it('hold bounds in order, with the decimals of their measure', () => {
		expect(isValidRange({ measure: 'price', from: 0.0001, to: 999_999_999.9999 })).toBe(true);
		expect(isValidRange({ measure: 'price', from: 0.00015, to: null })).toBe(false);
		expect(isValidRange({ measure: 'cap', from: null, to: 1e16 })).toBe(false);
	});
});
