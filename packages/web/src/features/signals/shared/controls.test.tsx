import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { DEFAULT_STATE, withTab } from '../../../entities/list-state/state.ts';
import { show } from '../../../testing/page.tsx';
import { Controls } from './controls.tsx';

const direction = page.getByRole('navigation', { name: 'Calls/Puts direction' });

it('offers the four tabs, and short and long of calls and puts for the open one', async () => {
	const chosen: string[] = [];
	const state = withTab(DEFAULT_STATE, 'free');
	const { getUrl } = await show(<Controls home="/main" state={state} remember={({ operation }) => chosen.push(operation)} />);
	for (const tab of ['Extreme rise', 'Extreme fall', 'Free', 'Coiled spring']) {
		await expect.element(page.getByRole('link', { name: tab })).toBeVisible();
	}
	await expect.element(direction.getByRole('link', { name: 'Calls/Puts short' })).toHaveAttribute('aria-current', 'true');
	await direction.getByRole('link', { name: 'long' }).click();
	await expect.poll(getUrl).toMatch(/^\/main\?.*operation=long/);
	expect(chosen).toEqual(['long']);
});
