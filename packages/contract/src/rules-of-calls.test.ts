import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './base/define.ts';
import { contract } from './index.ts';

const calls = Object.values(contract).flatMap((area) => Object.values<Endpoint>(area));
const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`;

/** The objects that a call takes: its query, and its body or each form of it. */
function partsOf({ query, body }: Endpoint): z.ZodObject[] {
	const forms = body instanceof z.ZodUnion ? body.options : [body];
	return [query, ...forms].filter((part) => part instanceof z.ZodObject);
}

describe('a span of dates or instants', () => {
	const pairs = [
		['from', 'to'],
		['From', 'To'],
	] as const;
	const spans = calls.flatMap((call) =>
		partsOf(call).flatMap((part) =>
			pairs
				.filter(([from, to]) => takesTime(part.shape[from]) && takesTime(part.shape[to]))
				.map(([from, to]) => ({ name: nameOf(call), part, from, to })),
		),
	);
	const LATER = ['2026-03-05', '2026-03-05T14:45:00Z'];
	const EARLIER = ['2026-03-03', '2026-03-03T14:45:00Z'];

	it('is taken by many calls', () => expect(spans.length).toBeGreaterThan(15));

	it.each(spans)('$name refuses an end before its start, by the name of the end', ({ part, from, to }) => {
		const alone = withoutOthers(part, from, to);
		const taken = (field: string, values: string[]): string => values.find((value) => isTaken(part.shape[field], value)) ?? '';
		const faults = (first: string, last: string): unknown[] => {
			const { error } = alone.safeParse({ [from]: first, [to]: last });
			return (error?.issues ?? []).filter(({ path }) => path[0] === from || path[0] === to).map(({ path, message }) => [path[0], message]);
		};
		const message = `The span ends before it begins: give a later ${to} or an earlier ${from}.`;
		expect(faults(taken(from, LATER), taken(to, EARLIER))).toEqual([[to, message]]);
		expect(faults(taken(from, EARLIER), taken(to, LATER))).toEqual([]);
		expect(faults(taken(from, LATER), taken(to, LATER))).toEqual([]);
	});
});

function isTaken(field: unknown, value: unknown): boolean {
	return (field as z.ZodType | undefined)?.safeParse(value).success ?? false;
}

function takesTime(field: unknown): boolean {
	return (isTaken(field, '2026-03-04') || isTaken(field, '2026-03-04T14:45:00Z')) && !isTaken(field, 'ABCD');
}

function choicesOf(field: unknown): unknown[] {
	const { enum: values, anyOf = [] } = z.toJSONSchema(field as z.ZodType, { unrepresentable: 'any' }) as {
		enum?: unknown[];
		anyOf?: { enum?: unknown[] }[];
	};
	return [values ?? [], ...anyOf.map((one) => one.enum ?? [])].flat();
}

/** The part with its checks, but without its other required fields: checks only run on whole objects. */
function withoutOthers(part: z.ZodObject, ...kept: string[]): z.ZodObject {
	const fields = Object.entries(part.shape).map(([name, field]) => [name, kept.includes(name) ? field : z.any().optional()]);
	return z.object(Object.fromEntries(fields)).check(...((part.def.checks ?? []) as []));
}

describe('what GET gives', () => {
	const pairs = calls
		.filter(({ method }) => method === 'PUT')
		.flatMap((change) => {
			const read = calls.find(({ method, path }) => method === 'GET' && path === change.path);
			const answer = read?.answers[200];
			return answer instanceof z.ZodObject && change.body instanceof z.ZodObject
				? [{ name: nameOf(change), change, read, answer, body: change.body }]
				: [];
		});

	it('is taken by the calls that change the same', () => expect(pairs.length).toBeGreaterThan(4));

	it.each(pairs)('$name takes it: null where GET gives null, and each value of an enumeration', ({ change, answer, body }) => {
		const shared = Object.keys(answer.shape).filter((name) => name in body.shape);
		// A webhook that is not there has no address.
		const nullable = shared.filter((name) => isTaken(answer.shape[name], null) && change.path !== '/api/me/webhook');
		const refused = nullable.filter((name) => !isTaken(body.shape[name], null));
		expect(refused).toEqual([]);
		const values = shared.flatMap((name) =>
			choicesOf(answer.shape[name])
				.filter((value) => !isTaken(body.shape[name], value))
				.map((value) => `${name}: ${value}`),
		);
		expect(values).toEqual([]);
	});
});
