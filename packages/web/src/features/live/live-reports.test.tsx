import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { LiveReports } from './live-reports.tsx';

afterEach(() => vi.unstubAllGlobals());

const PLACES = [
	'/',
	'/main',
	'/target',
	'/messages',
	'/messages/7',
	'/reports',
	'/reports/2026-06-30T15:45:00Z',
	'/ticker/7',
	'/top',
	'/favourites',
	'/profile',
];

function Places() {
	return PLACES.map((to) => (
		<Link key={to} to={to as '/'}>
			{to}
		</Link>
	));
}

const END = '\u001e';
const GREETING = `{}${END}`;

/** A hub that accepts every connection and sends nothing, unless `reported` gives an event; what was opened and closed, in order. */
const hub = (reported?: Promise<string>): string[] => {
	const received: string[] = [];
	let polls = 0;
	vi.stubGlobal('fetch', (url: string, { method, signal }: RequestInit) => {
		if (url.includes('/negotiate')) {
			received.push('opens');
			polls = 0;
			return Promise.resolve(new Response('{"connectionToken":"t"}'));
		}
		if (method === 'DELETE') received.push('closes');
		if (method !== 'GET' || polls++ === 0) return Promise.resolve(new Response(''));
		if (reported && polls === 2) return Promise.resolve(new Response(GREETING));
		if (reported && polls === 3)
			return reported.then((target) => new Response(`${JSON.stringify({ type: 1, target, arguments: [] })}${END}`));
		return new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
	});
	return received;
};

async function shown(accounts: NonNullable<Answers['accounts']>, signals: NonNullable<Answers['signals']> = {}) {
	const frame = () => (
		<>
			<Places />
			<LiveReports />
		</>
	);
	const { getUrl } = await show(<Places />, { accounts, signals }, frame);
	return async (to: string) => {
		await page.getByRole('link', { name: to, exact: true }).click();
		await expect.poll(getUrl).toBe(to);
	};
}

describe('the live connection', () => {
	it('opens with a licence on the home page, reports and tickers, on target lists and messages, and closes when they are left', async () => {
		const received = hub();
		const go = await shown({ profile: () => createProfile({ license: 'basic' }) });
		const expected: string[] = [];
		for (const [livePath, away] of [
			['/', '/top'],
			['/main', '/favourites'],
			['/reports', '/profile'],
			['/reports/2026-06-30T15:45:00Z', '/top'],
			['/ticker/7', '/top'],
			['/target', '/top'],
			['/messages', '/profile'],
			['/messages/7', '/top'],
		] as const) {
			await go(livePath);
			expected.push('opens');
			await expect.poll(() => received).toEqual(expected);
			await go(away);
			expected.push('closes');
			await expect.poll(() => received).toEqual(expected);
		}
	});

	it('stays open from one of them to the next', async () => {
		const received = hub();
		const go = await shown({ profile: () => createProfile({ license: 'pro' }) });
		for (const path of ['/main', '/ticker/7', '/reports', '/']) await go(path);
		await expect.poll(() => received).toEqual(['opens']);
		await go('/top');
		await expect.poll(() => received).toEqual(['opens', 'closes']);
	});

	/** Number of requests for the stale data after the hub has sent an event. */
	const requestsAfter = async (event: string) => {
		const { promise: reported, resolve: notify } = Promise.withResolvers<string>();
		const received = hub(reported);
		const requests = { targets: 0, inbox: 0 };
		const Follows = () => {
			useQuery({ queryKey: ['targets', 'one'], queryFn: () => ++requests.targets });
			useQuery({ queryKey: ['inbox', 'unread'], queryFn: () => ++requests.inbox });
			return (
				<>
					<Places />
					<LiveReports />
				</>
			);
		};
		await show(<Places />, { accounts: { profile: () => createProfile({ license: 'pro' }) } }, Follows);
		await page.getByRole('link', { name: '/target', exact: true }).click();
		await expect.poll(() => received).toEqual(['opens']);
		expect(requests).toEqual({ targets: 1, inbox: 1 });
		notify(event);
		return requests;
	};

	it('flags target lists and the inbox as out of date when a report comes', async () => {
		const requests = await requestsAfter('ReceiveNewReport');
		await expect.poll(() => requests).toEqual({ targets: 2, inbox: 2 });
	});

	it('flags the inbox alone as out of date when messages come', async () => {
		const requests = await requestsAfter('ReceiveNewMessages');
		await expect.poll(() => requests).toEqual({ targets: 1, inbox: 2 });
	});

	it.each([
		['/main', 'warning'],
		['/reports', 'error'],
	])('says on %s in a tone of %s that the last report could not be loaded, once a report has come', async (path, tone) => {
		const { promise: reported, resolve: notify } = Promise.withResolvers<string>();
		const received = hub(reported);
		const go = await shown(
			{ profile: () => createProfile({ license: 'pro' }) },
			{ sectorChartDate: () => rejectCall(503, 'The database is down') },
		);
		await go(path);
		const own = location.pathname;
		history.replaceState(null, '', path);
		onTestFinished(() => history.replaceState(null, '', own));
		await expect.poll(() => received).toEqual(['opens']);
		const alert = page.getByRole('alert').filter({ hasText: 'Failed to load last report' });
		await expect.element(alert).not.toBeInTheDocument();
		notify('ReceiveNewReport');
		await expect.element(alert).toHaveAttribute('data-snack', tone);
	});

	it.each([
		['a visitor', () => rejectCall(401, 'No authorization information has been supplied')],
		['an account without a licence', () => createProfile({ license: null })],
	])('is not opened for %s', async (_, answer) => {
		const received = hub();
		const go = await shown({ profile: answer });
		await go('/main');
		await import('./refresh-on-events.ts');
		await go('/top');
		expect(received).toEqual([]);
	});
});
