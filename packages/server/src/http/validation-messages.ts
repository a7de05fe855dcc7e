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
	datetime: 'an instant in UTC such as 2024-05-01T14:30:00Z',
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
			return issue.values.length === 1 ? `be ${String(issue.values[0])}` : `be one of ${issue.values.map(String).join(', ')}`;
		case 'not_multiple_of':
			return `be a multiple of ${issue.divisor}`;
		default:
			return 'be valid';
	}
}

function sized(word: string, limit: number | bigint, origin: string): string {
	return UNITS[origin] === undefined ? `be ${word} ${limit}` : `have ${word} ${limit} ${UNITS[origin]}`;
}
