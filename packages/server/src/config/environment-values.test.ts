import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { paths } from '@sw/contract/paths';
import { expect, it } from 'vitest';
import { isOwnPath } from './environment-values.ts';

const WEB = join(import.meta.dirname, '../../../web');

it('names the first part of every call, page and file of the site', () => {
	const calls = Object.values(paths).flatMap((area) => Object.values(area).map(([, path]) => path));
	const pages = readdirSync(join(WEB, 'src/routes')).flatMap((name) => (/^(__root|index)/.test(name) ? [] : [`/${name.split('.')[0]}`]));
	expect(pages.length).toBeGreaterThan(20);
	expect([...calls, ...pages].filter((path) => !isOwnPath(path))).toEqual([]);
});

it.each([
	['/stock-gainers/today', true],
	['/de', true],
	['/faq', true],
	['/main/x', true],
	['/signals', false],
	['/market/signals', false],
])('%s is its own: %s', (path, own) => {
	expect(isOwnPath(path)).toBe(own);
});
