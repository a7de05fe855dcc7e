import { unknownParameterMessage } from '@sw/contract/base/errors';
import { cannotBeNullMessage, mustBeDefinedMessage } from '@sw/contract/base/null-messages';
import type { FastifySchemaCompiler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { type FieldError, Problem } from '../platform/errors.ts';

const TYPE_WORDS: Readonly<Record<string, string>> = {
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

/** Units of sizes, by the type of the value. */
const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'items', set: 'items', object: 'fields', record: 'fields' };

/** Replaces zod's messages with readable ones; a schema's own message takes precedence. `part`: name of the value as a whole. */
export function validationMessages(part: string) {
	return (issue: z.core.$ZodRawIssue): string =>
		`The parameter ${issue.path?.map(String).join('.') || part} must ${describeRequirement(issue)}.`;
}

/** Says what the value must be, to complete 'The parameter x must'. */
function describeRequirement(issue: z.core.$ZodRawIssue): string {
	switch (issue.code) {
		case 'invalid_type':
			return `be ${TYPE_WORDS[issue.expected] ?? issue.expected}`;
		case 'too_big':
			return sizeRequirement('at most', issue.maximum, issue.origin);
		case 'too_small':
			return sizeRequirement('at least', issue.minimum, issue.origin);
		case 'invalid_format':
			return FORMATS[issue.format] === undefined ? 'have a valid form' : `be ${FORMATS[issue.format]}`;
		case 'invalid_value':
			return describeValues(issue.values);
		case 'invalid_union':
			return unionRequirement(issue);
		case 'not_multiple_of':
			return `be a multiple of ${issue.divisor}`;
		default:
			return 'be valid';
	}
}

function describeValues(values: readonly unknown[]): string {
	return values.length === 1 ? `be ${String(values[0])}` : `be one of ${values.map(String).join(', ')}`;
}

/** Says what a union accepts: the values of its discriminator or literals, or the types of its options. */
function unionRequirement({
	options = [],
	errors = [],
}: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion> & { options?: readonly unknown[] }): string {
	if (options.length > 0) return describeValues(options);
	const causes = errors.flatMap(([first]) => (first && first.path.length === 0 ? [first] : []));
	const values = causes.flatMap((cause) => (cause.code === 'invalid_value' ? cause.values : []));
	const otherRequirements = causes
		.filter(({ code }) => code !== 'invalid_value')
		.map((cause) => describeRequirement(cause as z.core.$ZodRawIssue));
	return [...new Set([...(values.length > 0 ? [describeValues(values)] : []), ...otherRequirements])].join(' or ') || 'be valid';
}

function sizeRequirement(word: string, limit: number | bigint, origin: string): string {
	return UNITS[origin] === undefined ? `be ${word} ${limit}` : `have ${word} ${limit} ${UNITS[origin]}`;
}

/** Number of decoded path parameters that are cached per route. */
const CACHED_PATHS = 1_000;

/** Converts zod's issues to one message per field. `part`: name of the value as a whole, for issues that concern no field. */
export function fieldErrors(schema: z.ZodType, issues: readonly z.core.$ZodIssue[], part: string): FieldError[] {
	const allIssues = issues.flatMap(closestIssues);
	const specificIssues = allIssues.filter((issue) => !isSafeIntegerBound(issue));
	const byField = new Map<string, FieldError>();
	// The general bound of whole numbers is only reported if a field has no other issue.
	for (const error of [...specificIssues, ...allIssues].flatMap((issue) => toFieldErrors(schema, issue, part)))
		if (!byField.has(error.field)) byField.set(error.field, error);
	return [...byField.values()];
}

function isSafeIntegerBound(issue: z.core.$ZodIssue): boolean {
	return issue.code === 'too_big' && issue.maximum === Number.MAX_SAFE_INTEGER;
}

function toFieldErrors(schema: z.ZodType, issue: z.core.$ZodIssue, part: string): FieldError[] {
	const path = issue.path.map(String).join('.');
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => {
			const field = path === '' ? key : `${path}.${key}`;
			return { field, message: unknownParameterMessage(field) };
		});
	}
	const field = path === '' ? part : path;
	if (issue.input === null && isOptional(schema, issue.path)) return [{ field, message: cannotBeNullMessage(field) }];
	if (issue.input === null || issue.input === undefined) return [{ field, message: mustBeDefinedMessage(field) }];
	return [{ field, message: issue.message }];
}

/** Returns for a union the issues of the closest option: among options whose type matches, the first with the fewest unknown fields. */
function closestIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
	if (issue.code !== 'invalid_union') return [issue];
	const countUnknown = (issues: readonly z.core.$ZodIssue[]) => issues.filter(({ code }) => code === 'unrecognized_keys').length;
	const [nearest] = issue.errors
		.filter((issues) => issues.every(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'))
		.sort((a, b) => countUnknown(a) - countUnknown(b));
	return nearest?.flatMap((one) => closestIssues({ ...one, path: [...issue.path, ...one.path] })) ?? [issue];
}

function isOptional(schema: z.ZodType, path: readonly PropertyKey[]): boolean {
	const [first] = path;
	if (!(schema instanceof z.ZodObject) || first === undefined || path.length > 1) return false;
	return schema.shape[String(first)]?.safeParse(undefined).success ?? false;
}

interface Decoded {
	value: unknown;
}

/** Creates a cache of decoded values: by object for queries (equal queries are the same object, see createQueryParser), by text for a single path parameter. */
function createDecodedCache(
	part: string,
	schema: z.ZodType,
): { get(data: object): Decoded | undefined; set(data: object, decoded: Decoded): void } | undefined {
	if (part === 'query') return new WeakMap<object, Decoded>();
	const [parameterName, ...rest] = part === 'params' && schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
	if (parameterName === undefined || rest.length > 0) return undefined;
	/** Created by the first call, because most of the routes are rarely called. */
	let byText: LRUCache<string, Decoded> | undefined;
	const textOf = (params: object): string => (params as Record<string, string>)[parameterName] ?? '';
	return {
		get: (params) => byText?.get(textOf(params)),
		set: (params, decoded) => {
			byText ??= new LRUCache<string, Decoded>({ max: CACHED_PATHS });
			byText.set(textOf(params), decoded);
		},
	};
}

/**
 * A validator for Fastify that decodes with zod. Failure is a 400 that names every invalid field of the part. Queries and single path parameters are
 * decoded once, frozen and shared.
 */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
	const part = httpPart === 'querystring' ? 'query' : (httpPart ?? 'body');
	const cache = createDecodedCache(part, schema);
	const error = validationMessages(part);
	return (data) => {
		const cached = cache?.get(data);
		if (cached) return cached;
		const result = schema.safeParse(data, { reportInput: true, error });
		if (!result.success) return { error: new Problem('malformed', { errors: fieldErrors(schema, result.error.issues, part) }) };
		if (!cache) return { value: result.data };
		const decoded = { value: Object.freeze(result.data) };
		cache.set(data, decoded);
		return decoded;
	};
};
