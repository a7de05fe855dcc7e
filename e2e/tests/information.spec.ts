/** Text pages: complete without scripts, and consistent with what the product sets. */
import type { Locator, Page } from '@playwright/test';
import { INFORMATION_PAGES } from '@sw/domain/outreach/information';
import { findSmallTargets, findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { measureSidewaysScroll, waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

const FINGERTIP = 44;

test('the privacy policy names every cookie that a trader’s browser holds', async ({ page, running }) => {
	await signIn(page.context(), running, 'pro');
	await page.goto('/main');
	await waitUntilSettled(page);
	await page.getByRole('button', { name: 'Switch between dark and light' }).click();
	await page.getByRole('radio', { name: 'Red up' }).check();
	// The footer has its links once the page is hydrated.
	await page.getByRole('link', { name: 'Privacy' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
	const named = await page.locator('main').innerText();
	const held = (await page.context().cookies()).map(({ name }) => name.replace('__Host-', ''));
	expect(held).toEqual(expect.arrayContaining(['sw_access', 'sw_refresh', 'language', 'theme', 'palette', 'visit']));
	expect(held.filter((name) => !named.includes(name))).toEqual([]);
});

for (const [width, colorScheme] of [
	[1440, 'dark'],
	[390, 'light'],
] as const)
	test(`FAQ, privacy and terms are public, ${width} px, ${colorScheme}`, async ({ browser, running }) => {
		const context = await browser.newContext({ baseURL: running.url, viewport: { width, height: 900 }, colorScheme });
		const page = await context.newPage();
		for (const { path, title } of INFORMATION_PAGES) {
			const answer = await page.goto(path);
			expect([answer?.status(), answer?.headers()['cache-control']]).toEqual([200, expect.stringContaining('public')]);
			await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
			expect(await findViolations(page)).toEqual([]);
			expect(await measureSidewaysScroll(page)).toBe(0);
			if (width < 500) expect(await findSmallTargets(page, FINGERTIP)).toEqual([]);
		}
		await page.getByRole('button', { name: 'Contact the operator' }).click();
		await expect(page.getByRole('dialog')).toBeVisible();
		await context.close();
	});

/** Characters of the longest line of a text. */
function longestLine(paragraph: Element): number {
	const lines = new Map<number, number>();
	const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
	while (walker.nextNode()) {
		const node = walker.currentNode as Text;
		for (let i = 0; i < node.length; i++) {
			const range = document.createRange();
			range.setStart(node, i);
			range.setEnd(node, i + 1);
			const { bottom, width } = range.getBoundingClientRect();
			if (width > 0) lines.set(Math.round(bottom), (lines.get(Math.round(bottom)) ?? 0) + 1);
		}
	}
	return Math.max(0, ...lines.values());
}

test('on a wide screen text pages use the width: an index beside cards, and lines that are easy to read', async ({ page }) => {
	await page.setViewportSize({ width: 1440, height: 900 });
	for (const { path, title } of INFORMATION_PAGES) {
		await page.goto(path);
		const index = page.getByRole('navigation', { name: title });
		const sections = page.locator('article section');
		const [indexBox, ...boxes] = await Promise.all([index, ...(await sections.all())].map((box) => box.boundingBox()));
		expect(indexBox?.width, path).toBeGreaterThan(190);
		for (const box of boxes) expect(box?.x, path).toBeGreaterThan((indexBox?.x ?? 0) + (indexBox?.width ?? 0));
		expect(Math.max(...boxes.map((box) => (box?.x ?? 0) + (box?.width ?? 0))), path).toBe(1440 - 24);
		for (const link of await index.getByRole('link').all()) {
			const anchor = await link.getAttribute('href');
			await expect(page.locator(anchor ?? ''), `${path}${anchor}`).toHaveText(
				new RegExp(`^${(await link.innerText()).replace('?', '\\?')}`),
			);
		}
		const longest = await page.locator('article :is(p, dd)').evaluateAll((texts, source) => {
			const measure = new Function(`return ${source}`)() as (paragraph: Element) => number;
			return Math.max(...texts.map(measure));
		}, longestLine.toString());
		expect(longest, path).toBeLessThanOrEqual(82);
	}
});

const CELL = '[data-wheel] [data-slice]';

function caption(page: Page): Locator {
	return page.locator('[data-wheel] figcaption');
}

function sentenceOf(cell: Locator): Promise<string | null> {
	return cell.getAttribute('aria-label');
}

/** In the middle of a cell, at its digit. */
async function middleOf(cell: Locator): Promise<{ x: number; y: number }> {
	const digit = cell.locator('text');
	await digit.scrollIntoViewIfNeeded();
	const box = await digit.boundingBox();
	if (!box) throw new Error('The cell has no digit');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const [width, colorScheme] of [
	[1440, 'dark'],
	[390, 'light'],
] as const)
	test(`about: a cell of the wheel is touched and its sentence read, keys go on from it, ${width} px`, async ({ browser, running }) => {
		const hasTouch = width < 500;
		const context = await browser.newContext({ baseURL: running.url, viewport: { width, height: 844 }, colorScheme, hasTouch });
		const page = await context.newPage();
		await page.goto('/about');
		await waitUntilSettled(page);
		await expect(caption(page)).toContainText('Tap a cell');
		await expect(page.locator(CELL)).toHaveCount(20);
		const cell = page.locator('[data-slice="1"][data-ring="2"]');
		const { x, y } = await middleOf(cell);
		if (hasTouch) await page.touchscreen.tap(x, y);
		else {
			await page.mouse.move(x, y);
			await expect(caption(page)).toHaveText((await sentenceOf(cell)) ?? '');
			await page.mouse.click(x, y);
		}
		await expect(caption(page)).toHaveText((await sentenceOf(cell)) ?? '');
		await expect(caption(page)).toBeInViewport();
		await expect(page.locator('[data-outline]')).toHaveAttribute('d', (await cell.locator('path').getAttribute('d')) ?? '');
		await page.keyboard.press('ArrowRight');
		const next = page.locator('[data-slice="2"][data-ring="2"]');
		await expect(next).toBeFocused();
		await expect(caption(page)).toHaveText((await sentenceOf(next)) ?? '');
		await expect(page.locator(`${CELL}[tabindex="0"]`)).toHaveCount(1);
		expect(await findViolations(page)).toEqual([]);
		await page.emulateMedia({ forcedColors: 'active' });
		const hatches = await page
			.locator(`${CELL} > path`)
			.evaluateAll((paths) => paths.flatMap((path) => /#([\w-]+)/.exec(getComputedStyle(path).fill)?.[1] ?? []));
		expect(hatches).not.toEqual([]);
		for (const hatch of new Set(hatches)) await expect(page.locator(`#${hatch}`)).toHaveCount(1);
		await context.close();
	});

test('about: without scripts each cell’s sentence is in a list', async ({ browser, running }) => {
	const context = await browser.newContext({ baseURL: running.url, javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto('/');
	const card = page.getByRole('region', { name: 'How to read a wheel' });
	const [ticker, wheel] = [await card.getByRole('link').first().innerText(), await card.getByRole('img').getAttribute('aria-label')];
	await page.goto('/about');
	// The card of the landing page, from the same report.
	await expect(page.getByRole('main').getByRole('link', { name: ticker, exact: true })).toBeVisible();
	await expect(page.locator('[data-wheel] svg')).toHaveAttribute('aria-label', wheel ?? '');
	await expect(caption(page)).toBeHidden();
	const list = page.locator('main details');
	await list.getByText('All cells as text').click();
	const words = await list.getByRole('listitem').allTextContents();
	const sentences = await Promise.all((await page.locator(CELL).all()).map(sentenceOf));
	expect(words).toEqual(sentences);
	await expect(list.getByRole('listitem').first()).toBeVisible();
	await context.close();
});

test('about: a trader comes there from the application, and finds the ways back to their own pages', async ({ page, running, request }) => {
	await signIn(page.context(), running, 'pro');
	await page.goto('/main');
	await waitUntilSettled(page);
	await page.evaluate(() => Object.assign(window, { same: true }));
	const header = page.getByRole('banner');
	await header.getByRole('link', { name: 'About Service' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'About the service' })).toBeVisible();
	expect(await page.evaluate(() => 'same' in window)).toBe(false);
	await expect(header.getByRole('link', { name: 'About Service' })).toHaveAttribute('aria-current', 'page');
	await expect(header.getByRole('link', { name: 'Sign in' })).toHaveCount(0);
	for (const name of ['Filters', 'Favourites', 'Frozen List', 'Profile']) await expect(header.getByRole('link', { name })).toBeVisible();
	for (const width of [780, 390]) {
		await page.setViewportSize({ width, height: 844 });
		expect(await measureSidewaysScroll(page)).toBe(0);
	}
	// The page itself is the same for all readers.
	const [theirs, shared] = await Promise.all([page.request.get('/about'), request.get('/about')]);
	expect(theirs.headers()['etag']).toBe(shared.headers()['etag']);
	expect(shared.headers()['etag']).toMatch(/^"[^"]+"$/);
});
