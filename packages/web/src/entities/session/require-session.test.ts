import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { QueryClient } from '@tanstack/react-query';
import { isRedirect } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import type { Api } from '../../lib/api/client.ts';
import { profile } from '../../testing/accounts.ts';
import { isProtected, requireSession } from './require-session.ts';

const ROUTES = join(import.meta.dirname, '../../routes');

/** An address of a page, from the name of its route file: 'ticker.$id_.history.tsx' -> '/ticker/7/history'. */
function pathOf(file: string): string {
	const parts = basename(file, '.tsx').split('.');
	return `/${parts.map((part) => (part.startsWith('$') ? '7' : part.replace(/_$/, ''))).join('/')}`;
}

it('protects exactly the pages whose route requires a session', () => {
	const files = globSync('[!_]*.tsx', { cwd: ROUTES });
	const requiring = files.filter((file) => readFileSync(join(ROUTES, file), 'utf8').includes('requireSession'));
	expect(requiring.length).toBeGreaterThan(10);
	for (const file of files) {
		// A page within another one, as reports.$report in reports, has its session too.
		const requires = requiring.some((one) => file.startsWith(`${basename(one, 'tsx')}`));
		expect({ file, isProtected: isProtected(pathOf(file)) }).toEqual({ file, isProtected: requires });
	}
});

it('gives the user, or leads to sign-in and back', async () => {
	const ask = (api: object) => {
		const context = { api: { accounts: api } as unknown as Api, queryClient: new QueryClient() };
		return requireSession({ context, location: { href: '/alerts?page=2' } });
	};
	expect(await ask({ profile: async () => profile() })).toMatchObject({ email: profile().email });
	const thrown = await ask({ profile: async () => null }).catch((error: unknown) => error);
	expect(isRedirect(thrown) && thrown.options).toMatchObject({ to: '/auth/signin', search: { redirectTo: '/alerts?page=2' } });
});
