import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import type { Setup } from './queries.ts';
import { AdminSetup } from './setup.tsx';

function open(overrides: Partial<Setup> = {}, answers: NonNullable<Answers['operations']> = {}) {
	return show(<AdminSetup search={{}} />, { operations: { setup: () => state(overrides), ...answers } });
}

function state(overrides: Partial<Setup> = {}): Setup {
	return {
		needed: true,
		provider: 'files',
		label: 'Imported files',
		phase: 'Ready',
		waits: null,
		origin: 'https://signals.example',
		mails: false,
		email: 'ann@example.test',
		...overrides,
	};
}

function inputsOf({ calls }: Awaited<ReturnType<typeof open>>, call: string) {
	return calls.filter((one) => one.call === `operations.${call}`).map((one) => one.input);
}

const lines = page.getByLabelText('Environment lines');

function linesText(): string {
	return (lines.element() as HTMLTextAreaElement).value;
}

function field(name: string) {
	return page.getByLabelText(name, { exact: true });
}

it('says what a market of files waits for, and leads to the import', async () => {
	await open();
	await expect.element(page.getByText(/none has been imported/)).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Import a file' })).toHaveAttribute('href', '/admin/data?view=import');
	await expect.element(page.getByRole('link', { name: 'Health' })).toHaveAttribute('href', '/admin/health');
	await expect.element(page.getByRole('button', { name: 'Test' })).not.toBeInTheDocument();
});

it.each([
	[{ provider: 'alpaca', waits: 'alpaca refuses the key.' }, /The market is waiting: alpaca refuses the key\./],
	[{ provider: 'yahoo', phase: 'Filling 40 sessions' }, /Loading the market: Filling 40 sessions\./],
	[{ needed: false }, /A market is loaded\. Tests on this page don’t change it\./],
])('says how %j stands', async (differs, text) => {
	await open(differs);
	await expect.element(page.getByText(text)).toBeVisible();
});

it('tests a key, shows the result, and shows the lines without it', async () => {
	const shown = await open({}, { tryProvider: () => ({ outcome: 'partly', lines: ['tickers: 2 of 2', 'splits: NO, not in this plan'] }) });
	await field('Data source').selectOptions('alpaca');
	await expect.element(page.getByText(/Sends one request per data type to Alpaca/)).toBeVisible();
	await field('Key ID').fill('PK1');
	await field('Secret key').fill('hidden');
	await field('Symbols').fill('AAPL,MSFT');
	expect(inputsOf(shown, 'tryProvider')).toEqual([]);
	await page.getByRole('button', { name: 'Test' }).click();
	await expect.element(page.getByText('Some data was received.', { exact: false })).toBeVisible();
	await expect.element(page.getByText('splits: NO, not in this plan')).toBeVisible();
	expect(inputsOf(shown, 'tryProvider')).toEqual([{ body: { provider: 'alpaca', key: 'PK1', secret: 'hidden', symbols: 'AAPL,MSFT' } }]);
	await expect.poll(linesText).toMatch(/SIGNALWHEEL_ALPACA_KEY=•+/);
	expect(linesText()).not.toContain('hidden');
	await page.getByRole('button', { name: 'Show keys' }).click();
	await expect.poll(linesText).toContain('SIGNALWHEEL_ALPACA_SECRET=hidden');
	await field('Data source').selectOptions('massive');
	await expect.element(page.getByText('splits: NO, not in this plan')).not.toBeInTheDocument();
});

it('says at the field what is wrong with it', async () => {
	await open({}, { tryProvider: () => rejectCall(400, 'Malformed', [{ field: 'key', message: 'It needs a key.' }]) });
	await field('Data source').selectOptions('massive');
	await page.getByRole('button', { name: 'Test' }).click();
	await expect.element(page.getByText('It needs a key.')).toBeVisible();
	await expect.element(field('API key')).toHaveFocus();
});

it('sends a mail to the administrator only, and shows what the server did with it', async () => {
	let sent = false;
	const shown = await open({}, { tryMail: () => ({ sent, line: sent ? 'It has taken a mail.' : 'It does not accept the user.' }) });
	await expect.element(page.getByText(/Sends a mail to ann@example\.test through this server/)).toBeVisible();
	await field('Mail server').fill('smtp://ann:p@mail.example');
	await field('Sender').fill('us@example.test');
	await page.getByRole('button', { name: 'Send test mail' }).click();
	await expect.element(page.getByText('It does not accept the user.')).toBeVisible();
	sent = true;
	await page.getByRole('button', { name: 'Send test mail' }).click();
	await expect.element(page.getByText('It has taken a mail.')).toBeVisible();
	expect(inputsOf(shown, 'tryMail')[0]).toEqual({ body: { url: 'smtp://ann:p@mail.example', from: 'us@example.test' } });
	await expect.poll(linesText).toMatch(/SIGNALWHEEL_SMTP_URL=•+/);
});

it('shows what can be seen of an address, and sends no request', async () => {
	const shown = await open();
	const address = field('Public address');
	await expect.element(address).toHaveValue('https://signals.example');
	await expect.element(page.getByText(/Can’t be checked from here/)).toBeVisible();
	await address.fill('signals');
	await expect.element(address).toHaveAttribute('aria-invalid', 'true');
	await address.fill('http://signals.example');
	await expect.element(page.getByText(/Not encrypted/)).toBeVisible();
	await expect.poll(linesText).toContain('SIGNALWHEEL_ORIGIN=http://signals.example');
	await address.fill(location.origin);
	await expect.element(page.getByText(/Correct: this page/)).toBeVisible();
	expect(shown.calls.every(({ call }) => call === 'operations.setup')).toBe(true);
});

it('copies the lines whole, or says how else they are taken', async () => {
	await open();
	await page.getByRole('button', { name: 'Copy lines' }).click();
	await expect.element(page.getByRole('alert').filter({ hasText: 'Environment variables' })).toBeVisible();
});

it('fails with a way to try again', async () => {
	await open({}, { setup: () => rejectCall(500, 'Broken') });
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});
