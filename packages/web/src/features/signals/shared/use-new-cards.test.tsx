import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Card } from '../../../lib/api/types.ts';
import { show } from '../../../testing/page.tsx';
import { useEnteredCards } from './use-new-cards.ts';

function cards(...ids: number[]) {
	return ids.map((ticker_id) => ({ ticker_id })) as Card[];
}

const STEPS = [
	{ list: 'free', report: '11:45', items: cards(1, 2, 3) },
	{ list: 'free', report: '12:00', items: cards(3, 4, 1) },
	{ list: 'rise', report: '12:00', items: cards(7, 8) },
	{ list: 'rise', report: '12:15', items: cards(8, 7) },
] as const;

function List() {
	const [at, go] = useState(0);
	const step = STEPS[at] ?? STEPS[0];
	const entered = useEnteredCards(step.list, step.report, step.items);
	return (
		<>
			<p>
				{step.list} {step.report}: {[...entered].join() || 'none'}
			</p>
			<button type="button" onClick={() => go(at + 1)}>
				Next
			</button>
		</>
	);
}

describe('who is new in a list', () => {
	it('are those that the report before did not have, also where the first one was there at once', async () => {
		await show(<List />);
		await expect.element(page.getByText('free 11:45: none')).toBeVisible();
		for (const reported of ['free 12:00: 4', 'rise 12:00: none', 'rise 12:15: none']) {
			await page.getByRole('button', { name: 'Next' }).click();
			await expect.element(page.getByText(reported)).toBeVisible();
		}
	});
});
