import type { z } from 'zod';

/** A schema's definition, by the library's own names. */
interface Inner {
	def: {
		type: string;
		format?: string;
		in?: z.ZodType;
		out?: z.ZodType;
		innerType?: z.ZodType;
		element?: z.ZodType;
		options?: readonly z.ZodType[];
		entries?: Readonly<Record<string, unknown>>;
	};
	bag: { minimum?: number; maximum?: number; format?: string; [name: string]: unknown };
}

/** The limits of numbers in databases, JavaScript and the wire format. */
const EDGES = [0, 1, 2 ** 15, 2 ** 16, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 53 - 1, 2 ** 53, 2 ** 63, 2 ** 64];

const YEARS = ['0000', '0001', '0099', '1582', '1883', '1899', '1900', '1969', '1970', '2023', '2038', '2262', '2999', '3000', '9999'];
const DAYS = ['01-01', '02-28', '02-29', '12-31'];

function dates(): string[] {
	return YEARS.flatMap((year) => DAYS.map((day) => `${year}-${day}`));
}

const TIMES = ['T00:00:00Z', 'T23:59:59.999Z', 'T23:59:60Z', 'T24:00:00Z', 'T12:00:00.000000001Z'];

function instants(): string[] {
	return dates().flatMap((date, i) => [`${date}${TIMES[0]}`, `${date}${TIMES[i % TIMES.length]}`]);
}

const FORMATS: Readonly<Record<string, () => string[]>> = {
	date: dates,
	datetime: instants,
	uuid: () => ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '00000000-0000-1000-8000-000000000000'],
};

function lists(element: z.ZodType | undefined, { minimum, maximum }: Inner['bag']): unknown[] {
	const inside = element ? boundariesOf(element) : [];
	const one = inside[0] ?? 'x';
	const sizes = [0, minimum, maximum, (maximum ?? 0) + 1].filter((size) => size !== undefined && size <= 2_000) as number[];
	return [...inside.map((value) => [value]), ...sizes.map((size) => new Array(size).fill(one))];
}

/** Boundary values of a schema, by its type: on the boundary, just inside, just outside, and at the limits of the stores' types. */
export function boundariesOf(schema: z.ZodType): unknown[] {
	const { def, bag } = innerOf(schema);
	switch (def.type) {
		case 'number':
			return numbers(bag);
		case 'string':
			return texts({ ...bag, ...(def.format === undefined ? {} : { format: def.format }) });
		case 'array':
			return lists(def.element, bag);
		case 'enum':
			return Object.values(def.entries ?? {}).flatMap((value) => [value, `${value}x`, String(value).toUpperCase()]);
		case 'union':
			return (def.options ?? []).flatMap(boundariesOf);
		case 'pipe':
			return [...(def.in ? boundariesOf(def.in) : []), ...(def.out ? boundariesOf(def.out) : [])];
		default:
			return def.innerType ? boundariesOf(def.innerType) : [];
	}
}

/** Exactly the maximum length and one more, of characters of one, two and four bytes. */
function texts({ minimum, maximum, format }: Inner['bag']): string[] {
	const lengths = [minimum, maximum].flatMap((bound) => (bound === undefined || bound > 100_000 ? [] : [bound - 1, bound, bound + 1]));
	const sized = lengths.filter((length) => length >= 0).flatMap((length) => ['x', 'é', '🐎'].map((one) => one.repeat(length)));
	return [...sized, ...(FORMATS[format ?? '']?.() ?? [])];
}

function numbers({ minimum, maximum }: Inner['bag']): number[] {
	return [
		...EDGES,
		...EDGES.map((edge) => -edge),
		...[minimum, maximum].flatMap((bound) => (bound === undefined ? [] : [bound - 1, bound, bound + 1, bound + 0.5])),
		Number.MIN_VALUE,
		Number.MAX_VALUE,
	];
}

function innerOf(schema: z.ZodType): Inner {
	return (schema as z.ZodType & { _zod: Inner })._zod;
}

/** Boundary values of one field of a call's part. */
export function edgesOf(part: z.ZodType | undefined, name: string): unknown[] {
	const field = part && fieldsIn(part)[name];
	return field ? boundariesOf(field) : [];
}

/** The fields of an object, also behind a default, a refinement or a union. */
function fieldsIn(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
	const { def } = innerOf(schema);
	if (def.type === 'object') return (schema as z.ZodObject).shape as Record<string, z.ZodType>;
	const parts = [def.in, def.out, def.innerType, ...(def.options ?? [])];
	return Object.assign({}, ...parts.map((part) => (part ? fieldsIn(part) : {})));
}

/** In the format of a path or query. */
export function asText(value: unknown): string {
	return Array.isArray(value) ? value.map(String).join(',') : String(value);
}
