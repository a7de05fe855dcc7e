import { Link, useRouterState } from '@tanstack/react-router';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TickerDetail } from '../../lib/api/types.ts';
import { createProfile } from '../../testing/accounts.ts';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { createFilterList, createFilterSetting } from '../../testing/filters.ts';
import { show } from '../../testing/page.tsx';
import { createTickerDetail } from '../../testing/tickers.ts';
import type { InboxSearch } from './message-state.ts';
import { MessagesPage } from './messages-page.tsx';
import type { MessageHead } from './queries.ts';
import { alertTicker, filterAlert, message, messageHead, messageList, orderHead } from './testing/messages.ts';

const FIRED_HEAD = orderHead({ id: 39, kind: 'alert', subject: 'DELAR rose to $63.50', summary: 'Look' });
const FIRED = message({
	...FIRED_HEAD,
	notice: null,
	text: 'Look',
	link: '/ticker/11?report=2026-06-30T15:45:00Z',
	wheel: {
		ticker_id: 11,
		report: '2026-06-30T15:45:00Z',
		tab_type: 'extreme_rise',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
	},
});
const ORDER = { ...message({ ...orderHead(), notice: null, text: 'Pro, $932.61.\n\nThank you.', link: '/profile' }) };

async function open(
	path: string,
	{ heads = [messageHead(), orderHead({ read: true })], ...answers }: NonNullable<Answers['inbox']> & { heads?: MessageHead[] } = {},
	sectorChartHistoryOne?: () => TickerDetail,
) {
	let stored = heads;
	const known = (id: unknown) => stored.find((head) => head.id === id);
	const shown = await show(
		<Link to={path as '/messages'}>Begin</Link>,
		{
			accounts: { profile: () => createProfile() },
			filters: {
				filters: () => createFilterList(createFilterSetting()),
				switchFavorite: ({ body }) => ({ ticker: body.ticker, favorite: true }),
			},
			...(sectorChartHistoryOne ? { signals: { sectorChartHistoryOne: sectorChartHistoryOne as never } } : {}),
			inbox: {
				messages: () => messageList(stored, stored.length),
				message: ({ params: { id } }) => {
					const head = known(id);
					if (!head) return rejectCall(404, 'Message not found');
					return head.kind === 'order' ? { ...ORDER, ...head } : message(head);
				},
				changeMessage: ({ params: { id }, body }) => {
					if (body.deleted === false) stored = heads;
					stored = stored.map((head) => (head.id === id ? { ...head, read: body.read ?? head.read } : head));
					return known(id) ?? messageHead();
				},
				deleteMessage: ({ params: { id } }) => {
					stored = stored.filter((head) => head.id !== id);
					return undefined;
				},
				readMessages: () => {
					const changed = stored.filter(({ read }) => !read).length;
					stored = stored.map((head) => ({ ...head, read: true }));
					return { changed };
				},
				...answers,
			},
		},
		AtAddress,
	);
	await page.getByRole('link', { name: 'Begin' }).click();
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `inbox.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

/** The page at the reader's address, as its route renders it. */
function AtAddress() {
	const { pathname, search } = useRouterState({ select: ({ location }) => location });
	const id = /^\/messages\/(\d+)$/.exec(pathname)?.[1];
	return (
		<MessagesPage
			id={id === undefined ? undefined : Number(id)}
			search={search as InboxSearch}
			delivery={<h2>Delivery settings</h2>}
			filterAlerts={<p>Switches of filters</p>}
		/>
	);
}

const rows = page.getByRole('list', { name: 'Messages' }).getByRole('link');
const one = page.getByRole('region', { name: 'Message' });

describe('the list of messages', () => {
	it('stands newest first, says which are unread, and opens one', async () => {
		const { getUrl, given } = await open('/messages');
		await expect.element(rows.nth(0)).toMatchTextContent(/unread: Loud rises.*06\/30 11:45.*1 entered, 1 left.*filter/);
		await expect.element(rows.nth(1)).toMatchTextContent(/^Order paid/);
		// The first of the list is shown next to it and stays unread.
		await expect.element(one.getByRole('heading', { name: 'Loud rises: 1 entered, 1 left at 11:45 ET' })).toBeVisible();
		expect(given('changeMessage')).toEqual([]);
		await rows.nth(0).click();
		await expect.poll(getUrl).toBe('/messages/41');
		await expect.poll(() => given('changeMessage')).toEqual([{ params: { id: 41 }, body: { read: true } }]);
		await expect.element(page.getByRole('link', { name: 'Unread · 0' })).toBeVisible();
	});

	it('is narrowed by kind, to what is unread and by words, in the address', async () => {
		const { getUrl, given } = await open('/messages');
		await page.getByRole('link', { name: 'Orders' }).click();
		await expect.poll(getUrl).toBe('/messages?kind=order');
		await page.getByRole('searchbox', { name: 'Search messages' }).fill('paid');
		await page.getByRole('button', { name: 'Find' }).click();
		await expect.poll(getUrl).toBe('/messages?kind=order&q=paid');
		await expect.poll(() => given('messages').at(-1)).toEqual({ query: { kind: 'order', q: 'paid', skip: 0, max: 20 } });
		await page.getByRole('link', { name: /^Unread/ }).click();
		await expect.poll(getUrl).toBe('/messages?unread=true&q=paid');
	});

	it('has pages', async () => {
		const { getUrl } = await open('/messages?page=2', { messages: () => messageList([orderHead()], 45) });
		await expect.element(page.getByText('21–40 of 45')).toBeVisible();
		await page.getByRole('link', { name: 'Next page' }).click();
		await expect.poll(getUrl).toBe('/messages?page=3');
	});

	it('marks all as read', async () => {
		const { given } = await open('/messages');
		await page.getByRole('button', { name: 'Mark all as read' }).click();
		await expect.element(page.getByRole('alert').filter({ hasText: '1 message is marked as read.' })).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
		expect(given('readMessages')).toEqual([{ body: {} }]);
	});

	const switches = page.getByText('Switches of filters');

	it('offers the switches of filters where there is no message, in place of one', async () => {
		await open('/messages', { heads: [] });
		await expect.element(page.getByText('No messages yet.', { exact: false })).toBeVisible();
		await expect.element(switches).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Go to filters' })).toHaveAttribute('href', '/filter-settings-list');
		await expect.element(one).not.toBeInTheDocument();
	});

	it("says that none match, or that they couldn't be loaded", async () => {
		await open('/messages?q=moon', { heads: [] });
		await expect.element(page.getByText('No messages match.')).toBeVisible();
		await expect.element(switches).not.toBeInTheDocument();
		await open('/messages', { messages: () => rejectCall(503, 'Away') });
		await expect.element(page.getByText('Couldn’t load messages.')).toBeVisible();
	});
});

const settings = page.getByRole('heading', { name: 'Delivery settings' });
const tab = page.getByRole('navigation', { name: 'Messages or delivery' }).getByRole('link', { name: 'Delivery' });

describe('the tab of alert delivery', () => {
	it('is beside the messages, in the address, and keeps the focus', async () => {
		const { getUrl } = await open('/messages?kind=order');
		await expect.element(rows.nth(0)).toBeVisible();
		await expect.element(settings).not.toBeInTheDocument();
		(tab.element() as HTMLElement).focus();
		await userEvent.keyboard('{Enter}');
		await expect.poll(getUrl).toBe('/messages?view=delivery');
		await expect.element(settings).toBeVisible();
		await expect.element(tab).toHaveAttribute('aria-current');
		await expect.element(tab).toHaveFocus();
		await expect.element(page.getByRole('list', { name: 'Messages' })).not.toBeInTheDocument();
		await page.getByRole('link', { name: 'Messages', exact: true }).click();
		await expect.poll(getUrl).toBe('/messages');
		await expect.element(rows.nth(0)).toBeVisible();
	});
});

describe('on a phone', () => {
	beforeEach(() => page.viewport(390, 844));
	afterEach(() => page.viewport(1280, 900));

	it('the list stands alone, and the delivery settings are in their tab', async () => {
		await open('/messages');
		await expect.element(rows.nth(0)).toBeVisible();
		await expect.element(one).not.toBeInTheDocument();
		await tab.click();
		await expect.element(settings).toBeInViewport();
	});

	it('an open message stands alone, and the way back leads to the list', async () => {
		await open('/messages/41');
		await expect.element(one).toBeVisible();
		await expect.element(page.getByRole('list', { name: 'Messages' })).not.toBeInTheDocument();
		await one
			.getByRole('link', { name: /messages/i })
			.first()
			.click();
		await expect.element(rows.nth(0)).toBeVisible();
	});
});

describe('a message', () => {
	it('of a filter shows who entered, who left and why, and leads to the list as of its report', async () => {
		await open('/messages/41', {
			message: () => message({ notice: filterAlert({ entered: [alertTicker('DELAR', 1), alertTicker('NES', 3, { notified: false })] }) }),
		});
		const entered = one.getByRole('article').filter({ hasText: 'DELAR' }).last();
		await expect
			.element(entered)
			.toMatchTextContent(/rate.*96.*price.*\$41\.20.*change.*\+4\.86%.*candidate to fall back.*listed since 11:45/);
		await expect.element(one.getByText('also entered: recently in the list, or not a favourite')).toBeVisible();
		await expect.element(one.getByText('left: Rose 1h: down to depth 1')).toBeVisible();
		await expect.element(one.getByText(/The filter matched 11 of 9,874 tickers at 11:45 ET, 10 at 11:30 ET/)).toBeVisible();
		await expect.element(one.getByText(/Conditions: Rose 1h ≥ 3\./)).toBeVisible();
		await expect
			.element(one.getByRole('link', { name: 'Show list at 11:45 ET' }))
			.toHaveAttribute('href', '/reports/2026-06-30T15%3A45%3A00Z?filterId=7&tickerType=all');
		await expect.element(one.getByRole('link', { name: 'Open target list' })).toHaveAttribute('href', '/target');
		await expect.element(one.getByRole('link', { name: 'Edit filter' })).toHaveAttribute('href', '/filter-settings-list?edit=7');
	});

	it('has stars that put its tickers among the favourites', async () => {
		const { calls } = await open('/messages/41');
		await one.getByRole('button', { name: 'Add DELAR to favourites' }).click();
		await expect.element(one.getByRole('button', { name: 'Remove DELAR from favourites' })).toHaveAttribute('aria-pressed', 'true');
		await expect
			.poll(() => calls.find(({ call }) => call === 'filters.switchFavorite')?.input)
			.toEqual({ body: { ticker: 1, favorite: true } });
	});

	it('says that its filter is gone or asks something else, and that the licence does not open its report', async () => {
		await open('/messages/41', { message: () => message({ filter: null, notice: filterAlert({ open: false }) }) });
		await expect.element(one.getByText(/The filter was deleted/)).toBeVisible();
		await expect.element(one.getByRole('link', { name: 'change license' })).toBeVisible();
		await expect.element(one.getByRole('link', { name: 'Edit filter' })).not.toBeInTheDocument();
		await open('/messages/41', { message: () => message({ notice: filterAlert({ filters: [] }) }) });
		await expect.element(one.getByText(/No conditions.*The filter’s conditions have changed since\./)).toBeVisible();
	});

	it('of another kind is text, with the way that it names', async () => {
		await open('/messages/40');
		await expect.element(one.getByText('Thank you.')).toBeVisible();
		await expect.element(one.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/profile');
	});

	it('of a fired alert shows the wheel of its report, and leads there and to other sites', async () => {
		const { calls } = await open('/messages/39', { heads: [FIRED_HEAD], message: () => FIRED }, () => createTickerDetail('DELAR', 11));
		await expect.element(one.getByRole('img', { name: /^DELAR/ })).toBeVisible();
		await expect.element(one.getByRole('link', { name: 'Open', exact: true })).toHaveAttribute('href', FIRED.link ?? '');
		expect(calls.find(({ call }) => call === 'signals.sectorChartHistoryOne')?.input).toMatchObject({
			params: { id: 11 },
			query: { date: FIRED.wheel?.report, tab_type: 'extreme_rise', timeframes: FIRED.wheel?.timeframes },
		});
		await one.getByRole('button', { name: 'Links' }).click();
		await expect.element(page.getByRole('dialog', { name: 'DELAR on other sites' })).toBeVisible();
	});

	it('of a fired alert is its text alone where the licence does not open the report', async () => {
		await open('/messages/39', { heads: [FIRED_HEAD], message: () => FIRED }, () => rejectCall(403, 'Locked'));
		await expect.element(one.getByText('Look')).toBeVisible();
		await expect.element(one.getByRole('img')).not.toBeInTheDocument();
	});

	it('is marked as unread again, and stays so', async () => {
		const { given } = await open('/messages/41');
		await one.getByRole('button', { name: 'Mark as unread' }).click();
		await expect.element(one.getByRole('button', { name: 'Mark as read' })).toBeVisible();
		expect(given('changeMessage').map((input) => (input as { body: unknown }).body)).toEqual([{ read: true }, { read: false }]);
	});

	it('is deleted, the next one opens, and Undo brings it back', async () => {
		const { getUrl, given } = await open('/messages/41');
		await one.getByRole('button', { name: 'Delete' }).click();
		await expect.poll(getUrl).toBe('/messages/40');
		await expect.element(rows.nth(0)).toMatchTextContent(/Order paid/);
		await page.getByRole('button', { name: 'Undo' }).click();
		await expect.element(rows.nth(0)).toMatchTextContent(/Loud rises/);
		expect(given('deleteMessage')).toEqual([{ params: { id: 41 }, body: {} }]);
		expect(given('changeMessage')).toContainEqual({ params: { id: 41 }, body: { deleted: false } });
	});

	it('says that it does not exist', async () => {
		await open('/messages/99');
		await expect.element(one.getByText('Message not found')).toBeVisible();
	});
});
