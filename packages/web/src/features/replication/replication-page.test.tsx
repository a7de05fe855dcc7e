import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { OwnCombinations } from '../../entities/replication/replication-query.ts';
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
	combinations: null,
};

const COMBINATION: OwnCombinations['items'][number] = {
	tab_type: 'extreme_fall',
	operation: 'long',
	timeframes: ['one_hour', 'four_hours', 'day'],
	depth: 3,
	horizon: 5,
	n: 1240,
	hit_rate: 0.5321,
	interval: [0.501, 0.5629],
	base_rate: 0.4912,
	t: 3.4,
	p_alone: 0.0003,
	p_together: 0.012,
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

it('shows the lists of the product tested together, the best first and the others behind a button', async () => {
	const items = Array.from({ length: 12 }, (_, i) => ({
		...COMBINATION,
		horizon: i + 1,
		p_together: i === 0 ? 0.012 : 0.4,
		depth: i === 0 ? 3 : 0,
	}));
	const combinations = { sessions: 252, too_few: 2, spa: 0.018, overfitting: 0.25, items };
	await show(<ReplicationPage />, { research: { replication: () => ({ ...PUBLISHED, combinations }) } });
	const own = page.getByRole('region', { name: 'The lists of this product' });
	await expect.element(own.getByText('12 combinations. Among', { exact: false })).toBeVisible();
	await expect.element(own.getByText('1 of them beats its base rate once all are taken into account.')).toBeVisible();
	await expect.element(own.getByText('in 1.8 % of cases (Hansen', { exact: false })).toBeVisible();
	await expect.element(own.getByText('2 combinations with fewer than 30 occurrences left out.', { exact: false })).toBeVisible();
	const row = own.getByRole('row', { name: /^Extreme fall · 1h·4h·1d ≥ 3 1 × 1d 1,240 53.2 % \(50.1 to 56.3 %\) 49.1 % < 0.1 % 1.2 %/ });
	await expect.element(row).toBeVisible();
	expect(own.getByRole('row').elements()).toHaveLength(9);
	await own.getByText('4 more combinations').click();
	await expect.element(own.getByRole('row', { name: /any 12 × 1d/ })).toBeVisible();
});

it('says where none of the lists beats its base rate', async () => {
	const combinations = { sessions: 10, too_few: 0, spa: 0.61, overfitting: null, items: [{ ...COMBINATION, p_together: 0.05 }] };
	await show(<ReplicationPage />, { research: { replication: () => ({ ...PUBLISHED, combinations }) } });
	await expect.element(page.getByText('None of them beats its base rate once all are taken into account.')).toBeVisible();
	await expect.element(page.getByText('(PBO)', { exact: false })).not.toBeInTheDocument();
	await expect.element(page.getByText('more combinations', { exact: false })).not.toBeInTheDocument();
});
