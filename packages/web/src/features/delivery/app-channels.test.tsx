import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createDeliverySettings } from '../../testing/delivery.ts';
import { show } from '../../testing/page.tsx';
import { AppChannels } from './app-channels.tsx';
import type { MessageChannel, NewMessageChannel } from './use-delivery.ts';

function channel(overrides: Partial<MessageChannel> = {}): MessageChannel {
	return {
		id: '0197b3a2-0000-7000-8000-000000000001',
		service: 'discord',
		name: 'Desk',
		host: 'discord.com',
		state: 'ready',
		why: null,
		since: null,
		code_ends: null,
		created: '2026-06-30T15:45:00Z',
		delivered: null,
		failures: 0,
		...overrides,
	};
}

function made(overrides: Partial<NewMessageChannel>): NewMessageChannel {
	return { ...channel(overrides), code: null, link: null, ...overrides };
}

async function open(items: MessageChannel[], inbox: Answers['inbox'] = {}, telegram = true) {
	const shown = await show(<AppChannels settings={createDeliverySettings({ app: items.length > 0 })} change={async () => {}} />, {
		inbox: {
			deliverySettings: () => createDeliverySettings({ app: true }),
			messageChannels: () => ({ items: [...items], allowed: 3, telegram }),
			removeMessageChannel: ({ params }) => {
				items.splice(0, items.length, ...items.filter(({ id }) => id !== params.id));
				return undefined;
			},
			...inbox,
		},
	});
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `inbox.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

const SERVICE = () => page.getByRole('combobox', { name: 'Service' });

describe('apps', () => {
	it('say that there are none, and that they could not be loaded', async () => {
		await open([]);
		await expect.element(page.getByText('No apps connected yet.')).toBeVisible();
		await expect.element(page.getByRole('switch', { name: 'Apps' })).toBeDisabled();
	});

	it('are loaded again on request', async () => {
		let away = true;
		await open([], { messageChannels: () => (away ? rejectCall(503, 'Away') : { items: [channel()], allowed: 3, telegram: false }) });
		await expect.element(page.getByText('Couldn’t load your apps.')).toBeVisible();
		away = false;
		await page.getByRole('link', { name: 'Try again' }).click();
		await expect.element(page.getByRole('button', { name: 'Send test to Discord: Desk' })).toBeVisible();
		await expect.element(page.getByText('1 of 3 connected')).toBeVisible();
	});

	it('are tested, stopped with a reason, resumed and removed', async () => {
		const items = [channel({ state: 'stopped', why: 'Discord no longer knows the address (404).', since: '2026-06-30T15:45:00Z' })];
		const { given } = await open(items, {
			tryMessageChannel: () => ({ delivered: true, line: 'Discord accepted the message.' }),
			resumeMessageChannel: () => {
				items.splice(0, 1, channel());
				return channel();
			},
		});
		await expect.element(page.getByText(/^Stopped 06\/30\/2026 11:45 ET: Discord no longer knows/)).toBeVisible();
		await page.getByRole('button', { name: 'Send test to Discord: Desk' }).click();
		await expect.element(page.getByText('Discord accepted the message.')).toBeVisible();
		await page.getByRole('button', { name: 'Resume Discord: Desk' }).click();
		await expect.element(page.getByText(/^Stopped/)).not.toBeInTheDocument();
		await page.getByRole('button', { name: 'Remove Discord: Desk' }).click();
		await expect.element(page.getByText('No apps connected yet.')).toBeVisible();
		expect(given('removeMessageChannel')).toEqual([{ params: { id: channel().id }, body: {} }]);
	});

	it('are connected with what the service needs, and refused with the reason', async () => {
		const answers = [
			() => rejectCall(400, 'Bad Request', [{ field: 'url', message: 'The host must be public, not in a private network.' }]),
			() => made({ service: 'gotify' }),
		];
		const { given } = await open([], { addMessageChannel: () => (answers.shift() as () => NewMessageChannel)() });
		await page.getByRole('button', { name: 'Connect an app' }).click();
		await SERVICE().selectOptions('gotify');
		const connect = page.getByRole('button', { name: 'Connect', exact: true });
		await expect.element(connect).toBeDisabled();
		const address = page.getByRole('textbox', { name: 'Address' });
		await address.fill('https://10.0.0.1');
		await page.getByLabelText('Application token').fill(' abc ');
		await connect.click();
		await expect.element(address).toHaveAccessibleDescription('The host must be public, not in a private network.');
		await address.fill('https://gotify.example.com');
		await page.getByRole('textbox', { name: /^Name/ }).fill('Phone');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByRole('button', { name: 'Connect an app' })).toBeVisible();
		expect(given('addMessageChannel')).toEqual([
			{ body: { service: 'gotify', name: '', url: 'https://10.0.0.1', token: 'abc' } },
			{ body: { service: 'gotify', name: 'Phone', url: 'https://gotify.example.com', token: 'abc' } },
		]);
	});

	it('on Telegram show the code until the chat has sent it', async () => {
		const items: MessageChannel[] = [];
		const linking = { service: 'telegram', host: null, name: '', state: 'linking', code_ends: '2026-06-30T16:00:00Z' } as const;
		await open(items, {
			addMessageChannel: () => {
				items.push(channel(linking));
				return made({ ...linking, code: 'ABCDEFGH2345', link: 'https://t.me/signals_bot?start=ABCDEFGH2345' });
			},
		});
		await page.getByRole('button', { name: 'Connect an app' }).click();
		await SERVICE().selectOptions('telegram');
		await page.getByRole('button', { name: 'Connect', exact: true }).click();
		await expect.element(page.getByText('ABCDEFGH2345')).toBeVisible();
		await expect.element(page.getByText('Waiting for the code, until 06/30/2026 12:00 ET')).toBeVisible();
		await expect
			.element(page.getByRole('link', { name: 'Open Telegram' }))
			.toHaveAttribute('href', 'https://t.me/signals_bot?start=ABCDEFGH2345');
		items.splice(0, 1, channel({ ...linking, state: 'ready', code_ends: null }));
		await expect.element(page.getByText('ABCDEFGH2345')).not.toBeInTheDocument();
		await expect.element(page.getByRole('button', { name: 'Send test to Telegram' })).toBeVisible();
	});

	it('cannot be on Telegram without a bot', async () => {
		await open([], {}, false);
		await page.getByRole('button', { name: 'Connect an app' }).click();
		await SERVICE().selectOptions('telegram');
		await expect.element(page.getByText('The operator hasn’t set up a Telegram bot.')).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled();
	});
});
