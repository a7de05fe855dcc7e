import { FIELD_DESCRIPTIONS } from '@sw/contract/field-descriptions';
import type { ApiDocument } from '../areas/operations/docs-page.ts';

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;
type JsonObject = { [key: string]: Json };

/** Adds a description and an example to each body and answer field that its schema leaves without. */
export function withFieldDescriptions(document: ApiDocument): ApiDocument {
	return explainAll(document as unknown as Json) as unknown as ApiDocument;
}

function explainAll(node: Json): Json {
	if (Array.isArray(node)) return node.map(explainAll);
	if (!isObject(node)) return node;
	const copy: JsonObject = {};
	for (const [key, value] of Object.entries(node)) {
		if (key === 'properties' && isObject(value))
			copy[key] = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, explainField(name, field)]));
		else copy[key] = key === 'example' || key === 'examples' || key === 'enum' ? value : explainAll(value);
	}
	return copy;
}

function explainField(name: string, field: Json): Json {
	const explained = explainAll(field);
	if (!isObject(explained)) return explained;
	const own = FIELD_DESCRIPTIONS[name];
	const [about, exampleValue] = typeof own === 'string' ? [own] : (own ?? []);
	const example = explained['examples'] === undefined ? exampleOf(explained, exampleValue) : undefined;
	return {
		...(about === undefined ? {} : { description: about }),
		...explained,
		...(example === undefined ? {} : { examples: [example] }),
	};
}

/** A value that the schema of a field without fields of its own allows; `given` where it fits. */
function exampleOf(schema: JsonObject, exampleValue: string | number | undefined): Json | undefined {
	const options = schema['anyOf'] ?? schema['oneOf'];
	if (Array.isArray(options)) {
		const examples = options.filter(isObject).map((option) => exampleOf(option, exampleValue));
		return examples.find((example) => example !== undefined && example !== null) ?? examples.find((example) => example === null);
	}
	if (Array.isArray(schema['examples'])) return schema['examples'][0];
	if (Array.isArray(schema['enum'])) return schema['enum'][0];
	if (schema['const'] !== undefined) return schema['const'];
	const type = Array.isArray(schema['type']) ? (schema['type'].find((one) => one !== 'null') ?? null) : schema['type'];
	if (type === 'boolean') return true;
	if (type === 'null') return null;
	if (type === 'integer' || type === 'number') return numberOf(schema, type === 'integer', exampleValue);
	if (type === 'string') return textOf(schema, exampleValue);
	if (type === 'array') return listOf(schema, exampleValue);
	return undefined;
}

function numberOf({ minimum, maximum, exclusiveMinimum }: JsonObject, isWhole: boolean, exampleValue: string | number | undefined): number {
	const lowest = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 0;
	const highest = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY;
	const wanted = typeof exampleValue === 'number' ? exampleValue : !isWhole && highest <= 1 ? 0.5 : 1;
	return Math.min(Math.max(wanted, lowest), highest);
}

const FORMATS: Readonly<Record<string, string>> = {
	'date-time': '2026-03-04T14:45:00Z',
	date: '2026-03-04',
	time: '14:45:00',
	uuid: '3f2b8a54-6c1d-4e0f-9a7b-2d5c8e1f4a60',
	email: 'ann@example.com',
	uri: 'https://example.com/',
};

function textOf({ format, minLength = 0, maxLength }: JsonObject, exampleValue: string | number | undefined): string {
	const text = (typeof format === 'string' ? FORMATS[format] : undefined) ?? (exampleValue === undefined ? 'text' : String(exampleValue));
	return text.padEnd(Number(minLength), ' ').slice(0, typeof maxLength === 'number' ? maxLength : undefined);
}

/** None where the items are objects: their fields have examples. */
function listOf({ items, prefixItems, minItems = 0 }: JsonObject, exampleValue: string | number | undefined): Json | undefined {
	if (Array.isArray(prefixItems)) return prefixItems.map((item) => (isObject(item) ? (exampleOf(item, exampleValue) ?? null) : null));
	const one = isObject(items) ? exampleOf(items, exampleValue) : undefined;
	return one === undefined ? undefined : Array.from({ length: Math.max(1, Number(minItems)) }, () => one);
}

function isObject(node: Json | undefined): node is JsonObject {
	return typeof node === 'object' && node !== null && !Array.isArray(node);
}
