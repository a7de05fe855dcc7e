import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createProfile } from '../../testing/accounts.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { Footer } from './footer.tsx';

const targets = page.getByRole('link', { name: 'Target lists' });

it('the footer leads who is signed in to the target lists', async () => {
	await show(<Footer />, { accounts: { profile: () => createProfile({ license: 'basic' }) } });
	await expect.element(targets).toHaveAttribute('href', '/target');
});

it('the footer leads no visitor to the target lists, which ask for a session', async () => {
	await show(<Footer />, { accounts: { profile: () => rejectCall(401, 'No authorization information has been supplied') } });
	await expect.element(page.getByRole('link', { name: 'Plans' })).toBeVisible();
	await expect.element(targets).not.toBeInTheDocument();
});

it('the footer names the version', async () => {
	await show(<Footer />, { accounts: { profile: () => rejectCall(401, 'No authorization information has been supplied') } });
	await expect.element(page.getByText(/^Signalwheel \d+\.\d+\.\d+/)).toBeVisible();
});
