/** The product at https://example.com/signals: journeys through every kind of address, behind nginx. */
import { readFileSync } from 'node:fs';
import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test';
import { runInProcess } from '@sw/command/testing/command-world';
import { MINUTE, SECOND } from '@sw/domain/time/units';
import { getLinkPath, typeCredentials, waitForMail } from '../account-steps.ts';
import { connectAssistant } from '../assistant.ts';
import { collectStrayUrls, type ProductBelowPath, SUB_PATH, startBelowPath } from '../below-path.ts';
import { expect, testWithOwnProduct as test } from '../fixtures.ts';
import { hasNginx } from '../nginx.ts';
import { openSettled, waitUntilSettled } from '../open-screen.ts';
import { passUntilReport } from '../pass-time.ts';
import { addKey } from '../personal-key.ts';
import { type Reader, signIn } from '../readers.ts';

test.skip(!hasNginx(), 'nginx is missing: install nginx-light of Debian, or name it in NGINX_PATH');

const PASSWORD = 'correct horse battery';

let below: ProductBelowPath;
test.beforeAll(async () => {
	below = await startBelowPath();
});
test.afterAll(() => below?.close());

const opened: { context: BrowserContext; strays: string[] }[] = [];
test.afterEach(async () => {
	const all = opened.splice(0);
	for (const { context } of all) await context.close();
	// No page, script, call or link may leave the site for the rest of the host.
	expect(all.flatMap(({ strays }) => strays)).toEqual([]);
});

let browserOf: (options?: BrowserContextOptions) => Promise<BrowserContext>;
test.beforeEach(({ browser }) => {
	browserOf = async (options) => {
		const context = await browser.newContext(options);
		opened.push({ context, strays: collectStrayUrls(context, below) });
		return context;
	};
});

async function readAs(reader: Reader, options?: BrowserContextOptions): Promise<Page> {
	const context = await browserOf(options);
	await signIn(context, { ...below, url: below.site }, reader);
	return context.newPage();
}

function at(path: string): string {
	return below.site + path;
}

function pathOf(page: Page): string {
	const { pathname, search } = new URL(page.url());
	return pathname + search;
}

async function textOf(path: string): Promise<string> {
	return (await fetch(at(path))).text();
}

test('a visitor goes from the landing page through pages, languages and colours', async () => {
	const page = await readAs('visitor');
	await page.goto(at('/'));
	await waitUntilSettled(page);
	await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', at('/'));
	await expect(page.getByRole('img', { name: '' }).first()).toBeAttached();
	await page.getByRole('navigation').getByRole('link', { name: 'About' }).first().click();
	await page.waitForURL(at('/about'));
	await page.getByRole('link', { name: 'Deutsch' }).click();
	await page.waitForURL(at('/de/about'));
	await page.locator('main a[href*="/main"]').first().click();
	// The application has one address for all languages; a cookie keeps the choice.
	await page.waitForURL((url) => url.pathname.startsWith(`${SUB_PATH}/main`));
	await waitUntilSettled(page);
	await expect(page.locator('html')).toHaveAttribute('lang', 'de');
	await page.getByRole('button', { name: 'English' }).click();
	await expect(page.locator('html')).toHaveAttribute('lang', 'en');
	await waitUntilSettled(page);
	await page.locator('input[name="palette"]').nth(1).check({ force: true });
	const cookies = await page.context().cookies();
	expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['language', 'palette']));
	expect(cookies.filter(({ path }) => path !== `${SUB_PATH}/`)).toEqual([]);
});

test('an account is created, confirmed from its mail, signed in and out', async () => {
	const page = await readAs('visitor');
	const email = 'ann@example.test';
	await openSettled(page, at('/auth/signup?redirectTo=/profile'));
	await typeCredentials(page, email, PASSWORD);
	await expect(page.getByText('Check your e-mail')).toBeVisible();
	const confirm = getLinkPath(await waitForMail(below.folder, email, 'Confirm your address'));
	expect(confirm).toMatch(/^\/signals\/auth\/confirm/);
	await openSettled(page, new URL(confirm, below.site).href);
	await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
	await openSettled(page, at('/profile'));
	expect(pathOf(page)).toBe(`${SUB_PATH}/auth/signin?redirectTo=%2Fprofile`);
	await typeCredentials(page, email, PASSWORD);
	await page.waitForURL(at('/profile'));
	const session = (await page.context().cookies()).filter(({ name }) => name.startsWith('sw_'));
	expect(session.map(({ path }) => path)).toEqual(session.map(() => `${SUB_PATH}/`));
	await waitUntilSettled(page);
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.getByRole('link', { name: 'Sign out' }).click();
	await expect(page.locator('[data-stranger]')).toBeVisible();
	expect(page.url()).toBe(at('/'));
	expect((await page.context().cookies()).filter(({ name }) => name === 'sw_access')).toEqual([]);
	// Opened from another site, the page asks first.
	const response = await page.request.get(at('/logout'), { headers: { 'sec-fetch-site': 'cross-site' } });
	expect(await response.text()).toContain(`<a href="${SUB_PATH}/logout"`);
});

test('a trader reads a list, its export, a ticker, its chart and an address of a filter', async () => {
	const page = await readAs('pro');
	await openSettled(page, at('/main?tabType=free'));
	const first = page.locator('[data-card]').first();
	const symbol = await first.innerText();
	await page.getByRole('button', { name: 'Export' }).click();
	const coming = page.waitForEvent('download');
	await page.getByRole('dialog', { name: 'Export this list' }).getByRole('link', { name: /^CSV/ }).click();
	expect(readFileSync(await (await coming).path(), 'utf8')).toContain(symbol);
	expect(await first.getAttribute('href')).toMatch(/^\/signals\/ticker\/\d+/);
	await first.click();
	await page.waitForURL((url) => url.pathname.startsWith(`${SUB_PATH}/ticker/`));
	await waitUntilSettled(page);
	await expect(page.getByRole('heading', { level: 1 })).toContainText(symbol);
	await expect(page.locator('canvas').first()).toBeVisible();
	await page.goBack();
	await page.waitForURL((url) => url.pathname === `${SUB_PATH}/main`);
	await page.reload();
	await waitUntilSettled(page);
	await expect(page.locator('[data-card]').first()).toBeVisible();
});

test('a new report arrives over the live connection, and an alert leads to its page', async () => {
	const page = await readAs('pro');
	await page.goto('about:blank');
	await below.wall.advance(15 * MINUTE - (below.wall.now() % (15 * MINUTE)) - 20 * SECOND);
	const connected = page.waitForResponse((response) => /notifications\?id=/.test(response.url()) && response.request().method() === 'POST');
	await openSettled(page, at('/target'));
	expect((await connected).url()).toContain(`${SUB_PATH}/api/hubs/`);
	const newest = async () => Date.parse(JSON.parse(await textOf('/api/health')).last_report.time);
	await passUntilReport(below, (await newest()) + 1, 5 * SECOND);
	await expect(page.getByText(/^The lists show the \d\d:\d\d ET report\.$/)).toBeVisible();
});

test('settings are kept, and an administrator works in the administration', async () => {
	const page = await readAs('pro');
	await openSettled(page, at('/filter-settings-list'));
	await expect(page.getByRole('article').first()).toBeVisible();
	await openSettled(page, at('/profile'));
	await expect(
		page
			.getByRole('link', { name: 'API documentation' })
			.or(page.locator(`a[href="${SUB_PATH}/api/docs"]`))
			.first(),
	).toBeAttached();
	const admin = await readAs('admin');
	await openSettled(admin, at('/admin'));
	await expect(admin.getByRole('heading', { name: 'Health', exact: true })).toBeVisible();
	await admin.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Audit log' }).click();
	await admin.waitForURL(at('/admin/audit'));
	const taken = admin.waitForEvent('download');
	await admin.getByRole('link', { name: 'Download as CSV' }).click();
	expect(readFileSync(await (await taken).path(), 'utf8')).toMatch(/^time,actor,act/);
});

test('the service worker has the site alone, and shows the offline page', async () => {
	const page = await readAs('visitor', { serviceWorkers: 'allow' });
	await page.goto(at('/main'));
	expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(at('/'));
	await page.reload();
	await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
	await waitUntilSettled(page);
	const cached = () =>
		page.evaluate(async () =>
			(await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))).flat().map(({ url }) => url),
		);
	await expect.poll(async () => (await cached()).length).toBeGreaterThan(1);
	expect((await cached()).filter((url) => !url.startsWith(at('/assets/')))).toEqual([at('/offline.html')]);
	await page.context().setOffline(true);
	await page.goto(at('/top'));
	await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
	await page.context().setOffline(false);
	const manifest = JSON.parse(await textOf('/manifest.webmanifest'));
	const absolute = (path: string) => new URL(path, at('/manifest.webmanifest')).href;
	expect([manifest.id, absolute(manifest.start_url), absolute(manifest.scope)]).toEqual([`${SUB_PATH}/`, at('/main'), at('/')]);
	for (const { src } of manifest.icons) expect((await fetch(absolute(src))).status).toBe(200);
});

test('search engines, feeds, embeds, descriptions and proofs name the site', async () => {
	const robots = await textOf('/robots.txt');
	expect(robots).toContain(`Sitemap: ${at('/sitemap.xml')}`);
	expect(robots).toContain(`Disallow: ${SUB_PATH}/api/`);
	const listed = [...(await textOf('/sitemap.xml')).matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => String(url));
	expect(listed.length).toBeGreaterThan(20);
	expect(listed.filter((url) => !url.startsWith(at('/')))).toEqual([]);
	for (const url of listed.slice(0, 30)) expect([url, (await fetch(url, { redirect: 'manual' })).status]).toEqual([url, 200]);
	const { servers, paths } = JSON.parse(await textOf('/api/openapi.json'));
	expect(servers).toEqual([{ url: below.site }]);
	expect(paths['/api/health']).toBeDefined();

	const page = await readAs('visitor');
	await page.goto(at('/ticker/1'));
	const oembed = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
	const card = (await (await fetch(oembed ?? '')).json()) as { html: string };
	const [, framed = ''] = /src="([^"]+)"/.exec(card.html) ?? [];
	expect(framed).toMatch(new RegExp(`^${at('/embed/card/1')}`));
	await page.goto(framed);
	await expect(page.getByRole('link', { name: 'Signalwheel' })).toHaveAttribute('href', at('/'));
	await page.goto(at('/proof'));
	const proofs = await page.locator('a[href^="/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
	expect(proofs.filter((href) => !href.startsWith(`${SUB_PATH}/`))).toEqual([]);
	await page.goto(at('/api/docs'));
	await page.getByRole('link', { name: /^OpenAPI/ }).click();
	await page.waitForURL(at('/api/openapi.json'));

	const trader = await readAs('pro');
	const filter = {
		tab: 'free',
		timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
		filters: [{ sector: 'volume', timeframe: 'one_hour', value: 1 }],
		name: 'Busy',
		comment: '',
	};
	const headers = { origin: new URL(below.site).origin };
	const { id } = await (await trader.request.post(at('/api/filters'), { data: filter, headers })).json();
	const { items } = await (await trader.request.post(at(`/api/filters/${id}/address`), { headers }))
		.json()
		.then((made) => ({ items: Object.values(made) }));
	const feed = items.map(String).find((address) => address.endsWith('.json')) ?? '';
	expect(feed.startsWith(at('/feeds/'))).toBe(true);
	expect(await (await fetch(feed)).json()).toMatchObject({ home_page_url: below.site });
	await trader.request.delete(at(`/api/filters/${id}`), { headers });
});

test('a plan is paid at the checkout, which leads back', async () => {
	const page = await readAs('basic');
	await openSettled(page, at('/prices'));
	await page.getByRole('button', { name: 'Order Premium for $49' }).click();
	await page
		.getByRole('dialog')
		.getByRole('button', { name: /pay|order/i })
		.last()
		.click();
	await page.waitForURL((url) => url.pathname.startsWith(`${SUB_PATH}/simulated-checkout/`));
	await page.getByRole('button').first().click();
	await expect(page.getByText(/Order .*: paid/)).toBeVisible();
	await page.getByRole('link', { name: 'Profile' }).click();
	await page.waitForURL(at('/profile'));
});

test('a member of a company signs in at its provider, gets the role of their group, and signs out there, too', async () => {
	const page = await readAs('visitor');
	below.provider.setPerson({ sub: 'cleo', email: 'cleo@company.test', email_verified: true, name: 'Cleo', groups: ['operators'] });
	await openSettled(page, at('/admin/users'));
	await page.getByRole('button', { name: /Company/ }).click();
	await page.waitForURL(at('/admin/users'));
	await waitUntilSettled(page);
	await expect(page.getByRole('row', { name: /cleo@company\.test/ })).toContainText('admin');
	await page.getByRole('button', { name: 'Sign out' }).click();
	await page.getByRole('link', { name: 'Sign out' }).click();
	await page.waitForURL((url) => url.origin === below.provider.issuer);
	await page.getByRole('button', { name: /yes/i }).click();
	await page.waitForURL(at('/'));
	await openSettled(page, at('/profile'));
	expect(pathOf(page)).toMatch(/\/auth\/signin/);
});

test('programs reach it by a personal key: the command line and assistants', async () => {
	const key = await addKey(below.product.stores.records.pool, 'pro@demo.test', 'Programs', ['lists:read', 'account:read']);
	const listed = await runInProcess(['list', '--server', below.site, '--json'], { env: { SIGNALWHEEL_KEY: key } });
	expect([listed.exit, listed.err]).toEqual([0, '']);
	expect(JSON.parse(listed.out).items.length).toBeGreaterThan(0);
	const assistant = await connectAssistant(below.site, key);
	expect(assistant.tools.length).toBeGreaterThan(10);
	await assistant.close();
	const apps = await fetch(at('/api/openbb/apps.json'), { headers: { authorization: `Bearer ${key}` } });
	expect(await apps.json()).toMatchObject([{ img: at('/icon-512.png') }]);
});

test('only the configured path counts: X-Forwarded-Prefix of a visitor changes nothing, and other paths of the host are not the site', async () => {
	const bare = await fetch(below.site, { redirect: 'manual' });
	expect(new URL(bare.headers.get('location') ?? '', below.site).href).toBe(at('/'));
	const answer = await fetch(at('/auth/signin'), { headers: { 'x-forwarded-prefix': '/evil' } });
	expect(answer.status).toBe(200);
	expect(await answer.text()).not.toContain('evil');
	const moved = await fetch(at('/profile'), { redirect: 'manual', headers: { 'x-forwarded-prefix': '/evil' } });
	expect(moved.headers.get('location')).toBe(`${SUB_PATH}/auth/signin?redirectTo=%2Fprofile`);
	const alias = await fetch(at('/stock-gainers/today'), { redirect: 'manual' });
	expect(alias.headers.get('location') ?? '').toMatch(/^\/signals\//);
	expect(await (await fetch(new URL('/main', below.site))).text()).toBe('Another site');
});
