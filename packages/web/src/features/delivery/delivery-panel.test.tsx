import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeliverySettings } from '../../entities/inbox/delivery-settings.ts';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createDeliverySettings } from '../../testing/delivery.ts';
import { createFilterList, createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { applyChange, type ListMail } from './use-delivery.ts';

const NO_CHANNELS = { items: [], allowed: 3, telegram: true };

async function open({ inbox = {}, filters = {} }: Pick<Answers, 'inbox' | 'filters'> = {}, overrides: Partial<DeliverySettings> = {}) {
	let stored = createDeliverySettings(overrides);
	const shown = await show(<DeliveryPanel />, {
		accounts: { profile: () => createProfile() },
		filters: {
			filters: () => createFilterList(createFilterSetting(), createFilterSetting({ id: 1, name: 'House rises', is_branded: true })),
			feedFilter: ({ body }) => createFilterSetting({ feed: body.feed }),
			...filters,
		},
		inbox: {
			deliverySettings: () => stored,
			changeDeliverySettings: ({ body }) => {
				stored = applyChange(stored, body);
				return stored;
			},
			pushBrowsers: () => ({ key: 'BKey', items: [] }),
			webhook: () => ({ url: null, created: null, delivered: null, failures: 0 }),
			messageChannels: () => NO_CHANNELS,
			listMails: () => ({ items: [], allowed: 10 }),
			...inbox,
		},
	});
	await expect.element(page.getByText('Changes are saved automatically.')).toBeVisible();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === call).map((one) => one.input);
	return { ...shown, inputsOf };
}

function changes(inputsOf: (call: string) => unknown[]) {
	return inputsOf('inbox.changeDeliverySettings').map((input) => (input as { body: unknown }).body);
}

describe('how notices are delivered', () => {
	it("shows what couldn't be loaded, and requests it again", async () => {
		let away = true;
		const unless = <A,>(answer: A): A => (away ? rejectCall(503, 'The database is away') : answer);
		await open({
			filters: { filters: () => unless(createFilterList(createFilterSetting())) },
			inbox: {
				pushBrowsers: () => unless({ key: 'BKey', items: [] }),
				webhook: () => unless({ url: null, created: null, delivered: null, failures: 0 }),
			},
		});
		const missing = ['Couldn’t load your browsers.', 'Couldn’t load your webhook address.', 'Couldn’t load filters.'];
		for (const each of missing) await expect.element(page.getByText(each)).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Set address' })).not.toBeInTheDocument();
		away = false;
		for (const each of missing) {
			await page.getByRole('status').filter({ hasText: each }).getByRole('link', { name: 'Try again' }).click();
			await expect.element(page.getByText(each)).not.toBeInTheDocument();
		}
		await expect.element(page.getByRole('button', { name: 'Set address' })).toBeEnabled();
		await expect.element(page.getByRole('switch', { name: 'Loud rises' })).toBeVisible();
	});

	it('is kept as it is changed', async () => {
		const { inputsOf } = await open();
		await page.getByRole('radio', { name: /^At the close/ }).click();
		await page.getByRole('switch', { name: 'Quiet hours' }).click();
		const from = page.getByLabelText('from', { exact: true });
		await from.fill('21:15');
		await userEvent.keyboard('{Enter}');
		await page.getByLabelText(/^Daily limit/).fill('500');
		await userEvent.keyboard('{Enter}');
		await page.getByRole('combobox', { name: /^Cool-down/ }).selectOptions('30 minutes');
		await page.getByRole('switch', { name: 'Favourites only' }).click();
		await page.getByRole('switch', { name: 'Mail' }).click();
		await expect
			.poll(() => changes(inputsOf))
			.toEqual([
				{ when: 'at_close' },
				{ quiet: { on: true } },
				{ quiet: { from: '21:15' } },
				{ most_a_day: 100 },
				{ cool_down: 30 },
				{ only_favourites: true },
				{ mail: true },
			]);
		await expect.element(from).toHaveValue('21:15');
	});

	it('says what is wrong, and shows what is kept', async () => {
		const { inputsOf } = await open({
			inbox: { changeDeliverySettings: () => rejectCall(400, 'Unknown time zone: use an IANA name, such as Europe/Vienna') },
		});
		const zone = page.getByLabelText('Time zone');
		await zone.fill('Moon/Base');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByRole('alert').filter({ hasText: 'Unknown time zone' })).toBeVisible();
		await expect.element(zone).toHaveValue('America/New_York');
		expect(changes(inputsOf)).toEqual([{ zone: 'Moon/Base' }]);
	});

	it('says why a way was stopped, which is off until it is switched on again', async () => {
		const stopped = [{ channel: 'mail', why: 'The mail server refused the address.', since: '2026-06-30T15:45:00Z' }] as const;
		const { inputsOf } = await open({}, { mail: true, stopped: [...stopped] });
		const reason = page.getByText(/Stopped 06\/30\/2026 11:45 ET: The mail server refused the address\./);
		await expect.element(reason).toBeVisible();
		const mail = page.getByRole('switch', { name: 'Mail' });
		await expect.element(mail).not.toBeChecked();
		await mail.click();
		await expect.element(mail).toBeChecked();
		await expect.element(reason).not.toBeInTheDocument();
		await expect.poll(() => changes(inputsOf)).toEqual([{ mail: true }]);
	});

	it("shows that it couldn't be loaded", async () => {
		await open({ inbox: { deliverySettings: () => rejectCall(503, 'Away') } });
		await expect.element(page.getByText('Couldn’t load delivery settings.')).toBeVisible();
	});
});

describe('an address of one’s own', () => {
	it('shows its secret once, and is rejected with the reason', async () => {
		let url: string | null = null;
		const { inputsOf } = await open({
			inbox: {
				webhook: () => ({ url, created: null, delivered: null, failures: 0 }),
				setWebhook: ({ body }) => {
					if (body.url.includes('10.0.0.1'))
						return rejectCall(400, 'Bad Request', [{ field: 'url', message: 'This address is not in the public internet.' }]);
					url = body.url;
					return { url: body.url, secret: 'whsec_abc' };
				},
				removeWebhook: () => {
					url = null;
					return undefined;
				},
			},
		});
		await page.getByRole('button', { name: 'Set address' }).click();
		const address = page.getByRole('textbox', { name: /^Address/ });
		await address.fill('https://10.0.0.1/hook');
		await userEvent.keyboard('{Enter}');
		await expect.element(address).toHaveAccessibleDescription('This address is not in the public internet.');
		await address.fill('https://hooks.example.com/signals');
		await userEvent.keyboard('{Enter}');
		await expect.element(page.getByText('whsec_abc')).toBeVisible();
		await page.getByRole('button', { name: 'I have saved it' }).click();
		await expect.element(page.getByText('whsec_abc')).not.toBeInTheDocument();
		await page.getByRole('button', { name: 'Remove' }).click();
		await expect.element(page.getByRole('button', { name: 'Set address' })).toBeVisible();
		expect(inputsOf('inbox.removeWebhook')).toHaveLength(1);
	});
});

describe('a trial', () => {
	it('says what came of it', async () => {
		await open({
			inbox: {
				deliverySettings: () => createDeliverySettings({ mail: true }),
				tryDelivery: () => ({ delivered: false, line: 'No mail server is set up: the mail is in the outbox.' }),
			},
		});
		await page.getByRole('button', { name: 'Send test by mail' }).click();
		await expect.element(page.getByText('No mail server is set up: the mail is in the outbox.')).toBeVisible();
	});
});

describe('the filters that send', () => {
	it('are the reader’s own, each switched here', async () => {
		const { inputsOf } = await open();
		await expect.element(page.getByRole('switch', { name: 'House rises' })).not.toBeInTheDocument();
		const one = page.getByRole('switch', { name: 'Loud rises' });
		await one.click();
		await expect.element(one).toBeChecked();
		expect(inputsOf('filters.feedFilter')).toEqual([{ params: { id: 7 }, body: { feed: true } }]);
	});

	it('are as they were where it was not kept', async () => {
		await open({ filters: { feedFilter: () => rejectCall(503, 'The store is away') } });
		const one = page.getByRole('switch', { name: 'Loud rises' });
		await one.click();
		await expect.element(page.getByRole('alert').filter({ hasText: 'The store is away' })).toBeVisible();
		await expect.element(one).not.toBeChecked();
	});
});

describe('lists by mail', () => {
	const mail = { id: 4, filter: null, filter_name: null, tab_type: 'free', slot: '10:00', next: '2026-07-01T14:00:00Z' } as const;

	it('are scheduled for a tab or a saved filter, and deleted', async () => {
		let items: ListMail[] = [];
		const { inputsOf } = await open({
			filters: { filters: () => createFilterList(createFilterSetting({ id: 7, name: 'Heavy openings', tab: 'free' })) },
			inbox: {
				listMails: () => ({ items, allowed: 10 }),
				addListMail: () => {
					items = [mail, { ...mail, id: 5, filter: 7, filter_name: 'Heavy openings' }];
					return mail;
				},
				deleteListMail: () => {
					items = [];
					return undefined as never;
				},
			},
		});
		const list = page.getByRole('combobox', { name: 'List', exact: true });
		await list.selectOptions('Heavy openings');
		await page.getByRole('combobox', { name: /^Time of the report/ }).selectOptions('15:45');
		await page.getByRole('button', { name: 'Schedule list' }).click();
		await expect.element(page.getByText(/^Heavy openings, 10:00 ET next/)).toBeVisible();
		await expect.element(page.getByText(/^Free, 10:00 ET next 07\/01\/2026.10:00.AM.ET$/)).toBeVisible();
		expect(inputsOf('inbox.addListMail')).toEqual([{ body: { filter: 7, tab_type: 'free', slot: '15:45' } }]);
		await page.getByRole('button', { name: 'Delete scheduled list: Free, 10:00 ET' }).click();
		await expect.element(page.getByText(/^Get a ranked list by mail/)).toBeVisible();
		expect(inputsOf('inbox.deleteListMail')).toEqual([{ params: { id: 4 }, body: {} }]);
	});

	it('say why one is refused', async () => {
		await open({
			inbox: { addListMail: () => rejectCall(403, "Your licence doesn't include the reports of 10:00. Choose another time.") },
		});
		await page.getByRole('button', { name: 'Schedule list' }).click();
		await expect.element(page.getByText(/^Your licence doesn't include/)).toBeVisible();
	});

	it('are shown as failed where they could not be loaded', async () => {
		await open({ inbox: { listMails: () => rejectCall(503, 'The database is away') } });
		await expect.element(page.getByText('Couldn’t load your scheduled lists.')).toBeVisible();
	});
});
