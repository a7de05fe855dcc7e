type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type Fields = { [key: string]: Json };

/** Keywords that OpenAPI 3.0 lacks, and patterns, which the generator accepts only in Perl syntax. */
const UNKNOWN = new Set([
	'pattern',
	'prefixItems',
	'propertyNames',
	'exclusiveMinimum',
	'exclusiveMaximum',
	'examples',
	'const',
	'contentMediaType',
	'identifier',
	'$schema',
]);

/** A union becomes any value, except for null. */
function ofChoices(choices: readonly Json[]): Fields {
	const nonNull = choices.filter((one) => !isNull(one));
	const [only] = nonNull;
	const nullable = nonNull.length < choices.length ? { nullable: true } : {};
	if (nonNull.length !== 1 || only === undefined) return nullable;
	const { $ref: ref, ...schema } = olderSchema(only) as Fields;
	return { ...(ref === undefined ? schema : { allOf: [{ $ref: ref }] }), ...nullable };
}

function isNull(schema: Json): boolean {
	return (schema as Fields)['type'] === 'null';
}

function olderField([key, value]: [string, Json]): [string, Json][] {
	if (UNKNOWN.has(key)) return [];
	if (key === 'type' && value === 'null') return [['nullable', true]];
	if (key === 'type' && Array.isArray(value)) return Object.entries(ofTypes(value));
	// Property names aren't texts.
	if (key === 'properties')
		return [[key, Object.fromEntries(Object.entries(value as Fields).map(([name, schema]) => [name, olderSchema(schema)]))]];
	return [[key, olderSchema(value)]];
}

function ofTypes(types: readonly Json[]): Fields {
	const nonNull = types.filter((type) => type !== 'null');
	const [only] = nonNull;
	return {
		...(nonNull.length === 1 && only !== undefined ? { type: only } : {}),
		...(nonNull.length < types.length ? { nullable: true } : {}),
	};
}

function olderSchema(node: Json): Json {
	if (Array.isArray(node)) return node.map(olderSchema);
	if (typeof node !== 'object' || node === null) return node;
	const { anyOf, oneOf, ...rest } = node as Fields;
	const choices = anyOf ?? oneOf;
	return { ...Object.fromEntries(Object.entries(rest).flatMap(olderField)), ...(Array.isArray(choices) ? ofChoices(choices) : {}) };
}

/**
 * The document as OpenAPI 3.0, for the generator, which doesn't support newer versions: looser where 3.0 can't express something, otherwise the
 * same.
 */
export function toOpenApi30(document: object): object {
	return { ...(olderSchema(document as Fields) as Fields), openapi: '3.0.3' };
}
