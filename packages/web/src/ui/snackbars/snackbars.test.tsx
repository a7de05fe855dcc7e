import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { Dialog } from '../dialogs/dialog.tsx';
import { snack } from './snack.ts';

function bar(title: string) {
	return page.getByRole('alert').filter({ hasText: title });
}

describe('a snackbar', () => {
	it('says what happened, above everything, and goes by its button', async () => {
		await show(<p>Page</p>);
		snack.error('Failed', 'The server did not answer.');
		await expect.element(bar('Failed').getByText('The server did not answer.')).toBeVisible();
		await bar('Failed').getByRole('button', { name: 'Close' }).click();
		await expect.element(bar('Failed')).not.toBeInTheDocument();
	});

	it('takes back what was done by its button', async () => {
		let back = 0;
		await show(<p>Page</p>);
		snack.begin()('Frozen', 'Two tickers are hidden.', 'Undo', () => back++);
		await bar('Frozen').getByRole('button', { name: 'Undo' }).click();
		await expect.element(bar('Frozen')).not.toBeInTheDocument();
		expect(back).toBe(1);
	});

	it('takes back what was done by Ctrl+Z, once, and not from a field', async () => {
		let back = 0;
		await show(<input aria-label="Name" />);
		snack.begin()('Frozen', 'Two tickers are hidden.', 'Undo', () => back++);
		await page.getByLabelText('Name').click();
		await userEvent.keyboard('{Control>}z{/Control}');
		expect(back).toBe(0);
		(document.activeElement as HTMLElement).blur();
		await userEvent.keyboard('{Control>}z{/Control}{Control>}z{/Control}');
		expect(back).toBe(1);
	});

	it('can be reached while a dialog is open', async () => {
		const Page = () => {
			const ref = useRef<HTMLDialogElement>(null);
			return (
				<>
					<button type="button" onClick={() => ref.current?.showModal()}>
						Open
					</button>
					<Dialog dialog={ref} title="Edit">
						<button type="button" onClick={() => snack.info('Saved', 'The filter is kept.')}>
							Save
						</button>
					</Dialog>
				</>
			);
		};
		await show(<Page />);
		await page.getByRole('button', { name: 'Open' }).click();
		await page.getByRole('button', { name: 'Save' }).click();
		await bar('Saved').getByRole('button', { name: 'Close' }).click();
		await expect.element(bar('Saved')).not.toBeInTheDocument();
		await expect.element(page.getByRole('dialog')).toBeVisible();
	});
});
