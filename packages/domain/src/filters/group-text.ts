import { INFORMATION_CHOICES } from '../filings/information-choice.ts';
import { sectorLabel } from '../signals/sector.ts';
import { TIMEFRAMES, timeframeIndex } from '../time/timeframe.ts';
import { formatCondition, parseCondition } from './entries.ts';
import {
	type Conditions,
	type FilterGroup,
	GROUP_MATCHES,
	type GroupMatch,
	type GroupTest,
	type IndustryTest,
	type InformationTest,
	isIndustry,
	isInformation,
	isMove,
	isRange,
	MAX_BOUND,
	MAX_INDUSTRY_LENGTH,
	MEASURES,
	type Measure,
	type RangeTest,
	type TestGroup,
} from './groups.ts';

const INFORMATION_PREFIX = 'information.';
const INDUSTRY_PREFIX = 'industry.';

/** Formats groups for an address: 'any(volume.one_hour.3,all(price.10-50,cap.2000000000-)),none(industry.Oil%20%26%20Gas),all(information.with)'. */
export function formatGroups(groups: readonly FilterGroup[]): string {
	return groups
		.map(
			({ match, filters, groups: innerGroups }) => `${match}(${[...filters.map(formatTest), ...innerGroups.map(formatInnerGroup)].join()})`,
		)
		.join();
}

function formatInnerGroup({ match, filters }: TestGroup): string {
	return `${match}(${filters.map(formatTest).join()})`;
}

function formatTest(test: GroupTest): string {
	if (isInformation(test)) return `${INFORMATION_PREFIX}${test.information}`;
	if (isIndustry(test)) return `${INDUSTRY_PREFIX}${encodeName(test.industry)}`;
	return isRange(test) ? `${test.measure}.${test.from ?? ''}-${test.to ?? ''}` : formatCondition(test);
}

/** Percent-encodes more characters than encodeURIComponent, most importantly the parentheses that delimit groups. */
function encodeName(name: string): string {
	return encodeURIComponent(name).replaceAll(/[!'()*~]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Parses the output of `formatGroups`; undefined if any part is invalid. */
export function readGroups(text: string): FilterGroup[] | undefined {
	const groups: FilterGroup[] = [];
	for (const part of splitParts(text)) {
		const group = readGroup(part);
		const inner = group?.parts.filter(isGroupText).map(readGroup);
		const filters = group?.parts.filter((piece) => !isGroupText(piece)).map(readTest);
		if (!group || inner?.some((innerGroup) => innerGroup?.parts.some(isGroupText) ?? true) || filters?.includes(undefined))
			return undefined;
		const innerGroups =
			inner?.map((innerGroup) => ({ match: innerGroup?.match ?? 'all', filters: innerGroup?.parts.map(readTest) ?? [] })) ?? [];
		if (innerGroups.some((innerGroup) => innerGroup.filters.includes(undefined))) return undefined;
		groups.push({ match: group.match, filters: filters as GroupTest[], groups: innerGroups as TestGroup[] });
	}
	return groups;
}

function isGroupText(part: string): boolean {
	return part.includes('(');
}

function readGroup(text: string): { match: TestGroup['match']; parts: string[] } | undefined {
	const match = GROUP_MATCHES.find((name) => text.startsWith(`${name}(`));
	if (!match || !text.endsWith(')')) return undefined;
	const parts = splitParts(text.slice(match.length + 1, -1));
	return parts.includes('') ? undefined : { match, parts };
}

/** Splits at commas outside parentheses. */
function splitParts(text: string): string[] {
	const parts: string[] = [];
	let [nesting, partStart] = [0, 0];
	for (let at = 0; at <= text.length; at++) {
		const letter = text[at];
		if (letter === '(') nesting++;
		if (letter === ')') nesting--;
		if (letter !== undefined && (letter !== ',' || nesting > 0)) continue;
		parts.push(text.slice(partStart, at));
		partStart = at + 1;
	}
	return parts;
}

function readTest(text: string): GroupTest | undefined {
	if (text.startsWith(INFORMATION_PREFIX)) return readInformation(text.slice(INFORMATION_PREFIX.length));
	if (text.startsWith(INDUSTRY_PREFIX)) return readIndustry(text.slice(INDUSTRY_PREFIX.length));
	const measure = MEASURES.find(({ name }) => text.startsWith(`${name}.`));
	return measure && text.includes('-') ? readRange(measure, text.slice(measure.name.length + 1)) : parseCondition(text);
}

function readInformation(text: string): InformationTest | undefined {
	const information = INFORMATION_CHOICES.find((choice) => choice === text);
	return information && { information };
}

function readIndustry(text: string): IndustryTest | undefined {
	try {
		const industry = decodeURIComponent(text).trim();
		return isValidIndustry(industry) ? { industry } : undefined;
	} catch {
		return undefined;
	}
}

/** Matches the bounds of a range: '10-50', '10-' or '-50'; '-5--2' means from -5 to -2. */
const BOUNDS = /^(-?\d{1,15}(?:\.\d{1,4})?)?-(-?\d{1,15}(?:\.\d{1,4})?)?$/;

function readRange({ name }: (typeof MEASURES)[number], text: string): RangeTest | undefined {
	const bounds = BOUNDS.exec(text);
	if (!bounds) return undefined;
	const [from = null, to = null] = bounds.slice(1).map((bound: string | undefined) => (bound === undefined ? null : Number(bound)));
	return isValidRange({ measure: name, from, to }) ? { measure: name, from, to } : undefined;
}

/** Whether a range has at least one bound, in order, within the measure's limits, and without excess decimals. */
export function isValidRange({ measure, from, to }: RangeTest): boolean {
	const { decimals, least } = MEASURES.find(({ name }) => name === measure) ?? MEASURES[0];
	const bounds = [from, to].filter((bound) => bound !== null);
	const scaled = bounds.map((bound) => bound * 10 ** decimals);
	if (bounds.length === 0 || bounds.some((bound) => bound < least || bound > MAX_BOUND)) return false;
	return (
		scaled.every((bound) => Math.abs(bound - Math.round(bound)) < 1e-6 * Math.max(1, Math.abs(bound))) &&
		(from ?? least) <= (to ?? MAX_BOUND)
	);
}

export function isValidIndustry(name: string): boolean {
	return name !== '' && name.length <= MAX_INDUSTRY_LENGTH && !name.includes('\0') && name.isWellFormed();
}

/** Describes conditions in words: 'all of: Rose 4+ on 1h; any of: Volume busy 3+ on 1h, (all of: Price $10 or more, Mentions 100 or more)' */
export function formatConditions({ entries, groups = [] }: Conditions): string {
	const parts: string[] = entries.length > 0 ? [describeGroup('all', entries.map(describeTest))] : [];
	for (const { match, filters, groups: innerGroups } of groups) {
		parts.push(describeGroup(match, [...filters.map(describeTest), ...innerGroups.map(describeInnerGroup)]));
	}
	return parts.join('; ');
}

function describeInnerGroup({ match, filters }: TestGroup): string {
	return `(${describeGroup(match, filters.map(describeTest))})`;
}

function describeGroup(match: GroupMatch, tests: readonly string[]): string {
	const list = tests.join(', ');
	if (match === 'all') return `all of: ${list}`;
	return match === 'any' ? `any of: ${list}` : `none of: ${list}`;
}

function describeTest(test: GroupTest): string {
	if (isRange(test)) return describeRange(test);
	if (isInformation(test)) return INFORMATION_LABELS[test.information];
	if (isIndustry(test)) return describeIndustry(test.industry);
	const [sectorName, timeframeName] = [sectorLabel(test.sector), TIMEFRAMES[timeframeIndex(test.timeframe)].label];
	return `${sectorName} ${test.value}+ on ${timeframeName}`;
}

function describeIndustry(industry: string): string {
	return `Industry: ${industry}`;
}

/** The labels of the choice of public information that is shown above lists. */
const INFORMATION_LABELS = { with: 'With a filing', without: 'No filing', known: 'Filings known' } as const;

const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
	price: 'Price',
	cap: 'Market cap',
	mentions: 'Mentions',
	change: 'Change of the day',
	dollar_volume: 'Dollar volume',
	minutes_in_list: 'Time in the list',
	price_z: 'Price move z',
	volume_z: 'Volume z',
	options_z: 'Calls − puts z',
};

function describeRange({ measure, from, to }: RangeTest): string {
	const [lower, upper] = [formatBound(measure, from), formatBound(measure, to)];
	const name = MEASURE_LABELS[measure];
	if (from === null) return `${name} ${upper} or less`;
	return to === null ? `${name} ${lower} or more` : `${name} ${lower} to ${upper}`;
}

const COMPACT_FORMAT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 3 });

function formatBound(measure: RangeTest['measure'], bound: number | null): string {
	if (bound === null) return '';
	if (measure === 'mentions' || isMove(measure)) return String(bound);
	if (measure === 'minutes_in_list') return `${bound} min`;
	if (measure === 'change') return `${bound > 0 ? '+' : ''}${bound}%`;
	return `$${measure === 'price' ? bound : COMPACT_FORMAT.format(bound)}`;
}
