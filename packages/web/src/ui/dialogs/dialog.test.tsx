import { useRef, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { ConfirmButton, ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Sheet } from './sheet.tsx';

const opener = page.getByRole('button', { name: 'Open' });
const dialog = page.getByRole('dialog', { name: 'Freeze?' });

function Opener({ kind: Of }: { kind: 'dialog' | 'sheet' }) {
	const ref = useRef<HTMLDialogElement>(null);
	const [closed, setClosed] = useState(0);
	const inner = <input aria-label="Reason" />;
	const onClose = (): void => setClosed(closed + 1);
	return (
		<>
			<button type="button" onClick={() => ref.current?.showModal()}>
				Open
			</button>
			<output>closed {closed}</output>
			{Of === 'sheet' ? (
				<Sheet sheet={ref} title="Freeze?" onClose={onClose}>
					{inner}
				</Sheet>
			) : (
				<Dialog dialog={ref} title="Freeze?" onClose={onClose}>
					{inner}
				</Dialog>
			)}
		</>
	);
}

describe('a dialog', () => {
	it('keeps Tab within, closes by Escape and gives the focus back', async () => {
		await show(<Opener kind="dialog" />);
		await opener.click();
		await expect.element(dialog).toBeVisible();
		await expect.element(page.getByLabelText('Reason')).toHaveFocus();
		await userEvent.keyboard('{Tab}');
		expect(document.activeElement).not.toBe(opener.element());
		await userEvent.keyboard('{Escape}');
		await expect.element(page.getByText('closed 1')).toBeVisible();
		await expect.element(opener).toHaveFocus();
	});

	it('stays when the reader clicks beside it', async () => {
		await show(<Opener kind="dialog" />);
		await opener.click();
		await userEvent.fill(page.getByLabelText('Reason'), 'earnings');
		await userEvent.click(dialog, { position: { x: 5, y: 5 } });
		await expect.element(page.getByLabelText('Reason')).toHaveValue('earnings');
	});
});

describe('a sheet', () => {
	it('closes by its button and by a click beside it', async () => {
		await show(<Opener kind="sheet" />);
		await opener.click();
		await page.getByRole('button', { name: 'Close' }).click();
		await expect.element(page.getByText('closed 1')).toBeVisible();
		await opener.click();
		await expect.element(dialog).toBeVisible();
		document.elementFromPoint(20, 400)?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
		await expect.element(page.getByText('closed 2')).toBeVisible();
	});
});

const sure = page.getByRole('button', { name: 'Yes, delete' });

describe('a question before what cannot be undone', () => {
	it('acts once however often it is clicked, and shuts when it is done', async () => {
		const acts: (() => void)[] = [];
		await show(
			<ConfirmButton
				label="Delete"
				detail="It is gone for good."
				confirmLabel="Yes, delete"
				act={() => new Promise((done) => acts.push(done))}
			/>,
		);
		await page.getByRole('button', { name: 'Delete' }).click();
		const button = sure.element() as HTMLButtonElement;
		button.click();
		button.click();
		await expect.element(sure).toBeDisabled();
		expect(acts).toHaveLength(1);
		acts[0]?.();
		await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'Delete' })).toHaveFocus();
	});

	it('does nothing when the reader thinks better of it', async () => {
		let acts = 0;
		await show(<ConfirmButton label="Delete" detail="It is gone for good." confirmLabel="Yes, delete" act={async () => void acts++} />);
		await page.getByRole('button', { name: 'Delete' }).click();
		await page.getByRole('button', { name: 'Cancel' }).click();
		await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
		expect(acts).toBe(0);
	});

	it('says what went wrong and can be asked again', async () => {
		const Asking = () => {
			const ref = useRef<HTMLDialogElement>(null);
			return (
				<>
					<button type="button" onClick={() => ref.current?.showModal()}>
						Open
					</button>
					<ConfirmDialog
						dialog={ref}
						title="Freeze?"
						detail="Sure?"
						confirmLabel="Yes, delete"
						act={async () => Promise.reject(new Error('The list is being read'))}
					/>
				</>
			);
		};
		await show(<Asking />);
		await opener.click();
		await sure.click();
		await expect.element(page.getByRole('alert')).toHaveTextContent('The list is being read');
		await expect.element(sure).toBeEnabled();
		await userEvent.keyboard('{Escape}');
		await opener.click();
		await expect.element(page.getByRole('alert')).toBeEmptyDOMElement();
	});
});
