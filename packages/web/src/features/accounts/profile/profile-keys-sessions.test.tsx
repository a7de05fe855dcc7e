import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { show } from '../../../testing/page.tsx';
import type { Sessions } from '../queries.ts';
import { ProfileSessions } from './profile-keys.tsx';

type Session = Sessions['items'][number];

const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0';

function session(id: string, overrides: Partial<Session> = {}): Session {
	return {
		id,
		current: false,
		created: '2026-06-29T15:45:00Z',
		seen: '2026-06-30T15:45:00Z',
		expires: '2026-07-30T15:45:00Z',
		address: '203.0.113.7',
		agent: PHONE,
		...overrides,
	};
}

const HERE = session('s-1', { current: true, agent: LINUX, address: '203.0.113.1' });

/** The sessions of an account; ended ones are removed. */
async function open(stored: Session[], answers: NonNullable<Answers['accounts']> = {}) {
	let items = stored;
	const shown = await show(<ProfileSessions />, {
		accounts: {
			sessions: () => ({ items }),
			endSession: ({ params: { id } }) => {
				items = items.filter((one) => one.id !== id);
				return undefined;
			},
			endOtherSessions: () => {
				const ended = items.length - 1;
				items = items.filter(({ current }) => current);
				return { ended };
			},
			...answers,
		},
	});
	return shown;
}

const rows = page.getByRole('table').getByRole('row');
const endOthers = page.getByRole('button', { name: 'End all other sessions' });

describe('where an account is signed in', () => {
	it('is listed by browser, address and last activity; the current session cannot be ended', async () => {
		await open([HERE, session('s-2')]);
		await expect.element(rows.filter({ hasText: 'Chrome on Linux' })).toMatchTextContent(/203\.0\.113\.1.*06\/30\/2026.*this browser/);
		await expect
			.element(rows.filter({ hasText: 'Firefox on Android' }).getByRole('button'))
			.toHaveAccessibleName('End session: Firefox on Android');
		await expect.element(page.getByRole('button', { name: /Chrome on Linux/ })).not.toBeInTheDocument();
	});

	it('is ended one by one', async () => {
		const { calls } = await open([HERE, session('s-2'), session('s-3', { agent: 'curl/8.9' })]);
		await page.getByRole('button', { name: 'End session: curl/8.9' }).click();
		await expect.element(page.getByText('curl/8.9')).not.toBeInTheDocument();
		expect(calls.filter(({ call }) => call === 'accounts.endSession')).toEqual([
			{ call: 'accounts.endSession', input: { params: { id: 's-3' }, body: {} } },
		]);
		await expect.element(rows.filter({ hasText: 'Firefox on Android' })).toBeVisible();
	});

	it('is ended everywhere else at once, which is not offered where there is nowhere else', async () => {
		await open([HERE, session('s-2'), session('s-3')]);
		await endOthers.click();
		await expect.element(endOthers).not.toBeInTheDocument();
		await expect.poll(() => rows.elements().length).toBe(2);
	});

	it('says that a session goes on which could not be ended', async () => {
		await open([HERE, session('s-2')], { endSession: () => rejectCall(503, 'The store is away') });
		await page.getByRole('button', { name: 'End session: Firefox on Android' }).click();
		await expect.element(page.getByRole('alert').filter({ hasText: 'The store is away' })).toBeVisible();
		await expect.element(rows.filter({ hasText: 'Firefox on Android' })).toBeVisible();
	});

	it("shows that it couldn't be loaded, and retries", async () => {
		let tries = 0;
		await open([], { sessions: () => (tries++ === 0 ? rejectCall(503, 'Not now') : { items: [HERE] }) });
		await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
		await expect.element(page.getByText('Chrome on Linux')).toBeVisible();
	});
});
