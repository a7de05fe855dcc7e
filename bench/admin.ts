/**
 * Measures the administration with years of data: each page in a real Chromium, from the click on its menu item to complete content, and API calls
 * that search or fetch last pages. Reference: the same product without that data.
 */
import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser, openSignedIn } from './browser/browser.ts';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, compareToReference, type Measured, median, quantile, timed } from './measure.ts';
import type { ProductStarted } from './tools/small-product.ts';

/** Each round opens a new browser context, so nothing is cached between rounds. */
const ROUNDS = 5;
const REQUESTS_PER_CALL = 9;
const GOAL = 'at most 300 ms';

const CALLS: Readonly<Record<string, string>> = {
	'users: part of an address': '/api/users?q=der99&max=20',
	'users: part of an unknown address': '/api/users?q=unknown&max=20',
	'users: by licence, the last page': '/api/users?sort_by=license&skip=9980&max=20',
	'users: blocked, by last sign-in': '/api/users?status=blocked&sort_by=seen&max=20',
	'audit log: its last page': '/api/audit?skip=9980&max=20',
	'audit log: one who acts': '/api/audit?actor=reader77%40&max=20',
	'audit log: a frequent act, the last page': '/api/audit?act=user.&skip=9980&max=20',
	'audit log: one to whom and an act': '/api/audit?act=settings&target=reader123&max=20',
	'audit log: an act without entries': '/api/audit?act=user.delete&max=20',
	'audit log: a day a year ago': `/api/audit?from=${dayAgo(366)}&to=${dayAgo(365)}&max=20`,
	'jobs: the last page': '/api/jobs?skip=9980&max=20',
	'jobs: those of a kind that failed': '/api/jobs?kind=gaps&state=failed&max=20',
};

function dayAgo(days: number): string {
	return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

async function measureAll(browser: Browser, product: ProductStarted): Promise<Map<string, number[]>> {
	const signedInContext = await openSignedIn(browser, product, 'admin');
	const found = await measureCalls(signedInContext);
	await signedInContext.close();
	return new Map([...(await measurePages(browser, product)), ...found]);
}

async function measureCalls(context: BrowserContext): Promise<Map<string, number[]>> {
	const found = new Map<string, number[]>();
	for (const [name, path] of Object.entries(CALLS)) {
		const times: number[] = [];
		for (let i = 0; i < REQUESTS_PER_CALL; i++) {
			const [took, answer] = await timed(() => context.request.get(path));
			if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
			times.push(took);
		}
		found.set(name, times);
	}
	return found;
}

/** Milliseconds until each page was complete, one per round, by the page's menu label. */
async function measurePages(browser: Browser, product: ProductStarted): Promise<Map<string, number[]>> {
	const found = new Map<string, number[]>();
	for (let round = 0; round < ROUNDS; round++) {
		const context = await openSignedIn(browser, product, 'admin');
		const page = await context.newPage();
		await page.goto('/admin/outbox');
		await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
		const labels = (await page.locator('#admin-pages a').allTextContents()).filter((label) => label !== 'Outbox');
		for (const label of [...labels, 'Outbox']) found.set(label, [...(found.get(label) ?? []), await page.evaluate(openPage, label)]);
		await context.close();
	}
	return found;
}

/** Runs in the page: milliseconds from a click on a menu item to complete content. */
function openPage(label: string): Promise<number> {
	return new Promise((resolve) => {
		const heading = () => document.querySelector('main h1')?.textContent;
		const before = heading();
		const link = [...document.querySelectorAll<HTMLAnchorElement>('#admin-pages a')].find((one) => one.textContent === label);
		const began = performance.now();
		link?.click();
		const checkContent = (): void => {
			if (heading() !== undefined && heading() !== before && !document.querySelector('main [aria-busy="true"]'))
				resolve(performance.now() - began);
			else requestAnimationFrame(checkContent);
		};
		checkContent();
	});
}

export const run: Benchmark = async () => {
	const { child, message: product } = await startChild<ProductStarted>('servers/admin-server.ts');
	const browser = await launchBrowser();
	try {
		await measureAll(browser, product); // Warm-up.
		const before = await measureAll(browser, product);
		await askChild(child, 'fill');
		const after = await measureAll(browser, product);
		return [...after].map(([name, times]): Measured => {
			const row = compareToReference(name, median(times), median(before.get(name) ?? []), GOAL);
			return { ...row, ours: `${row.ours} (longest ${Math.round(quantile(times, 1))})` };
		});
	} finally {
		await browser.close();
		await stopChild(child);
	}
};
