import { exchangeDate } from '@sw/domain/time/units';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { show } from '../../testing/page.tsx';
import { Popover } from '../../ui/dialogs/popover.tsx';
import { PickerPanel } from './picker-panel.tsx';
import type { Slot } from './picker-view.ts';

const LATEST = '2026-06-30T15:45:00Z';
const opened = vi.fn();

function slot(time: string, overrides: Partial<Slot>): Slot {
	return {
		time,
		report: 'basic',
		algo: 'standard' as Slot['algo'],
		is_use: true,
		first: false,
		date: `2026-06-30T${time}Z`,
		published: true,
		tickers: 1200,
		locked: false,
		...overrides,
	};
}

const panel = page.getByRole('dialog', { name: 'Choose a report' });

beforeEach(async () => {
	opened.mockClear();
	await show(
		<div style={{ paddingLeft: 700, width: 900 }}>
			<Popover button="Latest report" label="Choose a report">
				{() => (
					<PickerPanel today={exchangeDate('2026-06-30')} current={LATEST} latest={LATEST} oldest="2026-01-02T14:45:00Z" open={opened} />
				)}
			</Popover>
		</div>,
		{
			accounts: { profile: () => createProfile({ license: 'basic' }) },
			prices: { holidays: () => ({ items: [] }) },
			reports: {
				schedule: ({ query }) => ({
					date: query.time,
					session: { open: '2026-06-30T13:30:00Z', close: '2026-06-30T20:00:00Z', early_close: false },
					holiday: null,
					now: LATEST,
					latest: LATEST,
					items: [
						slot('15:00:00', { tickers: 600 }),
						slot('15:15:00', { report: 'pro', locked: true }),
						slot('15:45:00', {}),
						slot('16:00:00', { published: false, tickers: null }),
						slot('20:01:00', { published: false, tickers: null, locked: true, report: 'pro', algo: 'forecast' }),
					],
				}),
			},
		},
	);
	await page.getByRole('button', { name: 'Latest report' }).click();
	await expect.element(panel.getByRole('button', { name: /Open the report of 11:00/ })).toBeVisible();
});

describe('the report picker', () => {
	it('opens a report by a click, and the one that is read is marked', async () => {
		await expect.element(panel.getByRole('button', { name: /Open the report of 11:45/ })).toHaveAttribute('aria-current', 'true');
		await panel.getByRole('button', { name: /Open the report of 11:00/ }).click();
		await expect.poll(() => opened.mock.calls).toEqual([['2026-06-30T15:00:00Z', false]]);
	});

	it('shows the length of each list beside its time, with a bar relative to the longest', async () => {
		const short = panel.getByRole('button', { name: 'Open the report of 11:00, 600 tickers' });
		await expect.element(short).toBeVisible();
		expect(short.element().querySelector('small')?.dataset['text']).toBe('600');
		const widths = [short, panel.getByRole('button', { name: /^Open the report of 11:45, 1,200 tickers/ })].map(
			(button) => button.element().querySelector<HTMLElement>('span > span')?.style.width,
		);
		expect(widths).toEqual(['50%', '100%']);
	});

	it('does not open what is not published yet', async () => {
		await expect.element(panel.getByRole('button', { name: /12:00.*not published/ })).toBeDisabled();
	});

	it('marks what the licence does not open before it is published, and its words fit', async () => {
		const button = panel.getByRole('button', { name: '16:01 forecast, not published, requires pro' });
		const box = button.element();
		expect(box.querySelector('svg')).not.toBeNull();
		expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
	});

	it('says at a locked report which licence it needs; closing that leaves the panel open', async () => {
		await panel.getByRole('button', { name: /11:15.*requires pro/ }).click();
		const popup = page.getByRole('dialog', { name: 'You need update your license' });
		await expect.element(popup).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await expect.element(popup).not.toBeInTheDocument();
		await expect.element(panel).toBeVisible();
		expect(opened).not.toHaveBeenCalled();
	});

	it('walks the days by arrow keys, one tab stop for all', async () => {
		const days = panel.getByRole('toolbar', { name: 'Trading days' });
		const current = days.getByRole('button', { name: /06\/30\/2026/ });
		await current.click();
		await userEvent.keyboard('{ArrowLeft}');
		await expect.element(days.getByRole('button', { name: /06\/29\/2026/ })).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		await expect.element(days.getByRole('button', { name: /06\/29\/2026/ })).toHaveAttribute('aria-current', 'date');
	});

	it('goes to another month', async () => {
		await panel.getByRole('combobox', { name: 'Month' }).selectOptions('May');
		await expect.element(panel.getByRole('button', { name: /05\/29\/2026/ })).toHaveAttribute('aria-current', 'date');
	});
});
