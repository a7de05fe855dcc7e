import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { isValidIndustry, isValidRange, readGroups } from '@sw/domain/filters/group-text';
import {
	type FilterGroup,
	GROUP_MATCHES,
	MAX_BOUND,
	MAX_GROUP_TESTS,
	MAX_GROUPS,
	MAX_INDUSTRY_LENGTH,
	MEASURES,
	type RangeTest,
} from '@sw/domain/filters/groups';
import { z } from 'zod';
import { enumOfNames, type SchemaPart, sectorKey, strictObject, timeframe, timeframeName } from './common.ts';

const match = z.enum(GROUP_MATCHES).describe('Whether all, any or none of the tests and groups in it must hold.');
const measure = enumOfNames(MEASURES).describe(
	'Price, cap, dollar volume of the session in dollars; change of the day in percent; mentions in 24 h; minutes in the list (not in free); z on the longest rated timeframe.',
);
const information = z.enum(INFORMATION_CHOICES);
const industry = z
	.string()
	.trim()
	.min(1)
	.max(MAX_INDUSTRY_LENGTH)
	.refine(isValidIndustry, 'must not contain NUL characters or unpaired surrogates')
	.describe('Name of an industry, in any case of letters; GET /api/industries lists them. A name that no ticker has matches nothing.');
const bound = z.number().min(-100).max(MAX_BOUND).nullable();

const groupTest = z.union([
	strictObject({ sector: sectorKey, timeframe, value: z.int().min(0).max(5) }),
	strictObject({ information }),
	strictObject({ industry }),
	strictObject({ measure, from: bound.default(null), to: bound.default(null) }).refine(
		(range: RangeTest) => isValidRange(range),
		'Give a lower bound, an upper bound or both, the lower one first. Prices can have four decimals, changes and z two, from -100; other numbers are whole, from 0.',
	),
]);

const groupFields = { match, filters: z.array(groupTest).max(MAX_GROUP_TESTS) };

/** Groups in the body of a request. */
export const groups = z
	.array(strictObject({ ...groupFields, groups: z.array(strictObject(groupFields)).max(MAX_GROUPS).default([]) }))
	.max(MAX_GROUPS)
	.describe(
		"Groups of tests. All groups must hold, in addition to `filters`. A test is a condition, a choice of public information, an industry, or a range of a number (`measure`), bounds included. Unknown values match nothing. Industries are today's. Earlier reports lack change, dollar volume and time in the list. Groups can hold groups, one level deep.",
	);

const MAX_TEXT_LENGTH = 8_000;

const GROUPS_FORMAT_MESSAGE = `Write groups in the form any(volume.one_hour.3,price.10-50): ${GROUP_MATCHES.join(', ')} of conditions, ranges of ${MEASURES.map(({ name }) => name).join(', ')}, ${INFORMATION_CHOICES.map((name) => `information.${name}`).join(', ')}, and industry. with a percent-encoded name, such as industry.Oil%20%26%20Gas.`;

/** Groups in a query, such as 'any(volume.one_hour.3,price.10-50),all(information.with)', or the JSON of a body. */
export const groupsText: SchemaPart<FilterGroup[], string> = z.string().transform((text, context) => {
	const parsedGroups = text.length > MAX_TEXT_LENGTH ? undefined : text.startsWith('[') ? readJson(text) : readGroups(text);
	if (parsedGroups && isWithinLimits(parsedGroups)) return parsedGroups;
	context.issues.push({ code: 'custom', input: text, message: GROUPS_FORMAT_MESSAGE });
	return z.NEVER;
});

function readJson(text: string): FilterGroup[] | undefined {
	try {
		return groups.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}

function isWithinLimits(parsedGroups: readonly FilterGroup[]): boolean {
	const hasTooManyTests = (group: { readonly filters: readonly unknown[] }): boolean => group.filters.length > MAX_GROUP_TESTS;
	return (
		parsedGroups.length <= MAX_GROUPS &&
		!parsedGroups.some((group) => group.groups.length > MAX_GROUPS || hasTooManyTests(group) || group.groups.some(hasTooManyTests))
	);
}

const responseTest = z.union([
	z.object({ sector: sectorKey, timeframe: timeframeName, value: z.int() }),
	z.object({ information }),
	z.object({ industry: z.string() }),
	z.object({ measure, from: z.number().nullable(), to: z.number().nullable() }),
]);
const responseGroup = { match, filters: z.array(responseTest) };

/** Groups in a response. */
export const responseGroups = z
	.array(z.object({ ...responseGroup, groups: z.array(z.object(responseGroup)) }))
	.describe('Groups of tests, all of which must also hold; empty in version 1.');
