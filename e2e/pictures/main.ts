/**
 * Takes pictures of every screen in both themes and two widths, in .test/pictures, for visual review. Words on the command line select by name;
 * `--against <folder>` reports which pictures differ from earlier ones.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM, CHROMIUM_ARGS } from '../chromium.ts';
import { answerConsent, startProduct } from '../fixtures.ts';
import { measureSidewaysScroll, openScreen } from '../open-screen.ts';
import { type Facts, fetchFacts, type Reader, seedTrader, signIn } from '../readers.ts';
import { findDifferences } from './compare.ts';
import type { Screen } from './screen.ts';
import { SCREENS } from './screens.ts';

const THEMES = ['dark', 'light'] as const;
const WIDTHS = [
	{ width: 1720, height: 900 },
	{ width: 390, height: 844 },
] as const;

const MAX_NARROW_WIDTH = 640;

const { values, positionals: words } = parseArgs({ options: { against: { type: 'string' } }, allowPositionals: true });
let pictureCount = 0;
const folder = join(import.meta.dirname, '../../.test/pictures');
const selectedScreens = SCREENS.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

const running = await startProduct();
const browser: Browser = await chromium.launch({
	executablePath: CHROMIUM,
	args: [...CHROMIUM_ARGS],
});

/** A browser with one signed-in reader. */
async function openContext(reader: Reader, theme: string, viewport: (typeof WIDTHS)[number]): Promise<BrowserContext> {
	const context = await browser.newContext({
		baseURL: running.url,
		viewport,
		locale: 'en-US',
		timezoneId: 'America/New_York',
		reducedMotion: 'reduce',
		serviceWorkers: 'block',
	});
	await answerConsent(context);
	await context.addCookies([{ name: 'theme', value: theme, url: running.url }]);
	await signIn(context, running, reader);
	return context;
}

async function prepareFacts(): Promise<Facts> {
	const context = await openContext('pro', 'dark', WIDTHS[0]);
	await seedTrader(context, running);
	const facts = await fetchFacts(context, running);
	await context.close();
	return facts;
}

async function takePicture(context: BrowserContext, screen: Screen, facts: Facts, file: string): Promise<void> {
	const reportError = (text: string) => console.error(`${file}: ${text}`);
	context.once('page', (page) => {
		page.on('pageerror', (error) => reportError(error.message));
		page.on('console', (message) => {
			if (message.type() === 'error') reportError(message.text());
		});
	});
	const page = await openScreen(context, screen, facts);
	await page.waitForTimeout(400);
	await page.screenshot({ path: join(folder, file), fullPage: !screen.windowOnly });
	const overflowPx = await measureSidewaysScroll(page);
	if (overflowPx > 0) reportError(`${overflowPx} px scroll sideways`);
	await page.close();
}

try {
	if (words.length === 0) rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	const facts = await prepareFacts();
	for (const theme of THEMES) {
		for (const viewport of WIDTHS) {
			const contexts = new Map<Reader, BrowserContext>();
			for (const screen of selectedScreens) {
				if (screen.narrowOnly && viewport.width > MAX_NARROW_WIDTH) continue;
				const context = contexts.get(screen.as) ?? (await openContext(screen.as, theme, viewport));
				contexts.set(screen.as, context);
				await takePicture(context, screen, facts, `${screen.name}-${theme}-${viewport.width}.png`);
				pictureCount++;
			}
			for (const context of contexts.values()) await context.close();
		}
	}
	console.log(`${pictureCount} pictures in ${folder}`);
	if (values.against !== undefined) {
		const differenceLines = await findDifferences(browser, resolve(process.env['INIT_CWD'] ?? '.', values.against), folder);
		for (const line of differenceLines) console.log(line);
		console.log(`${differenceLines.length} of them differ`);
	}
} finally {
	await browser.close();
	await running.close();
}
