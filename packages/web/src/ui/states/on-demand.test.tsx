import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { onDemand } from './on-demand.tsx';

function Greeting({ name }: { name: string }) {
	return <p>Good day, {name}</p>;
}

describe('a part on demand', () => {
	it('is fetched once, when it is drawn first', async () => {
		let fetched = 0;
		const Part = onDemand(async () => {
			fetched++;
			return Greeting;
		});
		expect(fetched).toBe(0);
		await show(
			<>
				<Part name="Ada" />
				<Part name="Bo" />
			</>,
		);
		await expect.element(page.getByText('Good day, Ada')).toBeVisible();
		await expect.element(page.getByText('Good day, Bo')).toBeVisible();
		expect(fetched).toBe(1);
	});

	it('stands at once when it was fetched before', async () => {
		const Part = onDemand(async () => Greeting);
		Part.fetch();
		await Promise.resolve();
		await show(<Part name="Ada" />);
		await expect.element(page.getByText('Good day, Ada')).toBeVisible();
	});

	it('says that it is on its way, over the page where it has no panel', async () => {
		let come = (_: typeof Greeting): void => {};
		const Part = onDemand(
			() =>
				new Promise<typeof Greeting>((resolve) => {
					come = resolve;
				}),
			true,
		);
		await show(<Part name="Ada" />);
		await expect.element(page.getByRole('status')).toHaveTextContent('Loading...');
		come(Greeting);
		await expect.element(page.getByText('Good day, Ada')).toBeVisible();
		await expect.element(page.getByRole('status')).not.toBeInTheDocument();
	});

	it('says that it did not come, and comes when it is asked for again', async () => {
		let reachable = false;
		const Part = onDemand(async () => {
			if (!reachable) throw new TypeError('Failed to fetch dynamically imported module');
			return Greeting;
		});
		await show(<Part name="Ada" />);
		await expect.element(page.getByText(/Failed to load data/)).toBeVisible();
		reachable = true;
		await page.getByRole('button', { name: 'Try again' }).click();
		await expect.element(page.getByText('Good day, Ada')).toBeVisible();
	});
});
