/**
 * Measures the admin pages with years of data: each page in a real Chromium, from the click on its menu item to complete content, and API calls
 * that search or fetch last pages. Reference: the same product without that data.
 */
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, openSignedIn } from './browser/browser.ts';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, measureTime, median, quantile, type ResultRow } from './measure.ts';
import type { ProductInfo } from './tools/small-product.ts';

/** Each round opens a new browser context, so nothing is cached between rounds. */
const ROUNDS = 5;
const REQUESTS_PER_CALL = 9;
const GOAL = 'at most 300 ms';

const CALLS: Readonly<Record<string, string>> = {
	'users: part of an e-mail address': '/api/users?q=der99&max=20',
	'users: part of an unknown e-mail address': '/api/users?q=unknown&max=20',
	'users: by licence, the last page': '/api/users?sort_by=license&skip=9980&max=20',
	'users: blocked, by last sign-in': '/api/users?status=blocked&sort_by=seen&max=20',
	'audit log: its last page': '/api/audit?skip=9980&max=20',
	'audit log: by actor': '/api/audit?actor=reader77%40&max=20',
	'audit log: by a frequent action, the last page': '/api/audit?act=user.&skip=9980&max=20',
	'audit log: by target and action': '/api/audit?act=settings&target=reader123&max=20',
	'audit log: by an action without entries': '/api/audit?act=user.delete&max=20',
	'audit log: one day a year ago': `/api/audit?from=${formatDateAgo(366)}&to=${formatDateAgo(365)}&max=20`,
	'jobs: the last page': '/api/jobs?skip=9980&max=20',
	'jobs: failed ones of one kind': '/api/jobs?kind=gaps&state=failed&max=20',
};

function formatDateAgo(days: number): string {
	return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

async function measureAll(browser: Browser, product: ProductInfo): Promise<Map<string, number[]>> {
	const signedInContext = await openSignedIn(browser, product, 'admin');
	const callTimes = await measureCalls(signedInContext);
	await signedInContext.close();
	return new Map([...(await measurePages(browser, product)), ...callTimes]);
}

async function measureCalls(context: BrowserContext): Promise<Map<string, number[]>> {
	const timesByName = new Map<string, number[]>();
	for (const [name, path] of Object.entries(CALLS)) {
		const times: number[] = [];
		for (let i = 0; i < REQUESTS_PER_CALL; i++) {
			const [elapsed, response] = await measureTime(() => context.request.get(path));
			if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
			times.push(elapsed);
		}
		timesByName.set(name, times);
	}
	return timesByName;
}

/** Milliseconds until each page was complete, one per round, by the page's menu label. */
async function measurePages(browser: Browser, product: ProductInfo): Promise<Map<string, number[]>> {
	const timesByLabel = new Map<string, number[]>();
	for (let round = 0; round < ROUNDS; round++) {
		const context = await openSignedIn(browser, product, 'admin');
		const page = await context.newPage();
		await page.goto('/admin/outbox');
		await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
		const labels = (await page.locator('#admin-pages a').allTextContents()).filter((label) => label !== 'Outbox');
		for (const label of [...labels, 'Outbox'])
			timesByLabel.set(label, [...(timesByLabel.get(label) ?? []), await page.evaluate(openPage, label)]);
		await context.close();
	}
	return timesByLabel;
}

/** Runs in the page: milliseconds from a click on a menu item to complete content. */
function openPage(label: string): Promise<number> {
	return new Promise((resolve) => {
		const heading = () => document.querySelector('main h1')?.textContent;
		const previousHeading = heading();
		const link = [...document.querySelectorAll<HTMLAnchorElement>('#admin-pages a')].find((anchor) => anchor.textContent === label);
		const startedAt = performance.now();
		link?.click();
		const checkContent = (): void => {
			if (heading() !== undefined && heading() !== previousHeading && !document.querySelector('main [aria-busy="true"]'))
				resolve(performance.now() - startedAt);
			else requestAnimationFrame(checkContent);
		};
		checkContent();
	});
}

export const run: Benchmark = async () => {
	const { child, message: product } = await startChild<ProductInfo>('servers/admin-server.ts');
	const browser = await launchBrowser();
	try {
		await measureAll(browser, product); // Warm-up.
		const timesBefore = await measureAll(browser, product);
		await askChild(child, 'fill');
		const timesAfter = await measureAll(browser, product);
		return [...timesAfter].map(([name, times]): ResultRow => {
			const row = compareToReference(name, median(times), median(timesBefore.get(name) ?? []), GOAL);
			return { ...row, ours: `${row.ours} (longest ${Math.round(quantile(times, 1))})` };
		});
	} finally {
		await browser.close();
		await stopChild(child);
	}
};
