import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { LicencePopup } from '../../features/reports/picker-panel.tsx';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';

async function open(accounts: NonNullable<Answers['accounts']>) {
	const shown = await show(<Page />, { accounts });
	await page.getByRole('button', { name: '11:45' }).click();
	await expect.element(page.getByRole('dialog')).toBeVisible();
	return shown;
}

function Page() {
	const dialog = useRef<HTMLDialogElement>(null);
	return (
		<>
			<button type="button" onClick={() => dialog.current?.showModal()}>
				11:45
			</button>
			<LicencePopup dialog={dialog} />
		</>
	);
}

describe('what a licence does not open', () => {
	it('leads to the plans', async () => {
		const { getUrl } = await open({ profile: () => createProfile({ license: 'basic' }) });
		await page.getByRole('link', { name: 'change license' }).click();
		await expect.poll(getUrl).toBe('/prices');
	});

	it('offers an account without a proven address its mail again, and says what came of it', async () => {
		let tries = 0;
		await open({
			profile: () => createProfile({ status: 'unconfirmed', license: null }),
			startConfirmation: () => {
				if (tries++ === 0) rejectCall(429, 'Too many requests, try again in 60 s');
				return { email: 'ann@example.com', expires: '2026-07-01T15:45:00Z' };
			},
		});
		const resend = page.getByRole('button', { name: 'Resend link' });
		await resend.click();
		await expect.element(page.getByText('Too many requests, try again in 60 s')).toBeVisible();
		await resend.click();
		await expect.element(page.getByText('We sent a link to ann@example.com.')).toBeVisible();
	});

	it('closes, and gives the focus back', async () => {
		await open({ profile: () => createProfile() });
		await page.getByRole('button', { name: 'Close' }).click();
		await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: '11:45' })).toHaveFocus();
	});
});
