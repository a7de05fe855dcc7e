/** Measures what a browser requests while it opens a page or follows a link. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';

export interface PageLoad {
	scripts: readonly string[];
	sheets: readonly string[];
	requests: number;
	/** Bytes of response bodies as sent, usually compressed. */
	bytes: number;
	/** Number of API calls. */
	calls: number;
	callBytes: number;
}

const CLIENT_FOLDER = join(import.meta.dirname, '../../packages/web/dist/client');
/** Live connections stay open for a minute, so they are left out of a page load. */
const LIVE_CONNECTION = /\/api\/hubs\//;
/** The page counts as loaded after this long without a request. */
const QUIET_MS = 700;

/** Gzipped bytes of built files, whatever encoding the browser used. A file without a .gz counts uncompressed. */
export function sumGzippedBytes(urls: readonly string[]): number {
	return urls.reduce((sum, url) => {
		const file = join(CLIENT_FOLDER, new URL(url).pathname);
		return sum + statSync(existsSync(`${file}.gz`) ? `${file}.gz` : file).size;
	}, 0);
}

/** Runs `action` on the page, waits until the page is idle (hydrated, lists loaded, no requests), and sums up its requests. */
export async function measureLoad(page: Page, action: () => Promise<unknown>): Promise<PageLoad> {
	const finishedRequests: Request[] = [];
	let openRequestCount = 0;
	let lastActivityAt = Date.now();
	const onRequest = (request: Request): void => {
		if (LIVE_CONNECTION.test(request.url())) return;
		openRequestCount++;
		lastActivityAt = Date.now();
	};
	const onRequestEnd = (request: Request): void => {
		if (LIVE_CONNECTION.test(request.url())) return;
		openRequestCount--;
		lastActivityAt = Date.now();
		finishedRequests.push(request);
	};
	page.on('request', onRequest).on('requestfinished', onRequestEnd).on('requestfailed', onRequestEnd);
	await action();
	await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
	await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"]'));
	while (openRequestCount > 0 || Date.now() - lastActivityAt < QUIET_MS) await page.waitForTimeout(50);
	page.off('request', onRequest).off('requestfinished', onRequestEnd).off('requestfailed', onRequestEnd);

	// Responses from the browser's own cache are reported as negative sizes.
	const sizes = await Promise.all(
		finishedRequests.map(async (request) => Math.max(0, (await request.sizes().catch(() => undefined))?.responseBodySize ?? 0)),
	);
	const isCall = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/api/');
	const sumBytes = (isIncluded: (request: Request) => boolean): number =>
		finishedRequests.reduce((total, request, i) => (isIncluded(request) ? total + (sizes[i] ?? 0) : total), 0);
	const urlsEndingWith = (ending: string): string[] => [
		...new Set(finishedRequests.map((request) => request.url()).filter((url) => new URL(url).pathname.endsWith(ending))),
	];
	return {
		scripts: urlsEndingWith('.js'),
		sheets: urlsEndingWith('.css'),
		requests: finishedRequests.length,
		bytes: sumBytes(() => true),
		calls: finishedRequests.filter(isCall).length,
		callBytes: sumBytes(isCall),
	};
}
