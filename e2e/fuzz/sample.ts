import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

/** Values required by rules beyond a schema, by field name. */
const BY_NAME: Readonly<Record<string, (turn: number) => unknown>> = {
	email: (turn) => `fuzz${turn}@example.test`,
	password: () => 'correct horse battery',
	new_password: () => 'a quite different one',
	provider: () => 'unknown',
	redirect_url: () => 'http://localhost/oauth/unknown',
	date: () => '2026-06-30',
	from: () => '2026-06-29',
	to: () => '2026-06-30',
	time: () => '2026-06-30T15:45:00Z',
	timeframes: () => ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	ticker_id: () => 1,
	url: () => 'https://hooks.example.com/in',
	endpoint: (turn) => `https://fcm.googleapis.com/fcm/send/${turn}`,
	p256dh: () => `B${'A'.repeat(86)}`,
	auth: () => 'A'.repeat(22),
};

function ofSchema(schema: Json, name: string, turn: number): unknown {
	const known = BY_NAME[name];
	if (known) return known(turn);
	const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
	if (options?.[0]) return ofSchema(options[0], name, turn);
	if (Array.isArray(schema['enum'])) return schema['enum'][0];
	if ('const' in schema) return schema['const'];
	if (schema['type'] === 'object') return objectOf(schema, turn);
	if (schema['type'] === 'array') return [ofSchema((schema['items'] ?? {}) as Json, name, turn)];
	if (schema['type'] === 'boolean') return true;
	if (schema['type'] === 'integer' || schema['type'] === 'number') return Math.max(1, Number(schema['minimum'] ?? 1));
	if (schema['format'] === 'uuid') return '00000000-0000-4000-8000-000000000000';
	if (schema['format'] === 'date-time') return '2026-06-30T15:45:00Z';
	if (schema['format'] === 'date') return '2026-06-30';
	return name === 'id' ? '1' : 'x';
}

/** Required fields. */
function objectOf(schema: Json, turn: number): Record<string, unknown> {
	const required = (schema['required'] ?? []) as string[];
	const properties = (schema['properties'] ?? {}) as Record<string, Json>;
	return Object.fromEntries(required.map((name) => [name, ofSchema(properties[name] ?? {}, name, turn)]));
}

/** A valid or almost valid part of a call: required fields only. */
export function sample(schema: z.ZodType | undefined, turn: number): Record<string, unknown> {
	if (!schema) return {};
	const made = ofSchema(jsonOf(schema), '', turn);
	return typeof made === 'object' && made !== null ? (made as Record<string, unknown>) : {};
}

function jsonOf(schema: z.ZodType): Json {
	return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
}

/** Names of all fields of a part. */
export function fieldsOf(schema: z.ZodType | undefined): string[] {
	return schema ? Object.keys((jsonOf(schema)['properties'] ?? {}) as object) : [];
}
