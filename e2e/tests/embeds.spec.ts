/** A ticker on another site: its card in a frame, its wheel as a picture; no other page of the product can be framed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findViolations } from '../accessibility-rules.ts';
import { expect, test } from '../fixtures.ts';
import { fetchFacts, signIn } from '../readers.ts';

/** A page of another origin with the given body. */
async function otherSite(body: string): Promise<{ url: string; close(): Promise<unknown> }> {
	const server = createServer((_, answer) =>
		answer.setHeader('content-type', 'text/html').end(`<!doctype html><title>A blog</title>${body}`),
	);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

function framed(address: string): string {
	return `<iframe src="${address}" width="320" height="400" title="framed"></iframe>`;
}

test('the page of a ticker names the frame in which it is shown elsewhere', async ({ browser, running, page, request }) => {
	await page.goto('/ticker/1');
	const address = await page.locator('link[type="application/json+oembed"]').getAttribute('href');
	const answer = await (await request.get(address ?? '')).json();
	expect(answer).toMatchObject({ type: 'rich', width: 320, height: 400 });

	const site = await otherSite(`${answer.html}<img src="${running.url}/embed/wheel/1.svg?theme=light" alt="wheel">`);
	const reader = await browser.newContext();
	const blog = await reader.newPage();
	await blog.goto(site.url);
	const card = blog.frameLocator('iframe');
	await expect(card.getByRole('img', { name: answer.title })).toBeVisible();
	await expect(card.getByText(/^Report of .* ET · Simulated market/)).toBeVisible();
	await expect(card.getByRole('link', { name: 'Signalwheel' })).toHaveAttribute('href', `${running.url}/`);
	await expect.poll(() => blog.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(236);
	expect(await reader.cookies()).toEqual([]);
	await reader.close();
	await site.close();
});

test('no other page of the site can be framed', async ({ browser, running }) => {
	for (const path of ['/', '/ticker/1', '/stock-gainers', '/auth/signin', '/faq', '/embed/', '/embed/cards', '/api/docs']) {
		const site = await otherSite(framed(`${running.url}${path}`));
		const context = await browser.newContext();
		const page = await context.newPage();
		const refused = page.waitForEvent('console', { predicate: (message) => /frame-ancestors|X-Frame-Options/i.test(message.text()) });
		await page.goto(site.url);
		expect((await refused).text(), path).toMatch(/refused|violates/i);
		expect(await page.frames()[1]?.locator('body').innerText(), path).not.toContain('Signalwheel');
		await context.close();
		await site.close();
	}
});

for (const [name, viewport] of [
	['as wide as oEmbed says', { width: 320, height: 400 }],
	['in a narrow column', { width: 200, height: 260 }],
	['across a phone', { width: 390, height: 440 }],
	['across a wide page', { width: 1200, height: 500 }],
] as const)
	for (const theme of ['light', 'dark'] as const)
		test(`the card is readable and fits, ${name}, ${theme}`, async ({ browser, running }, info) => {
			const context = await browser.newContext({ baseURL: running.url, viewport });
			const page = await context.newPage();
			await page.goto(`/embed/card/1?theme=${theme}`);
			await expect(page.getByRole('img')).toBeVisible();
			expect(await findViolations(page)).toEqual([]);
			const overflow = await page.evaluate(() => {
				const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector('main') ?? document.body;
				return [scrollWidth - clientWidth, scrollHeight - clientHeight];
			});
			expect(overflow).toEqual([0, 0]);
			await page.screenshot({ path: info.outputPath('card.png') });
			await context.close();
		});

test('in forced colors the card hatches the cells of its wheel', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	const { ticker } = await fetchFacts(context, running);
	await page.emulateMedia({ forcedColors: 'active' });
	await page.goto(`/embed/card/${ticker}?tab_type=free`);
	const cells = page.locator('svg path.lit');
	expect(await cells.count()).toBeGreaterThan(0);
	for (const fill of await cells.evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill))) {
		const [, id = ''] = /#([\w-]+)/.exec(fill) ?? [];
		await expect(page.locator(`pattern#${id}`)).toHaveCount(1);
	}
	expect(await findViolations(page)).toEqual([]);
});
