/** Situations a picture would have to wait for, or that would change an account: the browser gets staged answers, the product stays unchanged. */

import type { Page, Route } from '@playwright/test';
import { VISITOR_LIMIT_REACHED } from '@sw/domain/access/allowance';
import { isoSeconds } from '@sw/domain/time/format';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';

export type Step = (page: Page) => Promise<unknown>;

/** Preparation before a page opens, and steps on it afterwards. */
export interface Staged {
	before: Step;
	prepare: Step;
}

const RECORD_SEPARATOR = '\u001e';
const REPORT_MESSAGE = `${JSON.stringify({ type: 1, target: 'ReceiveNewReport', arguments: [] })}${RECORD_SEPARATOR}`;
const HANDSHAKE_RESPONSE = `{}${RECORD_SEPARATOR}`;

/** Waits for the pill of a list, or for the snackbar of a ticker page. */
const waitForOffer: Step = (page) => page.getByRole('button', { name: /^Show( values)?$/ }).waitFor();
export const showNewReport: Step = async (page) => {
	await page.getByRole('button', { name: 'Show', exact: true }).click();
	await page.getByText('new', { exact: true }).first().waitFor();
};
export const pauseUpdates: Step = async (page) => {
	await page.getByRole('button', { name: 'Pause' }).click();
	await page.getByRole('button', { name: 'Resume' }).waitFor();
};

interface Announcement {
	/** No ticker enters or leaves: only the order changes. */
	onlyReordered?: boolean;
	after?: Step;
}

/** A trader's page receives a newer report and shows the changes from the cards on screen. */
export function reportForTraders({ onlyReordered = false, after }: Announcement = {}): Staged {
	let announce = (): void => {};
	return {
		before: async (page) => {
			let isAnnounced = false;
			let newest = '';
			const announced = new Promise<void>((resolve) => {
				announce = () => {
					isAnnounced = true;
					resolve();
				};
			});
			await stageConnection(page, announced);
			await page.route(/\/api\/sector-charts\/date/, async (route) => {
				const response = await route.fetch();
				const json = await response.json();
				newest = json.time;
				await route.fulfill({ response, json: isAnnounced ? { ...json, time: addQuarterHour(json.time) } : json });
			});
			await page.route(/\/api\/sector-charts\/changes/, async (route) => {
				const shownIds = await page
					.locator('[data-card]')
					.evaluateAll((cards) => cards.map((card) => Number(card.getAttribute('data-card'))));
				const [first = 1, second = 2, third = 3] = shownIds;
				const changes = onlyReordered
					? { entered: [], left: [], moved: [] }
					: { entered: [first, third], left: [901, 902, 903], moved: [second] };
				await route.fulfill({ json: { time: null, since: null, ...changes } });
			});
			await page.route(/\/api\/sector-charts\/history\?/, async (route) => {
				// The newer report isn't stored: its list is the newest one's, reversed.
				const url = new URL(route.request().url());
				const isLater = isAnnounced && url.searchParams.get('date') === addQuarterHour(newest);
				if (isLater) url.searchParams.set('date', newest);
				const response = await route.fetch({ url: url.href });
				const json = await response.json();
				await route.fulfill({
					response,
					json: isLater ? { ...json, time: addQuarterHour(newest), items: onlyReordered ? json.items.toReversed() : json.items } : json,
				});
			});
		},
		prepare: async (page) => {
			announce();
			await waitForOffer(page);
			await after?.(page);
		},
	};
}

/** A live connection on which a report is announced when `announced` resolves. */
async function stageConnection(page: Page, announced: Promise<void>): Promise<void> {
	let polls = 0;
	await page.route(/\/api\/hubs\/notifications/, async (route) => {
		if (route.request().url().includes('negotiate')) return route.fulfill({ json: { connectionToken: 'staged' } });
		if (route.request().method() !== 'GET') return route.fulfill({ body: '' });
		polls++;
		if (polls <= 2) return route.fulfill({ body: polls === 1 ? '' : HANDSHAKE_RESPONSE });
		if (polls > 3) return undefined;
		await announced;
		return route.fulfill({ body: REPORT_MESSAGE });
	});
}

function addQuarterHour(time: string): string {
	return isoSeconds(Date.parse(time) + 15 * MINUTE);
}

/** A newer report for a visitor, whose page polls once a minute: the list has another ticker and is reversed, and the ticker's rate has risen. */
export function reportForVisitors({ onlyReordered = false, after }: Announcement = {}): Staged {
	let isAnnounced = false;
	const stageChange = async (route: Route): Promise<void> => {
		const response = await route.fetch();
		const json = await response.json();
		if (!isAnnounced) return route.fulfill({ response, json });
		if (json.items === undefined)
			return route.fulfill({ response, json: { ...json, date: addQuarterHour(json.date), weighted_sum: json.weighted_sum + 3 } });
		const [first, ...otherItems] = json.items;
		const leader = onlyReordered ? first : { ...first, ticker_id: first.ticker_id + 100_000 };
		return route.fulfill({ response, json: { ...json, time: addQuarterHour(json.time), items: [leader, ...otherItems.toReversed()] } });
	};
	return {
		before: async (page) => {
			isAnnounced = false;
			await page.clock.install();
			await page.route(/\/api\/landing\/sector-charts(?:\/\d+)?\?/, stageChange);
		},
		prepare: async (page) => {
			isAnnounced = true;
			await page.clock.fastForward(MINUTE + SECOND);
			await waitForOffer(page);
			await after?.(page);
		},
	};
}

/** A newer report on the landing page, which polls once a minute: a new ticker leads its list. */
export function reportForLandingPage({ after }: Pick<Announcement, 'after'> = {}): Staged {
	let isAnnounced = false;
	return {
		before: async (page) => {
			isAnnounced = false;
			await page.clock.install();
			await page.route(isRefresh, async (route) => {
				const response = await route.fetch();
				const html = await response.text();
				await route.fulfill({ response, body: isAnnounced ? createNewerPage(html) : html });
			});
		},
		prepare: async (page) => {
			isAnnounced = true;
			await page.clock.fastForward(MINUTE + SECOND);
			await waitForOffer(page);
			await after?.(page);
		},
	};
}

/** The page of a report a quarter-hour later, in whose list the first ticker is new. */
function createNewerPage(html: string): string {
	return html
		.replace(/data-report="([^"]+)" data-clock="([^"]+)" data-list="(\d+) /, (_, time: string, _clock, first: string) => {
			const next = addQuarterHour(time);
			return `data-report="${next}" data-clock="${formatClock(next)}" data-list="9${first} `;
		})
		.replace(/data-new="(\d+)"/, 'data-new="9$1"');
}

/** '12:15 ET' */
function formatClock(time: string): string {
	const minute = newYorkMinute(Date.parse(time));
	return `${padTwo(Math.floor(minute / 60))}:${padTwo(minute % 60)} ET`;
}

function padTwo(n: number): string {
	return String(n).padStart(2, '0');
}

/** Whether the landing page's own script requests the page again. */
function isRefresh(url: URL): boolean {
	return url.pathname === '/';
}

/** The live connection has been down for half a minute. */
export const outage: Staged = {
	before: async (page) => {
		await page.clock.install();
		await page.route('**/api/hubs/**', (route) => route.abort());
	},
	prepare: async (page) => {
		await page.clock.fastForward(41 * SECOND);
		await page.getByText('Live updates are unavailable').waitFor();
	},
};

/** A visitor follows a card beyond the day's allowance. */
export const withSpentAllowance: Staged = {
	before: (page) =>
		page.route(/\/api\/landing\/sector-charts\/\d+(?:\?|$)/, (route) =>
			route.fulfill({ status: 404, json: { status: 404, title: 'Not Found', detail: VISITOR_LIMIT_REACHED, errors: [] } }),
		),
	prepare: async (page) => {
		await page.locator('[data-card]').first().click();
		await page.getByText(VISITOR_LIMIT_REACHED).waitFor();
	},
};

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, i) => `4f7a${i}-c09e${9 - i}-b3d8${i}-61aa`);

/** Setup of an authenticator app: its QR code, or if `isConfirmed`, the recovery codes. */
export function authenticator(isConfirmed: boolean): Staged {
	return {
		before: (page) =>
			page.route('**/api/me/second-factor/totp', (route) =>
				route.fulfill({
					json:
						route.request().method() === 'POST'
							? { secret: SECRET, uri: `otpauth://totp/Signalwheel:pro@demo.test?secret=${SECRET}&issuer=Signalwheel` }
							: { recovery_codes: CODES },
				}),
			),
		prepare: async (page) => {
			await page.getByText('Authenticator app', { exact: true }).click();
			const section = page.locator('details[open]');
			await section.getByLabel('Current password').fill('a password that is not looked at');
			await section.getByRole('button', { name: 'Set up app' }).click();
			await page.getByRole('img', { name: 'QR code' }).waitFor();
			if (!isConfirmed) return;
			await section.getByLabel('Code', { exact: true }).fill('123456');
			await section.getByRole('button', { name: 'Confirm code' }).click();
			await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
		},
	};
}

/** The link of a confirmation mail, opened in a browser other than the one that requested it, or if `isSameBrowser`, in that one. */
export function confirmation(isSameBrowser: boolean): Staged {
	return {
		before: (page) =>
			page.route('**/api/confirm/complete/*', (route) =>
				isSameBrowser
					? route.fulfill({ json: { email: 'ann@example.test' } })
					: route.fulfill({
							status: 422,
							json: {
								status: 422,
								title: 'Unprocessable Content',
								detail: 'Unprocessable Content',
								errors: ['password', 'new_password'].map((field) => ({ field, message: 'Enter the password' })),
							},
						}),
			),
		prepare: (page) =>
			(isSameBrowser ? page.getByText('ann@example.test is confirmed.') : page.getByLabel('The password you chose')).waitFor(),
	};
}

/** An undoable action, without performing it. */
export const withFavourite: Staged = {
	before: (page) => page.route('**/api/favorites', (route) => route.fulfill({ status: 201, json: { ticker: 1, favorite: true } })),
	prepare: async (page) => {
		await page.locator('[data-key="f"]').first().click();
		await page.getByRole('button', { name: /^Undo/ }).waitFor();
	},
};

/** The administrator's lists of visitors' requests, in any market. */
export const withWaitList: Step = (page) =>
	page.route(/\/api\/wait-list\?/, (route) =>
		route.fulfill({
			json: {
				items: [
					{ email: 'ann@example.com', source: 'girls', created: '2026-06-29T15:45:00Z' },
					{ email: 'bob.the.hunter@example.com', source: 'hunter', created: '2026-06-28T13:30:00Z' },
				],
				total_count: 2,
			},
		}),
	);

const CONTACT_MESSAGE = {
	id: '0197b3a2-0000-7000-8000-000000000001',
	time: '2026-06-29T15:45:00Z',
	email: 'ann@example.com',
	name: 'Ann',
	subject: 'How is the rate made?',
	message: 'I have read the page of the mathematics.\n\nWhich rings count twice?',
	dealt_with_at: null,
};
export const withLetters: Step = (page) =>
	page.route(/\/api\/contact-letters\?/, (route) =>
		route.fulfill({
			json: {
				items: [
					CONTACT_MESSAGE,
					{
						...CONTACT_MESSAGE,
						id: CONTACT_MESSAGE.id.replace(/1$/, '2'),
						name: '',
						subject: '',
						email: 'bob@example.com',
						dealt_with_at: '2026-06-30T09:00:00Z',
					},
				],
				total_count: 2,
			},
		}),
	);
const UPLOADS = ['0197b3a2-0000-7000-8000-000000000001', '0197b3a2-0000-7000-8000-000000000002'].map((id, at) => ({
	id,
	host: 'localhost:8080',
	category: at === 0 ? 'gainers' : null,
	interval: at === 0 ? 'day' : null,
	ticker: null,
	marketcap: at === 0 ? ['mega_cap'] : [],
	video: false,
	is_active: at === 0,
	media_type: 'image/png',
	bytes: 74_820,
	created: '2026-06-30T15:45:00Z',
	updated: '2026-06-30T15:45:00Z',
}));

/** Two uploaded files; their pictures are the generated ones. */
export const withUpload: Pick<Staged, 'before'> = {
	before: async (page) => {
		await page.route(/\/api\/preview\?/, (route) => route.fulfill({ json: { items: UPLOADS, total_count: UPLOADS.length } }));
		await page.route(/\/api\/preview\/file\?id=/, (route) =>
			route.continue({ url: route.request().url().replace(/\?.*/, '?category=gainers') }),
		);
	},
};
