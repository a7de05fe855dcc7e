import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { EXCLUDED_CALLS, HYPOTHETICAL_TOOLS, isTool } from './assistant-tools.ts';
import type { Endpoint } from './base/define.ts';
import { contract } from './index.ts';

const calls = new Map(Object.values(contract).flatMap((area) => Object.entries<Endpoint>(area)));
const tools = [...calls].filter(([name, endpoint]) => isTool(name, endpoint));

describe('the tools of assistants', () => {
	it('are calls that a key of a reading scope may ask, and nothing that changes, pays, administers or gives files', () => {
		expect(tools.length).toBeGreaterThan(30);
		for (const [name, { scope, access, produces }] of tools) {
			expect(['lists:read', 'account:read'], name).toContain(scope);
			expect(['user', 'licence'], name).toContain(access);
			expect(produces, name).toBeUndefined();
		}
		expect(tools.filter(([, { method }]) => method !== 'GET').map(([name]) => name)).toEqual(['countFilter', 'validateMultiple']);
	});

	it('are all such calls but those that are left out with a reason', () => {
		for (const [name, reason] of Object.entries(EXCLUDED_CALLS)) {
			const endpoint = calls.get(name);
			expect(endpoint?.scope, name).toMatch(/:read$/);
			expect(endpoint?.produces, name).toBeUndefined();
			expect(reason, name).not.toBe('');
		}
		expect(tools.length + Object.keys(EXCLUDED_CALLS).length).toBe(
			[...calls.values()].filter(({ scope, produces }) => scope?.endsWith(':read') && produces === undefined).length,
		);
	});

	it('say that they are hypothetical wherever an answer does', () => {
		const shapeOf = ({ answers }: Endpoint): string =>
			JSON.stringify(Object.values(answers).map((schema) => z.toJSONSchema(schema, { unrepresentable: 'any' })));
		for (const [name, endpoint] of tools)
			if (/"(?:hypothetical|hit_rate)"/.test(shapeOf(endpoint))) expect(HYPOTHETICAL_TOOLS.has(name), name).toBe(true);
		for (const name of HYPOTHETICAL_TOOLS) expect(tools.map(([tool]) => tool)).toContain(name);
	});
});
