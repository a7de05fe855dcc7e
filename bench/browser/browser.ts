import { type APIResponse, type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core';
import type { ProductInfo } from '../tools/small-product.ts';

export const CHROMIUM_ARGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

export const CHROMIUM = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

export function launchBrowser(): Promise<Browser> {
	return chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
}

const TIMEOUT_MS = 60_000;
const WIDE_SCREEN = { viewport: { width: 1720, height: 900 } };

/** Opens a browser context with the demo account `name` signed in. */
export async function openSignedIn(
	browser: Browser,
	{ url, password }: ProductInfo,
	name: string,
	screen: BrowserContextOptions = WIDE_SCREEN,
): Promise<BrowserContext> {
	const context = await browser.newContext({ baseURL: url, locale: 'en-US', ...screen });
	const signIn = (): Promise<APIResponse> =>
		context.request.post('/api/auth/login', { data: { email: `${name}@demo.test`, password }, headers: { origin: url } });
	let response = await signIn();
	// The accounts become available a moment after the reports.
	for (const deadline = Date.now() + TIMEOUT_MS; response.status() === 503 && Date.now() < deadline; response = await signIn())
		await new Promise((resolve) => setTimeout(resolve, 500));
	if (!response.ok()) throw new Error(`Signing in failed: ${response.status()}`);
	return context;
}
