import type { Tool as AssistantTool } from '@modelcontextprotocol/sdk/types.js';
import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { describeParameter } from '@sw/contract/parameter-descriptions';
import { isTool } from '@sw/contract/tool-descriptions';
import type { ApiDocument, Operation, Parameter } from '../../areas/operations/docs-page.ts';

/** A call that assistants may make, and its tool description. */
export interface Tool {
	readonly endpoint: Endpoint;
	readonly definition: AssistantTool;
}

type Schema = Record<string, unknown>;

interface Fields {
	readonly properties: Record<string, Schema>;
	readonly required: readonly string[];
}

/** The tools by name, in the order of the contract. Calls that this app does not have are left out. */
export function createTools({ paths = {} }: ApiDocument): ReadonlyMap<string, Tool> {
	const calls = Object.values(contract).flatMap((area) => Object.entries<Endpoint>(area));
	return new Map(
		calls.flatMap(([name, endpoint]): [string, Tool][] => {
			const operation = (paths[endpoint.path] as Record<string, Operation> | undefined)?.[endpoint.method.toLowerCase()];
			return operation && isTool(name, endpoint) ? [[name, { endpoint, definition: describeTool(name, endpoint, operation) }]] : [];
		}),
	);
}

const KEY_SCOPE = / ?A personal key needs the scope [\w:]+\./;

function describeTool(name: string, { path }: Endpoint, operation: Operation): AssistantTool {
	const fields = [ofParameters(operation.parameters ?? []), ofBody(operation, path)];
	const required = fields.flatMap((each) => each.required);
	return {
		name,
		// An assistant is connected by a key that has the scope.
		description: [operation.summary, operation.description?.replace(KEY_SCOPE, '')].join('. '),
		inputSchema: {
			type: 'object',
			properties: Object.assign({}, ...fields.map(({ properties }) => properties)),
			...(required.length === 0 ? {} : { required }),
			additionalProperties: false,
		},
		// What only reads is not destructive: clients ask for that hint only of tools that write.
		annotations: { readOnlyHint: true, openWorldHint: false },
	};
}

function ofParameters(parameters: readonly Parameter[]): Fields {
	return {
		properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, ofParameter(parameter)])),
		required: parameters.filter(({ required }) => required).map(({ name }) => name),
	};
}

function ofParameter({ schema, description, example }: Parameter): Schema {
	return {
		...(slim(schema ?? {}) as Schema),
		...(description === undefined ? {} : { description }),
		...(example === undefined || isPlain((schema ?? {}) as Schema) ? {} : { examples: [example] }),
	};
}

/** Whether the schema itself lists the allowed values. */
function showsValues({ enum: values, items, type }: Schema): boolean {
	return values !== undefined || type === 'boolean' || (items !== undefined && showsValues(items as Schema));
}

/** Bounds of every id and count: they say nothing about the argument. */
const LARGEST: readonly unknown[] = [2 ** 31 - 1, Number.MAX_SAFE_INTEGER];

/** The schema without null, closed objects, keywords that repeat its format, examples of what it lists, and bounds of every number. */
function slim(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(slim);
	if (typeof node !== 'object' || node === null) return node;
	const { pattern, anyOf, examples, minItems, maximum, default: preset, additionalProperties: _, ...rest } = node as Schema;
	const choices = Array.isArray(anyOf) ? anyOf.filter((one) => !isNull(one)) : [];
	if (choices.length === 1) return slim({ ...(choices[0] as Schema), ...rest });
	const kept: Schema = {
		...rest,
		...(choices.length > 0 ? { anyOf: choices } : {}),
		...(pattern && !rest['format'] ? { pattern } : {}),
		...(examples === undefined || isPlain(rest) ? {} : { examples }),
		...(preset === undefined || preset === null ? {} : { default: preset }),
		// Instead of an empty list, the argument is omitted.
		...(minItems === undefined || minItems === 1 ? {} : { minItems }),
		...(maximum === undefined || LARGEST.includes(maximum) ? {} : { maximum }),
	};
	return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, key === 'properties' ? slimProperties(value) : slim(value)]));
}

/** Groups in a group have its form, one level deep, and are not described again. */
function slimProperties(properties: unknown): Schema {
	return Object.fromEntries(
		Object.entries(properties as Schema).map(([name, field]) => {
			const { type, description, items } = field as Schema;
			const isNested = name === 'groups' && items !== undefined;
			return [name, isNested ? { type, description } : slim(field)];
		}),
	);
}

/** Whether an example would add nothing: the schema names a format, a number or all values. */
function isPlain(schema: Schema): boolean {
	const { type, format } = schema;
	return format !== undefined || type === 'integer' || type === 'number' || showsValues(schema);
}

/** Whether the schema only allows null: assistants omit the argument instead. */
function isNull(schema: unknown): boolean {
	return (schema as Schema)['type'] === 'null';
}

/** Fields of a body have the meaning of parameters of the same name. */
function ofBody({ requestBody }: Operation, path: string): Fields {
	const schema = requestBody?.content?.['application/json']?.schema as
		| { properties?: Record<string, Schema>; required?: string[] }
		| undefined;
	const properties = Object.entries(schema?.properties ?? {}).map(([name, field]): [string, Schema] => {
		const about = describeParameter(name, path)?.about;
		return [name, { ...(about === undefined ? {} : { description: about }), ...(slim(field) as Schema) }];
	});
	return { properties: Object.fromEntries(properties), required: schema?.required ?? [] };
}
