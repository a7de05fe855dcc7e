import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { createFilterList } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { DecisionDialog } from './decision-form.tsx';

const dialog = page.getByRole('dialog', { name: 'Log a decision' });

it('logs a decision with the direction and bar length of the list, and closes', async () => {
	const close = vi.fn();
	let fails = true;
	const { calls } = await show(<DecisionDialog start={{ ticker: 'DELAR', operation: 'short', strategy: 'second' }} close={close} />, {
		filters: { filters: () => createFilterList() },
		prices: { tickers: () => ({ total_count: 1, items: [{ ticker_id: 11, ticker: 'DELAR' }] }) as never },
		research: { addDecision: () => (fails ? rejectCall(503, 'Away') : ({} as never)) },
	});
	await expect.element(dialog.getByLabelText('Ticker')).toHaveValue('DELAR');
	await expect.element(dialog.getByLabelText('Expected direction')).toHaveValue('short');
	await dialog.getByLabelText('Decision').selectOptions('Watching');
	await dialog.getByRole('button', { name: 'Log decision' }).click();
	await expect.element(dialog.getByRole('alert').first()).toBeVisible();
	expect(close).not.toHaveBeenCalled();
	fails = false;
	await dialog.getByLabelText('Why').fill('Loud');
	await userEvent.keyboard('{Enter}');
	await expect.poll(() => close.mock.calls.length).toBe(1);
	await expect.element(page.getByText('Decision logged.')).toBeVisible();
	expect(calls.filter(({ call }) => call === 'research.addDecision').at(-1)?.input).toMatchObject({
		body: { ticker_id: 11, decision: 'watching', operation: 'short', filter: null, note: 'Loud' },
	});
});

it('closes by Escape without logging anything', async () => {
	const close = vi.fn();
	const { calls } = await show(<DecisionDialog start={{ ticker: 'DELAR' }} close={close} />, {
		filters: { filters: () => createFilterList() },
	});
	await dialog.getByRole('button', { name: 'Cancel' }).element().focus();
	await userEvent.keyboard('{Escape}');
	await expect.poll(() => close.mock.calls.length).toBe(1);
	expect(calls.map(({ call }) => call)).not.toContain('research.addDecision');
});
