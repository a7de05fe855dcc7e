import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { lazy } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { sessionQuery, useSession } from '../entities/session/session-query.ts';
import { createProfile } from '../testing/accounts.ts';
import { rejectCall } from '../testing/api.ts';
import { show } from '../testing/page.tsx';
import { useHasWorkspace } from './workspace.tsx';

const visitors = page.getByText('The list of visitors');
const traders = page.getByText('The list of traders');

/** A page for visitors and traders; the traders' list loads when `come` is called. */
async function open(license: 'pro' | null) {
	// It may be called before the list is requested.
	const { promise: come, resolve } = Promise.withResolvers<void>();
	const List = lazy(async () => {
		await come;
		return { default: () => <p>The list of traders</p> };
	});
	let held = license;
	const Page = () => {
		const { api } = useRouteContext({ from: '__root__' });
		const queryClient = useQueryClient();
		// An answer that is still loading must not be requested twice.
		const isReading = useSession().state === 'unknown';
		const read = (next: typeof held): void => {
			held = next;
			void queryClient.fetchQuery({ ...sessionQuery(api), staleTime: 0 });
		};
		return (
			<>
				<button type="button" disabled={isReading} onClick={() => read('pro')}>
					A licence comes
				</button>
				<button type="button" disabled={isReading} onClick={() => read(null)}>
					It goes
				</button>
				{useHasWorkspace() ? <List /> : <p>The list of visitors</p>}
			</>
		);
	};
	const shown = await show(<Page />, {
		accounts: { profile: () => (held ? createProfile({ license: held }) : rejectCall(401, 'Sign in first')) },
	});
	return { ...shown, come: () => resolve() };
}

describe('who has the list of traders', () => {
	it('has it when it has come, and reads the list of visitors until then', async () => {
		const { calls, come } = await open(null);
		await expect.element(visitors).toBeVisible();
		await page.getByRole('button', { name: 'A licence comes' }).click();
		await expect.poll(() => calls.filter(({ call }) => call === 'accounts.profile').length).toBe(2);
		await expect.element(visitors).toBeVisible();
		come();
		await expect.element(traders).toBeVisible();
		await expect.element(visitors).not.toBeInTheDocument();
	});

	it('loses it at once with the licence', async () => {
		const { come } = await open('pro');
		come();
		await expect.element(traders).toBeVisible();
		await page.getByRole('button', { name: 'It goes' }).click();
		await expect.element(visitors).toBeVisible();
		await expect.element(traders).not.toBeInTheDocument();
	});
});
