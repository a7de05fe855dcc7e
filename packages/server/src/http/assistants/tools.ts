import type { Tool as AssistantTool } from '@modelcontextprotocol/sdk/types.js';
import { isTool } from '@sw/contract/assistant-tools';
import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { describeParameter } from '@sw/contract/parameter-descriptions';
import type { ApiDocument, Operation, Parameter } from '../../areas/operations/docs-page.ts';

/** A call that assistants can make, with its tool description. */
export interface Tool {
	readonly endpoint: Endpoint;
	readonly definition: AssistantTool;
}

type Schema = Record<string, unknown>;

interface Fields {
	readonly properties: Record<string, Schema>;
	readonly required: readonly string[];
}

/** Creates the tools by name, in the sequence of the contract. Leaves out calls that this app doesn't have. */
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
	const fields = [parameterFields(operation.parameters ?? []), bodyFields(operation, path)];
	const required = fields.flatMap((each) => each.required);
	return {
		name,
		// The scope needn't be mentioned: an assistant is connected with a key that has it.
		description: [operation.summary, operation.description?.replace(KEY_SCOPE, '')].join('. '),
		inputSchema: {
			type: 'object',
			properties: Object.assign({}, ...fields.map(({ properties }) => properties)),
			...(required.length === 0 ? {} : { required }),
			additionalProperties: false,
		},
		// The destructive hint is omitted, because clients only read it for tools that write.
		annotations: { readOnlyHint: true, openWorldHint: false },
	};
}

function parameterFields(parameters: readonly Parameter[]): Fields {
	return {
		properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameterSchema(parameter)])),
		required: parameters.filter(({ required }) => required).map(({ name }) => name),
	};
}

function parameterSchema({ schema, description, example }: Parameter): Schema {
	return {
		...(simplify(schema ?? {}) as Schema),
		...(description === undefined ? {} : { description }),
		...(example === undefined || needsNoExample((schema ?? {}) as Schema) ? {} : { examples: [example] }),
	};
}

/** Whether the schema itself lists the allowed values. */
function showsValues({ enum: values, items, type }: Schema): boolean {
	return values !== undefined || type === 'boolean' || (items !== undefined && showsValues(items as Schema));
}

/** Maximums that say nothing about the argument, because every id or count has them. */
const MEANINGLESS_MAXIMUMS: readonly unknown[] = [2 ** 31 - 1, Number.MAX_SAFE_INTEGER];

/** Removes from a schema: null, closed objects, patterns that repeat the format, examples of listed values, and meaningless maximums. */
function simplify(node: unknown): unknown {
	if (Array.isArray(node)) return node.map(simplify);
	if (typeof node !== 'object' || node === null) return node;
	const { pattern, anyOf, examples, minItems, maximum, default: defaultValue, additionalProperties: _, ...rest } = node as Schema;
	const choices = Array.isArray(anyOf) ? anyOf.filter((one) => !allowsOnlyNull(one)) : [];
	if (choices.length === 1) return simplify({ ...(choices[0] as Schema), ...rest });
	const simplified: Schema = {
		...rest,
		...(choices.length > 0 ? { anyOf: choices } : {}),
		...(pattern && !rest['format'] ? { pattern } : {}),
		...(examples === undefined || needsNoExample(rest) ? {} : { examples }),
		...(defaultValue === undefined || defaultValue === null ? {} : { default: defaultValue }),
		// A minimum of one is omitted: instead of an empty list, assistants omit the argument.
		...(minItems === undefined || minItems === 1 ? {} : { minItems }),
		...(maximum === undefined || MEANINGLESS_MAXIMUMS.includes(maximum) ? {} : { maximum }),
	};
	return Object.fromEntries(
		Object.entries(simplified).map(([key, value]) => [key, key === 'properties' ? simplifyProperties(value) : simplify(value)]),
	);
}

/** Leaves out the schema of groups within groups, because it repeats the schema of the outer groups. */
function simplifyProperties(properties: unknown): Schema {
	return Object.fromEntries(
		Object.entries(properties as Schema).map(([name, field]) => {
			const { type, description, items } = field as Schema;
			const isNested = name === 'groups' && items !== undefined;
			return [name, isNested ? { type, description } : simplify(field)];
		}),
	);
}

/** Whether an example would add nothing, because the schema has a format, is a number or lists all values. */
function needsNoExample(schema: Schema): boolean {
	const { type, format } = schema;
	return format !== undefined || type === 'integer' || type === 'number' || showsValues(schema);
}

/** Whether the schema only allows null. Assistants omit such an argument. */
function allowsOnlyNull(schema: unknown): boolean {
	return (schema as Schema)['type'] === 'null';
}

/** Returns the fields of a JSON body. They are described like parameters of the same name. */
function bodyFields({ requestBody }: Operation, path: string): Fields {
	const schema = requestBody?.content?.['application/json']?.schema as
		| { properties?: Record<string, Schema>; required?: string[] }
		| undefined;
	const properties = Object.entries(schema?.properties ?? {}).map(([name, field]): [string, Schema] => {
		const about = describeParameter(name, path)?.about;
		return [name, { ...(about === undefined ? {} : { description: about }), ...(simplify(field) as Schema) }];
	});
	return { properties: Object.fromEntries(properties), required: schema?.required ?? [] };
}
