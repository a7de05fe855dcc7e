import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { describe, expect, it } from 'vitest';
import { createQueryParser } from './query.ts';

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8');
const examples = [...guide.matchAll(/^curl .*"\$SIGNALWHEEL([^"]+)"$/gm)].map(([, address = '']) => address);
const endpoints = Object.values(contract).flatMap((area) => Object.values<Endpoint>(area));
const parse = createQueryParser();

/** The call of a path: the one with the fewest names in it, as the server chooses. */
function callOf(path: string): Endpoint | undefined {
	return endpoints
		.filter(({ method, path: template }) => method === 'GET' && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
		.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

describe('the guide of the API', () => {
	it('asks five questions', () => {
		expect([...guide.matchAll(/^## .*\?$/gm)]).toHaveLength(5);
		expect(examples).toHaveLength(9);
	});

	it.each(examples)('asks what the contract takes from a personal key: %s', (address) => {
		const [path = '', query = ''] = address.split('?');
		const call = callOf(path);
		expect(call?.scope).toBe('lists:read');
		expect(call?.query?.safeParse(parse(query)).error?.issues ?? []).toEqual([]);
	});
});
