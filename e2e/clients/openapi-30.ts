type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type Fields = { [key: string]: Json };

/** Keywords that OpenAPI 3.0 lacks, and patterns, which the generator accepts only in Perl syntax. */
const UNSUPPORTED_KEYWORDS = new Set([
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

/** Converts a union. One schema or null becomes that schema, nullable; any other union becomes any value. */
function convertUnion(choices: readonly Json[]): Fields {
	const nonNull = choices.filter((choice) => !isNull(choice));
	const [singleChoice] = nonNull;
	const nullable = nonNull.length < choices.length ? { nullable: true } : {};
	if (nonNull.length !== 1 || singleChoice === undefined) return nullable;
	const { $ref: ref, ...schema } = convertSchema(singleChoice) as Fields;
	return { ...(ref === undefined ? schema : { allOf: [{ $ref: ref }] }), ...nullable };
}

function isNull(schema: Json): boolean {
	return (schema as Fields)['type'] === 'null';
}

function convertField([key, value]: [string, Json]): [string, Json][] {
	if (UNSUPPORTED_KEYWORDS.has(key)) return [];
	if (key === 'type' && value === 'null') return [['nullable', true]];
	if (key === 'type' && Array.isArray(value)) return Object.entries(convertTypes(value));
	// The keys of `properties` are names, not keywords, so only their schemas are converted.
	if (key === 'properties')
		return [[key, Object.fromEntries(Object.entries(value as Fields).map(([name, schema]) => [name, convertSchema(schema)]))]];
	return [[key, convertSchema(value)]];
}

function convertTypes(types: readonly Json[]): Fields {
	const nonNull = types.filter((type) => type !== 'null');
	const [singleType] = nonNull;
	return {
		...(nonNull.length === 1 && singleType !== undefined ? { type: singleType } : {}),
		...(nonNull.length < types.length ? { nullable: true } : {}),
	};
}

function convertSchema(node: Json): Json {
	if (Array.isArray(node)) return node.map(convertSchema);
	if (typeof node !== 'object' || node === null) return node;
	const { anyOf, oneOf, ...otherFields } = node as Fields;
	const choices = anyOf ?? oneOf;
	return {
		...Object.fromEntries(Object.entries(otherFields).flatMap(convertField)),
		...(Array.isArray(choices) ? convertUnion(choices) : {}),
	};
}

/**
 * The document as OpenAPI 3.0, for the generator, which doesn't support newer versions: looser where 3.0 can't express something, otherwise the
 * same.
 */
export function toOpenApi30(document: object): object {
	return { ...(convertSchema(document as Fields) as Fields), openapi: '3.0.3' };
}
