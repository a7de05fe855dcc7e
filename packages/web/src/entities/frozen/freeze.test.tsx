import { useQuery } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { useFreeze } from './freeze.ts';

/** A list of one ticker, read from `read`, with a button that freezes it. */
function List({ read }: { read: () => number }) {
	useQuery({
		queryKey: ['signals', 'list', 'white_list'],
		queryFn: () => {
			read();
			return { items: [{ ticker_id: 7, ticker: 'AMD' }] };
		},
	});
	const { freeze, narrowest } = useFreeze({ tab: 'free', filter: undefined });
	return (
		<button type="button" onClick={() => void freeze({ tickers: [7], scope: narrowest })}>
			Freeze
		</button>
	);
}

it('freezing names the ticker as a success, and lists of other tabs are read again', async () => {
	let reads = 0;
	const received: unknown[] = [];
	const other = new BroadcastChannel('signalwheel-frozen');
	other.onmessage = ({ data }) => received.push(data);
	await show(<List read={() => ++reads} />, { filters: { freeze: () => undefined as never } });
	await expect.poll(() => reads).toBe(1);
	await page.getByRole('button', { name: 'Freeze' }).click();
	const toast = page.getByRole('alert').filter({ hasText: 'Update frozen list' });
	await expect.element(toast.getByText('AMD', { exact: false })).toBeVisible();
	await expect.element(toast).toHaveAttribute('data-snack', 'success');
	await expect.poll(() => received).toEqual(['changed']);
	await expect.poll(() => reads).toBe(2);
	other.postMessage('changed');
	await expect.poll(() => reads).toBe(3);
	other.close();
});
