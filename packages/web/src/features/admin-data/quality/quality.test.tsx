import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { show } from '../../../testing/page.tsx';
import { AdminQuality } from './quality.tsx';

const CHECKED = '2026-06-30T21:00:00Z';
const ITEMS = [
	{ kind: 'gaps', open: 2, newest: '2026-06-29', checked: CHECKED },
	{ kind: 'splits', open: 0, newest: null, checked: CHECKED },
	{ kind: 'quarantine', open: 3, newest: null, checked: CHECKED },
	{ kind: 'outliers', open: null, newest: null, checked: null },
] as const;

function open(dataQuality: NonNullable<NonNullable<Answers['operations']>['dataQuality']>) {
	return show(<AdminQuality search={{}} />, { operations: { dataQuality } });
}

it('counts what is open, with the newest and the list of each kind', async () => {
	await open(() => ({ items: [...ITEMS] }));
	await expect.element(page.getByRole('status')).toMatchTextContent(/^5 open problems\. 1 check has not run yet\./);
	const row = (name: RegExp) => page.getByRole('row', { name });
	await expect.element(row(/^Gaps 2 06\/29\/2026/)).toBeVisible();
	await expect.element(row(/^Splits 0 none/)).toBeVisible();
	await expect.element(row(/^Quarantine 3 in the list/)).toBeVisible();
	await expect.element(row(/^Outliers not checked yet unknown never/)).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Open gaps' })).toHaveAttribute('href', '/admin/data');
	await expect.element(page.getByRole('link', { name: 'Open splits' })).toHaveAttribute('href', '/admin/data?view=splits');
	for (const name of ['Open quarantine', 'Open quarantine for outliers'])
		await expect.element(page.getByRole('link', { name })).toHaveAttribute('href', '/admin/data?view=quarantine');
});

it('offers the first check where nothing was ever checked', async () => {
	await open(() => ({ items: ITEMS.map(({ kind }) => ({ kind, open: null, newest: null, checked: null })) }));
	await expect.element(page.getByText('Nothing checked yet')).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Find gaps' })).toHaveAttribute('href', '/admin/data');
});

it('says that it loads, and that it failed', async () => {
	const { promise, resolve } = Promise.withResolvers<void>();
	await open(async () => {
		await promise;
		return rejectCall(503, 'away');
	});
	await expect.element(page.getByRole('status')).toMatchTextContent(/^Loading/);
	resolve();
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
