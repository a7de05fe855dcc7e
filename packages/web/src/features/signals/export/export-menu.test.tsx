import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_STATE } from '../../../entities/list-state/state.ts';
import type { OpenReport } from '../../../entities/readings/reading.ts';
import { show } from '../../../testing/page.tsx';
import { ExportMenu } from './export-menu.tsx';

const READING: OpenReport = {
	time: '2026-06-30T15:45:00Z',
	latest: '2026-06-30T15:45:00Z',
	oldest: null,
	newerMs: undefined,
	previousReport: undefined,
	accept: () => {},
	failed: false,
	retry: () => {},
};

it('offers the current list in each format, and closes on Escape', async () => {
	await show(<ExportMenu state={{ ...DEFAULT_STATE, tab: 'free' }} reading={READING} />);
	await page.getByRole('button', { name: 'Export' }).click();
	const panel = page.getByRole('dialog', { name: 'Export this list' });
	const link = panel.getByRole('link', { name: 'CSV for any program' });
	await expect.element(link).toHaveAttribute('download');
	const { pathname, searchParams } = new URL((link.element() as HTMLAnchorElement).href);
	expect(pathname).toMatch(/^\/api\//);
	expect(Object.fromEntries(searchParams)).toMatchObject({ format: 'csv', tab_type: 'free', date: '2026-06-30T15:45:00Z' });
	await userEvent.keyboard('{Escape}');
	await expect.element(panel).not.toBeInTheDocument();
	await expect.element(page.getByRole('button', { name: 'Export' })).toHaveFocus();
});

it('offers the columns of a table, in their order', async () => {
	await show(<ExportMenu state={{ ...DEFAULT_STATE, view: 'table', columns: ['cap', 'price'] }} reading={READING} />);
	await page.getByRole('button', { name: 'Export' }).click();
	const link = page.getByRole('link', { name: 'CSV for any program' });
	expect(new URL((link.element() as HTMLAnchorElement).href).searchParams.getAll('columns').join()).toBe('cap,price');
});
