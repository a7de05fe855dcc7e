import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { showReportLoadFailure } from './show-report-load-failure.ts';

it.each([
	['/main', 'warning'],
	['/reports', 'error'],
	['/reports/2026-06-30T15:45:00Z', 'error'],
])('a last report that could not be loaded is said on %s in a tone of %s', async (path, tone) => {
	await show(null);
	showReportLoadFailure(path);
	const alert = page.getByRole('alert').filter({ hasText: 'Failed to load last report' });
	await expect.element(alert.getByText('Report navigation is not available')).toBeVisible();
	await expect.element(alert).toHaveAttribute('data-snack', tone);
});
