/**
 * Runs Lighthouse on the public pages, with its mobile profile and simulated throttling: median of three runs. Reference: the largest contentful paint
 * of a page of one sentence in the same run. `--why` lists the audits that keep a page below 100.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type LaunchedChrome, launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { CHROMIUM, CHROMIUM_ARGS } from './browser/browser.ts';
import { startChild, stopChild } from './child.ts';
import { type Benchmark, formatMs, median, type ResultRow, rowWithoutReference } from './measure.ts';
import type { ProductInfo } from './tools/small-product.ts';

const RUNS = 3;
const TIMEOUT_MS = 300_000;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

const PUBLIC_GOAL = '100 in each category, paint within 1.1 s';
const PAGES: readonly { path: string; goal: string }[] = [
	{ path: '/', goal: PUBLIC_GOAL },
	{ path: '/top-gaining-stocks-today', goal: PUBLIC_GOAL },
	{ path: '/stocks-near-52-week-high', goal: PUBLIC_GOAL },
	{ path: '/stock-unusual-volume/today', goal: PUBLIC_GOAL },
	{ path: '/ticker/:id', goal: '95 in each category, paint within 2.0 s' },
];

/** A page of one sentence: the fastest possible paint. */
const BARE_PAGE =
	'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bare</title><meta name="viewport" content="width=device-width"></head><body><main><p>One sentence, and nothing else.</p></main></body></html>';

function startBareServer(): Promise<Server> {
	return new Promise((resolve) => {
		const server = createServer((_request, response) => response.setHeader('content-type', 'text/html; charset=utf-8').end(BARE_PAGE));
		server.listen(0, '127.0.0.1', () => resolve(server));
	});
}

/** Waits until the landing page is complete, that is, until it can show the track record of its lists. */
async function waitForLandingRecord(url: string): Promise<void> {
	for (const end = Date.now() + TIMEOUT_MS; Date.now() < end; ) {
		const { record } = JSON.parse(await fetchText(`${url}/api/landing/record`)) as { record: unknown };
		if (record !== null) return;
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
	throw new Error('The landing record was not measured in time.');
}

async function fetchText(url: string): Promise<string> {
	const response = await fetch(url, { headers: { accept: 'text/html' } });
	if (!response.ok) throw new Error(`${url}: ${response.status}`);
	return response.text();
}

/** Id of the first ticker in the top tables. */
async function findTopTickerId(url: string): Promise<string> {
	const id = /\/ticker\/(\d+)/.exec(await fetchText(`${url}/top`))?.[1];
	if (!id) throw new Error('The top tables are empty');
	return id;
}

/** Lighthouse errors for a browser under load that recorded no trace; they say nothing about the page. */
const NO_TRACE_ERRORS = new Set(['NO_NAVSTART', 'NO_TRACING_STARTED', 'NO_FCP', 'NO_LCP']);

async function runLighthouse(url: string, chrome: LaunchedChrome, mayRetry = true): Promise<Result> {
	// Fills the page cache: pages are cached for a minute, so most visitors get a cached one.
	await fetchText(url);
	const result = await lighthouse(url, {
		port: chrome.port,
		logLevel: 'error',
		output: 'json',
		onlyCategories: [...CATEGORIES],
	});
	if (!result) throw new Error(`${url}: Lighthouse returned no result`);
	const { lhr } = result;
	if (mayRetry && NO_TRACE_ERRORS.has(lhr.runtimeError?.code ?? '')) {
		console.error(`${url}: no trace recorded (${lhr.runtimeError?.code}), running once more`);
		return runLighthouse(url, chrome, false);
	}
	if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`);
	return lhr;
}

function medianLargestPaint(runs: readonly Result[]): number {
	return medianFigure(runs, 'largest-contentful-paint');
}

function medianFigure(runs: readonly Result[], figure: string): number {
	return median(runs.map((run) => readFigure(run, figure)));
}

function readFigure({ audits }: Result, name: string): number {
	return audits[name]?.numericValue ?? Number.NaN;
}

function describeRuns(runs: readonly Result[]): string {
	const scores = CATEGORIES.map((category) => median(runs.map((run) => readScore(run, category))));
	return `${scores.join(', ')}; paint ${formatSeconds(medianLargestPaint(runs))}, blocked ${formatMs(medianFigure(runs, 'total-blocking-time'))}, shift ${medianFigure(runs, 'cumulative-layout-shift').toFixed(2)}`;
}

function formatSeconds(value: number): string {
	return `${(value / 1000).toFixed(2)} s`;
}

function readScore({ categories }: Result, name: string): number {
	return Math.round((categories[name]?.score ?? 0) * 100);
}

function describeReference(runs: readonly Result[]): string {
	return `paint ${formatSeconds(medianLargestPaint(runs))}, blocked ${formatMs(medianFigure(runs, 'total-blocking-time'))}`;
}

/** Audits of one run that lower a category's score. */
function listFailedAudits({ categories, audits }: Result): string[] {
	return Object.values(categories).flatMap(({ id, auditRefs }) =>
		auditRefs.flatMap(({ id: name, weight }) => {
			const audit = audits[name];
			const isFailed = audit && audit.score !== null && audit.score < 1 && (weight > 0 || id !== 'performance');
			return isFailed ? [`  ${id}: ${name} ${audit.score} ${audit.displayValue ?? ''}`] : [];
		}),
	);
}

export const run: Benchmark = async (args) => {
	const { child, message: product } = await startChild<ProductInfo>('servers/scroll-server.ts');
	const server = await startBareServer();
	const rows: ResultRow[] = [];
	let chrome: LaunchedChrome | undefined;
	try {
		await waitForLandingRecord(product.url);
		chrome = await launch({ chromePath: CHROMIUM, chromeFlags: ['--headless=new', ...CHROMIUM_ARGS], logLevel: 'error' });
		const measurePage = async (url: string): Promise<Result[]> => {
			const runs: Result[] = [];
			while (chrome && runs.length < RUNS) runs.push(await runLighthouse(url, chrome));
			return runs;
		};
		const reference = await measurePage(`http://localhost:${(server.address() as AddressInfo).port}/`);
		for (const { path, goal } of PAGES) {
			const runs = await measurePage(product.url + path.replace(':id', await findTopTickerId(product.url)));
			rows.push({
				name: path,
				ours: describeRuns(runs),
				reference: describeReference(reference),
				ratio: medianLargestPaint(runs) / medianLargestPaint(reference),
				goal,
			});
			if (args.includes('--why')) console.log([path, ...new Set(runs.flatMap(listFailedAudits))].join('\n'));
		}
		const benchmarkIndex = median(reference.map(({ environment }) => environment.benchmarkIndex));
		rows.push(rowWithoutReference('processor speed during the run, as measured by Lighthouse', benchmarkIndex.toFixed(0), null));
	} finally {
		chrome?.kill();
		server.close();
		await stopChild(child);
	}
	return rows;
};
