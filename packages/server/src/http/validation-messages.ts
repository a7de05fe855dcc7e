import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
	string: 'a text',
	number: 'a number',
	int: 'a whole number',
	boolean: 'true or false',
	array: 'a list',
	object: 'an object',
	record: 'an object',
	null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
	uuid: 'an id such as 123e4567-e89b-42d3-a456-426614174000',
	date: 'a date (YYYY-MM-DD)',
	datetime: 'an instant such as 2024-05-01T14:30:00Z or 2024-05-01T16:30:00+02:00',
	time: 'a time of day (hh:mm:ss)',
	email: 'an e-mail address',
	url: 'an address that begins with http:// or https://',
};

/** Units of sizes. */
const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'items', set: 'items', object: 'fields', record: 'fields' };

/** A readable message in place of the library's own; a schema's own message takes precedence. `part` names the whole value. */
export function validationMessages(part: string) {
	return (issue: z.core.$ZodRawIssue): string => `The parameter ${issue.path?.map(String).join('.') || part} must ${duty(issue)}.`;
}

function duty(issue: z.core.$ZodRawIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `be ${TYPES[issue.expected] ?? issue.expected}`;
		case 'too_big':
			return sized('at most', issue.maximum, issue.origin);
		case 'too_small':
			return sized('at least', issue.minimum, issue.origin);
		case 'invalid_format':
			return FORMATS[issue.format] === undefined ? 'have a valid form' : `be ${FORMATS[issue.format]}`;
		case 'invalid_value':
			return oneOf(issue.values);
		case 'invalid_union':
			return ofOptions(issue);
		case 'not_multiple_of':
			return `be a multiple of ${issue.divisor}`;
		default:
			return 'be valid';
	}
}

function oneOf(values: readonly unknown[]): string {
	return values.length === 1 ? `be ${String(values[0])}` : `be one of ${values.map(String).join(', ')}`;
}

/** What the options of a union accept: the values of its discriminator or of all its literals, or the types. */
function ofOptions({
	options = [],
	errors = [],
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion> & { options?: readonly unknown[] }): string {
	if (options.length > 0) return oneOf(options);
	const causes = errors.flatMap(([first]) => (first && first.path.length === 0 ? [first] : []));
	const values = causes.flatMap((cause) => (cause.code === 'invalid_value' ? cause.values : []));
	const others = causes.filter(({ code }) => code !== 'invalid_value').map((cause) => duty(cause as z.core.$ZodRawIssue));
	return [...new Set([...(values.length > 0 ? [oneOf(values)] : []), ...others])].join(' or ') || 'be valid';
}

function sized(word: string, limit: number | bigint, origin: string): string {
	return UNITS[origin] === undefined ? `be ${word} ${limit}` : `have ${word} ${limit} ${UNITS[origin]}`;
}
