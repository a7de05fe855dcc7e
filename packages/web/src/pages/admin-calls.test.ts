import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Endpoint } from '@sw/contract/base/define';
import { contract } from '@sw/contract/index';
import { expect, it } from 'vitest';

const WEB = join(import.meta.dirname, '..');
const sources = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
	.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\//.test(file))
	.map((file) => readFileSync(join(WEB, file), 'utf8'))
	.join('\n');

it('every call of administrators is made by a screen', () => {
	const calls = Object.entries(contract).flatMap(([area, endpoints]) =>
		Object.entries(endpoints as Readonly<Record<string, Endpoint>>).flatMap(([name, { access }]) =>
			access === 'admin' ? [`${area}.${name}`] : [],
		),
	);
	expect(calls.length).toBeGreaterThan(25);
	// Called by the client, or used as the address of a link.
	expect(calls.filter((call) => !sources.includes(`api.${call}(`) && !sources.includes(`= routes.${call};`)).sort()).toEqual([]);
});
