import { sectorLabel } from '../signals/sector.ts';
import { TIMEFRAMES, timeframeIndex } from '../time/timeframe.ts';
import {
	type Conditions,
	type GroupMatch,
	type GroupTest,
	isIndustry,
	isInformation,
	isRange,
	type Measure,
	type RangeTest,
	type TestGroup,
} from './groups.ts';

/** 'all of: Rose 4+ on 1h; any of: Volume busy 3+ on 1h, (all of: Price $10 or more, Mentions 100 or more)' */
export function conditionsSentence({ entries, groups = [] }: Conditions): string {
	const parts: string[] = entries.length > 0 ? [groupText('all', entries.map(testSentence))] : [];
	for (const { match, filters, groups: inner } of groups) {
		parts.push(groupText(match, [...filters.map(testSentence), ...inner.map(innerSentence)]));
	}
	return parts.join('; ');
}

function innerSentence({ match, filters }: TestGroup): string {
	return `(${groupText(match, filters.map(testSentence))})`;
}

function groupText(match: GroupMatch, tests: readonly string[]): string {
	const list = tests.join(', ');
	if (match === 'all') return `all of: ${list}`;
	return match === 'any' ? `any of: ${list}` : `none of: ${list}`;
}

export function testSentence(test: GroupTest): string {
	if (isRange(test)) return rangeSentence(test);
	if (isInformation(test)) return INFORMATION[test.information];
	if (isIndustry(test)) return industrySentence(test.industry);
	const [sectorName, frame] = [sectorLabel(test.sector), TIMEFRAMES[timeframeIndex(test.timeframe)].label];
	return `${sectorName} ${test.value}+ on ${frame}`;
}

function industrySentence(industry: string): string {
	return `Industry: ${industry}`;
}

/** The same words as the choice of a list. */
const INFORMATION = { with: 'With a filing', without: 'No filing', known: 'Filings known' } as const;

const NAMES: Readonly<Record<Measure, string>> = {
	price: 'Price',
	cap: 'Market cap',
	mentions: 'Mentions',
	change: 'Change of the day',
	dollar_volume: 'Dollar volume',
	minutes_in_list: 'Time in the list',
};

function rangeSentence({ measure, from, to }: RangeTest): string {
	const [lower, upper] = [textOf(measure, from), textOf(measure, to)];
	const name = NAMES[measure];
	if (from === null) return `${name} ${upper} or less`;
	return to === null ? `${name} ${lower} or more` : `${name} ${lower} to ${upper}`;
}

const COMPACT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 3 });

function textOf(measure: RangeTest['measure'], bound: number | null): string {
	if (bound === null) return '';
	if (measure === 'mentions') return String(bound);
	if (measure === 'minutes_in_list') return `${bound} min`;
	if (measure === 'change') return `${bound > 0 ? '+' : ''}${bound}%`;
	return `$${measure === 'price' ? bound : COMPACT.format(bound)}`;
}
