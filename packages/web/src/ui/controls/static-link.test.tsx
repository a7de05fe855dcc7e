import { lazyRouteComponent } from '@tanstack/react-router';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { StaticLink } from './static-link.tsx';

const LINK = { to: '/ticker/$id', params: { id: '11' } } as const;

/** A link to a page whose code is loaded on demand. */
async function open() {
	const fetched = vi.fn(async () => ({ Ticker: () => <h1>AMD</h1> }));
	const shown = await show(
		<>
			<button type="button">before</button>
			<StaticLink link={LINK}>AMD</StaticLink>
		</>,
		{},
		lazyRouteComponent(fetched, 'Ticker'),
	);
	return { ...shown, fetched };
}

const link = page.getByRole('link', { name: 'AMD' });

describe('a link that stands still', () => {
	it('fetches the code of its page when it is pointed at, once, and asks for no data', async () => {
		const { calls, getUrl, fetched } = await open();
		expect(fetched).not.toHaveBeenCalled();
		await link.hover();
		await expect.poll(() => fetched.mock.calls.length).toBe(1);
		await page.getByRole('button', { name: 'before' }).hover();
		await link.hover();
		expect([fetched.mock.calls.length, calls, getUrl()]).toEqual([1, [], '/here']);
	});

	it('does so for a keyboard, too, and is followed by Enter', async () => {
		const { getUrl, fetched } = await open();
		await page.getByRole('button', { name: 'before' }).click();
		await userEvent.keyboard('{Tab}');
		await expect.element(link).toHaveFocus();
		await expect.poll(() => fetched.mock.calls.length).toBe(1);
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByRole('heading', { name: 'AMD' })).toBeVisible();
		expect(getUrl()).toBe('/ticker/11');
	});

	it('leaves a new tab to the browser', async () => {
		const { getUrl } = await open();
		let left: boolean | undefined;
		addEventListener(
			'click',
			(event) => {
				left = !event.defaultPrevented;
				event.preventDefault();
			},
			{ once: true },
		);
		await link.click({ modifiers: ['Control'] });
		expect([left, getUrl()]).toEqual([true, '/here']);
	});

	it('is followed although the code could not be fetched before', async () => {
		const fetched = vi.fn(async () => ({ Ticker: () => <h1>AMD</h1> }));
		fetched.mockRejectedValueOnce(new Error('Not reachable'));
		await show(<StaticLink link={LINK}>AMD</StaticLink>, {}, lazyRouteComponent(fetched, 'Ticker'));
		await link.hover();
		await expect.poll(() => fetched.mock.calls.length).toBe(1);
		await link.click();
		await expect.element(page.getByRole('heading', { name: 'AMD' })).toBeVisible();
	});
});
