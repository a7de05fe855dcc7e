import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldErrors, validationMessages } from './validate.ts';

function messagesOf(schema: z.ZodType, value: unknown): string[] {
	const { error } = schema.safeParse(value, { reportInput: true, error: validationMessages('body') });
	return fieldErrors(schema, error?.issues ?? [], 'body').map(({ message }) => message);
}

describe('a refusal is a sentence with the name of the field', () => {
	it.each([
		[z.object({ id: z.uuid() }), { id: 'x' }, 'The parameter id must be an id such as 123e4567-e89b-42d3-a456-426614174000.'],
		[z.object({ size: z.int().max(100) }), { size: 101 }, 'The parameter size must be at most 100.'],
		[z.object({ size: z.int() }), { size: 'many' }, 'The parameter size must be a number.'],
		[z.object({ name: z.string().max(5) }), { name: 'longer' }, 'The parameter name must have at most 5 characters.'],
		[z.object({ list: z.array(z.string()).min(1) }), { list: [] }, 'The parameter list must have at least 1 items.'],
		[z.object({ list: z.array(z.int()) }), { list: ['x'] }, 'The parameter list.0 must be a number.'],
		[z.object({ tab: z.enum(['up', 'down']) }), { tab: 'left' }, 'The parameter tab must be one of up, down.'],
		[
			z.object({ cap: z.enum([...'abcdefghijklmnop'] as [string]) }),
			{ cap: 'z' },
			'The parameter cap must be one of a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p.',
		],
		[z.object({ sectors: z.union([z.literal(4), z.literal(6)]) }), { sectors: 5 }, 'The parameter sectors must be one of 4, 6.'],
		[
			z.object({ way: z.discriminatedUnion('kind', [z.object({ kind: z.literal('line') }), z.object({ kind: z.literal('trend') })]) }),
			{ way: { kind: 'arc' } },
			'The parameter way.kind must be one of line, trend.',
		],
		[z.object({ value: z.union([z.boolean(), z.string()]) }), { value: 7 }, 'The parameter value must be true or false or be a text.'],
		[
			z.object({ time: z.iso.datetime({ offset: true }) }),
			{ time: 'noon' },
			'The parameter time must be an instant such as 2024-05-01T14:30:00Z or 2024-05-01T16:30:00+02:00.',
		],
		[z.object({ date: z.iso.date() }), { date: 'today' }, 'The parameter date must be a date (YYYY-MM-DD).'],
		[z.object({ own: z.string().regex(/^a/, 'Begins with an a.') }), { own: 'b' }, 'Begins with an a.'],
		[z.object({}), 7, 'The parameter body must be an object.'],
	])('%#', (schema, value, message) => {
		expect(messagesOf(schema, value)).toEqual([message]);
	});

	it('is one for each fault of a field', () => {
		const repeated: string[] = [];
		const values = [7, 'x', '', ' ', [], {}, true, 1e30, -1, 0.5, 'x'.repeat(10_000), 'a\u0000', '2026-02-30', '0000-01-01T00:00:00Z'];
		for (const area of Object.values(contract))
			for (const { method, path, params, query, body } of Object.values<Endpoint>(area))
				for (const schema of [params, query, body])
					for (const field of schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
						for (const value of values) {
							const { error } = (schema as z.ZodObject).safeParse({ [field]: value }, { reportInput: true });
							const faults = fieldErrors(schema as z.ZodObject, error?.issues ?? [], 'body').filter((one) => one.field === field);
							if (faults.length > 1)
								repeated.push(`${method} ${path} ${field} ${String(value).slice(0, 20)}: ${faults.map((f) => f.message)}`);
						}
		expect(repeated).toEqual([]);
	});

	it('for every field of every call', () => {
		const hostile = [7, 'x', '', [], {}, true, 1e30, 'x'.repeat(10_000)];
		const words: string[] = [];
		for (const area of Object.values(contract))
			for (const { params, query, body } of Object.values(area) as { params?: z.ZodObject; query?: z.ZodObject; body?: z.ZodType }[])
				for (const schema of [params, query, body])
					for (const field of schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])
						for (const value of hostile) words.push(...messagesOf(schema as z.ZodType, { [field]: value }));
		expect(words.length).toBeGreaterThan(500);
		// The library's own words, of which one is the specification's, too.
		const own = words.filter((text) => text !== 'Invalid email address');
		expect(own.filter((text) => /^(Invalid|Too (big|small)|Unrecognized|Expected)|: expected/.test(text))).toEqual([]);
	});
});
