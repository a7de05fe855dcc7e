/** Messages, their delivery, and the administrators' view of both: the browser gets staged answers, the product stays unchanged. */
import type { Page } from '@playwright/test';
import type { Step } from './staged.ts';

const CREATED = '2026-06-30T15:45:40Z';

function createFilterAlert(id: number, overrides: object) {
	return {
		id,
		kind: 'filter',
		subject: 'Busy hour',
		summary: '3 entered, 2 left',
		created: CREATED,
		read: true,
		filter: null as number | null,
		report: '2026-06-30T15:45:00Z',
		entered: 3,
		left: 2,
		...overrides,
	};
}

function createOtherMessage(id: number, overrides: object) {
	return createFilterAlert(id, { report: null, entered: 0, left: 0, ...overrides });
}

const MESSAGES = [
	createFilterAlert(41, { read: false }),
	createOtherMessage(40, {
		kind: 'order',
		subject: 'Order paid',
		summary: 'Pro, $932.61, to 06/30/2027',
		read: false,
		created: '2026-06-30T15:32:00Z',
	}),
	createFilterAlert(39, { summary: '2 entered, 2 left', report: '2026-06-30T15:30:00Z', entered: 2 }),
	createOtherMessage(38, {
		kind: 'house',
		subject: 'Early close on Thursday',
		summary: 'The market closes at 13:00 ET on 07/02.',
		created: '2026-06-29T13:02:00Z',
	}),
	createOtherMessage(37, {
		kind: 'answer',
		subject: 'How is the rate made?',
		summary: 'Dear Ann, the page of the',
		created: '2026-06-27T13:02:00Z',
	}),
	createOtherMessage(36, {
		kind: 'breadth',
		subject: '12.4 % of tickers rose unusually far on 1h',
		summary: 'You are notified from 10.0 % on',
		created: '2026-06-26T18:15:00Z',
	}),
];

const ANSWER = {
	text: 'Dear Ann,\n\nthe page on mathematics explains it in part three: rings above the third count twice.\n\nBest regards, the team',
	link: '/about',
};

const DELIVERY = {
	when: 'at_close',
	quiet: { on: true, from: '20:00', to: '08:30' },
	zone: 'America/New_York',
	most_a_day: 20,
	cool_down: 60,
	only_favourites: false,
	mail: true,
	push: true,
	webhook: true,
	app: true,
	stopped: [{ channel: 'webhook', why: 'The address answered 410: it wants no more.', since: '2026-06-30T13:45:00Z' }],
	addresses: [] as object[],
};
const BROWSER = {
	id: '0197b3a2-0000-7000-8000-000000000001',
	host: 'fcm.googleapis.com',
	agent: 'Chrome on Android',
	created: '2026-06-12T15:45:00Z',
	delivered: CREATED,
};

const CHANNEL = {
	why: null,
	since: null,
	code_ends: null,
	created: '2026-06-12T15:45:00Z',
	delivered: CREATED,
	failures: 0,
	state: 'ready',
};
const CHANNELS = {
	items: [
		{ ...CHANNEL, id: '0197b3a2-0000-7000-8000-000000000011', service: 'telegram', name: '', host: null },
		{
			...CHANNEL,
			...{ id: '0197b3a2-0000-7000-8000-000000000012', service: 'discord', name: 'Desk', host: 'discord.com', failures: 1 },
			...{ state: 'stopped', why: 'Discord no longer knows the address (404).', since: '2026-06-30T13:45:00Z' },
		},
	],
	allowed: 5,
	telegram: true,
};

/** An alert with the leading cards of the product's own list. */
async function createAlertContent({ request }: Page) {
	const { items } = await (await request.get('/api/sector-charts?tab_type=free&max=5')).json();
	const cards = items.map((card: object, at: number) => ({
		...card,
		favorite: at === 1,
		why: at < 3 ? null : 'Volume 1h fell to depth 0',
		notified: at !== 2,
	}));
	return {
		report: '2026-06-30T15:45:00Z',
		version: 1,
		since: '2026-06-30T15:30:00Z',
		open: true,
		tab_type: 'free',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'],
		operation: 'short',
		filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }],
		groups: [],
		entered: cards.slice(0, 3),
		left: cards.slice(3),
		matches: 37,
		matched_before: 36,
		of: 148,
	};
}

const stageInbox: Step = async (page) => {
	const alertContent = await createAlertContent(page);
	const { items: filters } = await (await page.request.get('/api/filters')).json();
	const ownFilterId = filters.find((filter: { is_branded: boolean }) => !filter.is_branded)?.id ?? null;
	const items = MESSAGES.map((message) => (message.kind === 'filter' ? { ...message, filter: ownFilterId } : message));
	await page.route(/\/api\/messages\?/, (route) =>
		route.fulfill({ json: { items, total_count: 214, unread_count: items.filter(({ read }) => !read).length } }),
	);
	await page.route('**/api/messages/unread', (route) => route.fulfill({ json: { count: 2 } }));
	await page.route(/\/api\/messages\/\d+$/, (route) => {
		const message = items.find(({ id }) => route.request().url().endsWith(`/${id}`));
		return route.fulfill({
			json: {
				...message,
				text: null,
				link: null,
				...(message?.kind === 'filter' ? { notice: alertContent } : { ...ANSWER, notice: null }),
			},
		});
	});
	await page.route('**/api/me/delivery', (route) => route.fulfill({ json: DELIVERY }));
	await page.route('**/api/me/push', (route) => route.fulfill({ json: { key: 'BKey', items: [BROWSER] } }));
	await page.route('**/api/me/channels', (route) => route.fulfill({ json: CHANNELS }));
	await page.route('**/api/me/webhook', (route) =>
		route.fulfill({ json: { url: 'https://hooks.example.com/signals', created: CREATED, delivered: null, failures: 3 } }),
	);
};

/** A page is opened from within the application, since the server renders the product's own data. */
function clickLink(page: Page, path: string): Promise<void> {
	return page
		.locator(`header a[href="${path}"]`)
		.first()
		.evaluate((link: HTMLElement) => link.click());
}

function openMessage(id: number): Step {
	return async (page) => {
		await clickLink(page, '/messages');
		const row = page.locator(`a[href^="/messages/${id}"]`).first();
		await row.click();
		await page.locator('article h2').waitFor();
	};
}

export const withFilterAlert = { before: stageInbox, prepare: openMessage(41) };
export const withReply = { before: stageInbox, prepare: openMessage(37) };

export const withDelivery = {
	before: stageInbox,
	prepare: async (page: Page) => {
		await clickLink(page, '/messages');
		await page.locator('a[href="/messages?view=delivery"]').click();
		await page.getByText('Changes are saved automatically.').waitFor();
	},
};

export const withStoppedChannel = {
	before: stageInbox,
	prepare: async (page: Page) => {
		await clickLink(page, '/profile');
		await page.getByText(/^Webhook was stopped/).scrollIntoViewIfNeeded();
	},
};

/** A filter with alerts on gets a feed address. */
export const withFeedAddress = {
	before: async (page: Page) => {
		await page.route(/\/api\/filters(\?|$)/, async (route) => {
			const response = await (await route.fetch()).json();
			await route.fulfill({ json: { ...response, items: response.items.map((item: object) => ({ ...item, feed: true })) } });
		});
		let addresses: object[] = [];
		await page.route('**/api/me/delivery', (route) => route.fulfill({ json: { ...DELIVERY, addresses } }));
		await page.route(/\/api\/filters\/\d+\/address$/, (route) => {
			addresses = [{ filter: Number(/\d+/.exec(new URL(route.request().url()).pathname)?.[0]), created: CREATED }];
			const base = 'http://localhost:8080/feeds/q3ZkT1Xl0eQm9sVb7Jr2cYw5uNf8hKd4aGx6pLt1oMi';
			return route.fulfill({ status: 201, json: { atom: `${base}.atom`, json: `${base}.json`, created: CREATED } });
		});
	},
	prepare: async (page: Page) => {
		await clickLink(page, '/filter-settings-list');
		await page
			.getByRole('button', { name: /^Create a feed address/ })
			.first()
			.click();
		await page.getByRole('button', { name: 'I have saved it' }).waitFor();
	},
};

function createDelivery(id: number, overrides: object) {
	return {
		id: `0197b3a2-0000-7000-8000-00000000000${id}`,
		email: 'pro@demo.test',
		channel: 'mail',
		state: 'delivered',
		messages: 1,
		attempts: 1,
		reason: null,
		due: CREATED,
		created: CREATED,
		delivered: CREATED,
		...overrides,
	};
}

export const withDeliveries: Step = async (page) => {
	await page.route(/\/api\/deliveries\?/, (route) =>
		route.fulfill({
			json: {
				items: [
					createDelivery(1, { channel: 'push', state: 'waiting', attempts: 2, reason: 'The push service answered 503.', delivered: null }),
					createDelivery(2, {
						email: 'ann@example.com',
						state: 'failed',
						attempts: 20,
						reason: 'The mail server refused the address: 550 unknown.',
						delivered: null,
					}),
					createDelivery(3, {
						channel: 'webhook',
						state: 'dropped',
						messages: 4,
						attempts: 0,
						reason: 'The filter was deleted.',
						delivered: null,
					}),
					createDelivery(4, {}),
				],
				total_count: 4,
			},
		}),
	);
	await page.route('**/api/deliveries/counts', (route) =>
		route.fulfill({
			json: {
				counts: [
					{ channel: 'push', state: 'waiting', count: 1 },
					{ channel: 'mail', state: 'delivered', count: 1_204 },
					{ channel: 'mail', state: 'failed', count: 1 },
					{ channel: 'webhook', state: 'dropped', count: 1 },
				],
				late_since: '2026-06-30T15:40:00Z',
				stopped: [{ email: 'ann@example.com', channel: 'mail', why: 'The mail server refused the address.', since: CREATED }],
				stopped_count: 1,
			},
		}),
	);
};

export const withAnnouncements: Step = (page) =>
	page.route(/\/api\/announcements\?/, (route) =>
		route.fulfill({
			json: {
				items: [
					{
						id: 1,
						subject: 'Early close on Thursday',
						text: 'The market closes at 13:00 ET on 07/02, and the last report comes then.',
						audience: 'everybody',
						created: CREATED,
						ends: '2026-07-03T04:00:00Z',
						shown: 812,
						read: 340,
					},
					{
						id: 2,
						subject: 'Parameters version 2 from 07/01',
						text: 'Rings of volume begin later.',
						audience: 'pro',
						created: '2026-06-29T13:02:00Z',
						ends: '2026-07-15T04:00:00Z',
						shown: 61,
						read: 60,
					},
				],
				total_count: 2,
			},
		}),
	);
