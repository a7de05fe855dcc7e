import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { readListState } from '../list-state/search.ts';
import { PLANTED_LISTS, SimulatorContents } from './simulator-contents.tsx';

function healthOf(simulated: boolean) {
	return { operations: { health: () => ({ provider: { simulated } }) as never } };
}

describe('what the simulator contains', () => {
	it('is said beside records of the simulated market, with a list that finds each effect', async () => {
		await show(<SimulatorContents />, healthOf(true));
		await page.getByText('Simulated market: what it contains').click();
		await expect.element(page.getByText('Three effects are planted in it', { exact: false })).toBeVisible();
		const links = page.getByRole('link', { name: 'List that finds it', exact: false });
		await expect.element(links.first()).toBeVisible();
		const states = links.elements().map((link) => {
			const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href);
			expect(pathname).toBe('/main');
			const { state, refused } = readListState(Object.fromEntries(searchParams));
			expect(refused).toEqual([]);
			return state;
		});
		expect(states).toHaveLength(PLANTED_LISTS.length);
		for (const [at, { state }] of PLANTED_LISTS.entries()) {
			const { operation, strategy, unsaved, choice } = states[at]!;
			expect({ operation, strategy, entries: unsaved?.entries, marketcap: [...choice.marketcap].sort() }).toEqual({
				operation: state.operation,
				strategy: state.strategy,
				entries: state.unsaved?.entries,
				marketcap: [...state.choice.marketcap].sort(),
			});
		}
	});

	it('is not said on other markets', async () => {
		const { calls } = await show(<SimulatorContents />, healthOf(false));
		await expect.poll(() => calls.length).toBe(1);
		await expect.element(page.getByText('Simulated market', { exact: false })).not.toBeInTheDocument();
	});
});
