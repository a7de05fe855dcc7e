import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { ReplicationPage } from './replication-page.tsx';

const PUBLISHED = {
	measured: '2026-06-30T20:00:00Z',
	published: '2026-06-30T21:00:00Z',
	provider: 'Files',
	simulated: false,
	tickers: 4896,
	sessions: 316,
	items: [
		{
			effect: 'market_momentum',
			title: 'Market intraday momentum',
			study: 'Gao, Han, Li and Zhou 2018',
			published: 'slope above 0, 1993-2013',
			unit: 'slope',
			found: { value: 0.069, low: 0.027, high: 0.11, n: 5804 },
			span: { from: '1998-01-05', to: '2021-03-31' },
			r_squared: 0.01,
			verdict: 'agrees',
		} as const,
	],
};

it('shows the published results', async () => {
	await show(<ReplicationPage />, { research: { replication: () => PUBLISHED } });
	await expect.element(page.getByRole('heading', { name: 'Published effects' })).toBeVisible();
	await expect.element(page.getByText('0.069 (0.027 to 0.110)')).toBeVisible();
	await expect.element(page.getByText('5,804')).toBeVisible();
	await expect.element(page.getByText('simulated', { exact: false })).not.toBeInTheDocument();
});

it('doesn’t exist while nothing is published', async () => {
	await show(<ReplicationPage />, { research: { replication: () => undefined } });
	await expect.element(page.getByRole('heading', { name: 'Not Found' })).toBeVisible();
});

it('says where the results could not be loaded', async () => {
	await show(<ReplicationPage />, { research: { replication: () => rejectCall(500, 'Down.') } });
	await expect.element(page.getByText('Couldn’t load the results.')).toBeVisible();
});
