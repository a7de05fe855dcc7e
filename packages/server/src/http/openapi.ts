import type { Access, Endpoint, ErrorStatus } from '@sw/contract/base/define';
import { ERRORS, PROBLEM_TYPE, problem } from '@sw/contract/base/errors';
import { FIELD_DESCRIPTIONS } from '@sw/contract/field-descriptions';
import { type Contract, contract } from '@sw/contract/index';
import { describeParameter } from '@sw/contract/parameter-descriptions';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ApiDocument, Operation, Parameter, Schema } from '../areas/operations/docs-page.ts';

/** Description of the document, with rules that apply to every call. */
export const DOCUMENT_DESCRIPTION =
	"Bodies are JSON under any of its media types unless a call says otherwise. Page sizes are set with 'max' (lists, together with 'skip') or 'size' (top tables and analyses); there is no parameter 'take'. Instants are RFC 3339 with any offset; where a day is meant, midnight UTC is read as its date.";

const STATUS_DESCRIPTIONS: Readonly<Record<string, string>> = {
	200: 'Success',
	201: 'Created',
	202: 'Accepted',
	204: 'No content',
	206: 'Part of the file',
	302: 'Elsewhere',
	304: 'Not Modified',
	503: 'Not ready',
};

export const SECURITY_SCHEMES = {
	session: {
		type: 'apiKey',
		in: 'cookie',
		name: 'sw_access',
		description: 'Session cookie of a browser; behind TLS its name begins with __Host-.',
	},
	key: { type: 'http', scheme: 'bearer', description: 'A personal key, created in the profile. Only calls that say so accept one.' },
} as const;

export function securityOf({ access, scope }: Pick<Endpoint, 'access' | 'scope'>): Record<string, never[]>[] {
	if (access === 'public' || access === 'signed') return [];
	return [{ session: [] }, ...(scope === undefined ? [] : [{ key: [] }])];
}

type Responses = Record<string, { description: string; content: Record<string, { schema: z.ZodType }> } | z.ZodType>;

/**
 * Returns the responses of a call by status, for the serializer and the OpenAPI document. Every call can answer 429; calls with a body can also answer 413 (too
 * large) and 415 (unsupported media type).
 */
export function responsesOf(endpoint: Endpoint): Responses {
	const responses: Responses = {};
	const bodyErrors: readonly ErrorStatus[] = endpoint.body === undefined ? [] : [413, 415];
	for (const status of new Set<ErrorStatus>([...endpoint.errors, ...bodyErrors, 429])) {
		const description = endpoint.titles?.[status] ?? titleOf(status);
		responses[status] = { description, content: { [PROBLEM_TYPE]: { schema: problem } } };
	}
	for (const [status, schema] of Object.entries(endpoint.answers)) {
		if (schema._zod.def.type === 'undefined') responses[status] = schema.describe(STATUS_DESCRIPTIONS[status] ?? '');
		else {
			const type = endpoint.produces?.split(';')[0] ?? 'application/json';
			const otherContents = (endpoint.alsoProduces ?? []).map((mediaType) => [mediaType, { schema: z.unknown() }]);
			responses[status] = {
				description: STATUS_DESCRIPTIONS[status] ?? '',
				content: { [type]: { schema }, ...Object.fromEntries(otherContents) },
			};
		}
	}
	return responses;
}

function titleOf(status: ErrorStatus): string {
	return Object.values(ERRORS).find((e) => e.status === status)?.title ?? '';
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null;

/** Removes shared schemas that no call refers to. */
export function removeUnusedSchemas<D extends { components?: { schemas?: Record<string, unknown> } }>(document: D): D {
	const schemas = document.components?.schemas ?? {};
	const used = new Set<string>();
	const collectReferences = (node: Json): void => {
		if (node === null || typeof node !== 'object') return;
		for (const [key, value] of Object.entries(node)) {
			const name = key === '$ref' && typeof value === 'string' ? value.replace('#/components/schemas/', '') : undefined;
			if (name === undefined) collectReferences(value);
			else if (!used.has(name)) {
				used.add(name);
				collectReferences((schemas[name] ?? null) as Json);
			}
		}
	};
	collectReferences((document as { paths?: Json }).paths ?? null);
	const usedSchemas = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
	return { ...document, components: { ...document.components, schemas: usedSchemas } };
}

const documents = new WeakMap<FastifyInstance, ApiDocument>();

/** Returns the OpenAPI document of a ready app. It is built once. */
export function openApiDocument(app: FastifyInstance): ApiDocument {
	const cached = documents.get(app);
	if (cached) return cached;
	const fullDocument = withTupleLengths(removeUnusedSchemas(app.swagger() as ApiDocument) as unknown as Json) as unknown as ApiDocument;
	const document = withFieldDescriptions(withDescriptions(fullDocument));
	documents.set(app, document);
	return document;
}

/** Gives tuples `items` and their length, because some OpenAPI tools require `items` for every array. */
function withTupleLengths(node: Json): Json {
	if (Array.isArray(node)) return node.map(withTupleLengths);
	if (node === null || typeof node !== 'object') return node;
	const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withTupleLengths(value)]));
	const { prefixItems: tupleItems } = copy;
	return Array.isArray(tupleItems) ? { ...copy, items: {}, minItems: tupleItems.length, maxItems: tupleItems.length } : copy;
}

/** Title and description of each area's group of calls, in the order of the documentation. */
const AREA_DESCRIPTIONS: Readonly<Record<keyof Contract, { readonly title: string; readonly about: string }>> = {
	signals: { title: 'Lists and tickers', about: 'Ranked lists, tickers and their history, and the parameters of the calculation.' },
	reports: { title: 'Reports', about: 'The schedule of reports and the licence each one requires.' },
	prices: { title: 'Prices', about: 'Bars, top tables, the exchange and its holidays.' },
	attention: { title: 'Attention and breadth', about: 'Ticker mentions and market breadth.' },
	research: { title: 'Research', about: 'What happened after past signals: searches, validations and forecasts.' },
	filters: { title: 'Filters', about: "A user's saved filters, frozen tickers, favourites and settings." },
	inbox: { title: 'Messages', about: 'Messages, feeds and delivery channels.' },
	accounts: { title: 'Accounts', about: "Sign-up, sign-in, the user's profile and user management." },
	billing: { title: 'Plans and payments', about: 'Plans, orders, subscriptions and payment notifications.' },
	outreach: { title: 'Wait-list and contact messages', about: 'Wait-list sign-ups and messages from the contact form.' },
	previews: {
		title: 'Link cards and embeds',
		about: 'Content for other sites: link-card pictures and videos, and embedded tickers.',
	},
	operations: { title: 'Operations', about: 'Health, settings, jobs, imports and corrections.' },
	hub: { title: 'Live', about: 'Live connections: SignalR over long polling, for the client @microsoft/signalr.' },
};

/** Groups of calls in the document. */
export const TAGS = Object.values(AREA_DESCRIPTIONS).map(({ title, about }) => ({ name: title, description: about }));

const AREA_OF = new Map<Endpoint, keyof Contract>(
	(Object.keys(contract) as (keyof Contract)[]).flatMap((area) =>
		Object.values<Endpoint>(contract[area]).map((endpoint): [Endpoint, keyof Contract] => [endpoint, area]),
	),
);

type JsonObject = { [key: string]: Json };

const FORMAT_EXAMPLES: Readonly<Record<string, string>> = {
	'date-time': '2026-03-04T14:45:00Z',
	date: '2026-03-04',
	time: '14:45:00',
	uuid: '3f2b8a54-6c1d-4e0f-9a7b-2d5c8e1f4a60',
	email: 'ann@example.com',
	uri: 'https://example.com/',
};

/** Returns the group of a call, as the list that OpenAPI requires. */
export function tagsOf(endpoint: Endpoint): string[] {
	const area = AREA_OF.get(endpoint);
	return area === undefined ? [] : [AREA_DESCRIPTIONS[area].title];
}

const ACCESS_DESCRIPTIONS: Readonly<Record<Access, string>> = {
	public: 'No authentication needed.',
	user: 'Needs a signed-in account.',
	licence: 'Needs an account with a licence.',
	admin: 'Needs an administrator.',
	signed: 'Needs a valid signature.',
};

/** Returns the call's description, with the required access and the rate limit. */
export function describeEndpoint({ description, access, scope, rate }: Endpoint): string {
	return [
		description,
		ACCESS_DESCRIPTIONS[access],
		scope === undefined ? undefined : `A personal key needs the scope ${scope}.`,
		typeof rate === 'number' ? `At most ${rate} calls per minute.` : undefined,
	]
		.filter((sentence) => sentence !== undefined)
		.join(' ');
}

/** Adds descriptions and examples of the contract to all parameters. */
function withDescriptions(document: ApiDocument): ApiDocument {
	const paths = Object.entries(document.paths ?? {}).map(([path, item]) => {
		const operations = Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
			method,
			operation.parameters === undefined
				? operation
				: { ...operation, parameters: operation.parameters.map((parameter) => explainParameter(parameter, path)) },
		]);
		return [path, Object.fromEntries(operations)];
	});
	return { ...document, paths: Object.fromEntries(paths) };
}

/** Adds missing descriptions and examples to the fields of bodies and answers. */
function withFieldDescriptions(document: ApiDocument): ApiDocument {
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
	const described = explainAll(field);
	if (!isObject(described)) return described;
	const fieldDescription = FIELD_DESCRIPTIONS[name];
	const [about, exampleValue] = typeof fieldDescription === 'string' ? [fieldDescription] : (fieldDescription ?? []);
	const example = described['examples'] === undefined ? createExample(described, exampleValue) : undefined;
	return {
		...(about === undefined ? {} : { description: about }),
		...described,
		...(example === undefined ? {} : { examples: [example] }),
	};
}

/** Returns an example that the schema allows: `exampleValue` if it fits, otherwise a made-up value. Undefined for objects. */
function createExample(schema: JsonObject, exampleValue: string | number | undefined): Json | undefined {
	const options = schema['anyOf'] ?? schema['oneOf'];
	if (Array.isArray(options)) {
		const examples = options.filter(isObject).map((option) => createExample(option, exampleValue));
		return examples.find((example) => example !== undefined && example !== null) ?? examples.find((example) => example === null);
	}
	if (Array.isArray(schema['examples'])) return schema['examples'][0];
	if (Array.isArray(schema['enum'])) return schema['enum'][0];
	if (schema['const'] !== undefined) return schema['const'];
	const type = Array.isArray(schema['type']) ? (schema['type'].find((one) => one !== 'null') ?? null) : schema['type'];
	if (type === 'boolean') return true;
	if (type === 'null') return null;
	if (type === 'integer' || type === 'number') return exampleNumber(schema, type === 'integer', exampleValue);
	if (type === 'string') return exampleText(schema, exampleValue);
	if (type === 'array') return exampleList(schema, exampleValue);
	return undefined;
}

function exampleNumber(
	{ minimum, maximum, exclusiveMinimum }: JsonObject,
	isWhole: boolean,
	exampleValue: string | number | undefined,
): number {
	const lowest = typeof minimum === 'number' ? minimum : typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : 0;
	const highest = typeof maximum === 'number' ? maximum : Number.POSITIVE_INFINITY;
	const preferred = typeof exampleValue === 'number' ? exampleValue : !isWhole && highest <= 1 ? 0.5 : 1;
	return Math.min(Math.max(preferred, lowest), highest);
}

function exampleText({ format, minLength = 0, maxLength }: JsonObject, exampleValue: string | number | undefined): string {
	const text =
		(typeof format === 'string' ? FORMAT_EXAMPLES[format] : undefined) ?? (exampleValue === undefined ? 'text' : String(exampleValue));
	return text.padEnd(Number(minLength), ' ').slice(0, typeof maxLength === 'number' ? maxLength : undefined);
}

/** Returns an example of an array. Undefined if the items are objects, because the fields of objects have examples. */
function exampleList({ items, prefixItems, minItems = 0 }: JsonObject, exampleValue: string | number | undefined): Json | undefined {
	if (Array.isArray(prefixItems)) return prefixItems.map((item) => (isObject(item) ? (createExample(item, exampleValue) ?? null) : null));
	const itemExample = isObject(items) ? createExample(items, exampleValue) : undefined;
	return itemExample === undefined ? undefined : Array.from({ length: Math.max(1, Number(minItems)) }, () => itemExample);
}

function isObject(node: Json | undefined): node is JsonObject {
	return typeof node === 'object' && node !== null && !Array.isArray(node);
}

/** Returns the parameter with its description and a valid example. */
function explainParameter(parameter: Parameter, path: string): Parameter {
	const description = describeParameter(parameter.name, path);
	const { schema = {} } = parameter;
	const typedExample = schema.type === 'array' && description?.example !== undefined ? [description.example].flat() : description?.example;
	const example = typedExample ?? findExample(schema);
	return {
		...parameter,
		...(description === undefined ? {} : { description: description.about }),
		...(example === undefined ? {} : { example }),
	};
}

/** Finds an example in the schema itself; undefined if the schema names no value. */
function findExample(schema: Schema): unknown {
	if (schema.enum) return schema.enum[0];
	if (schema.const !== undefined) return schema.const;
	if (schema.items) {
		const itemExample = findExample(schema.items);
		return itemExample === undefined ? undefined : [itemExample];
	}
	return schema.type === 'boolean' ? true : undefined;
}
