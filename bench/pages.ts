/**
 * Measures cached public pages under 200 concurrent visitors. Reference: a bare Fastify handler in the same process that answers the same bytes and
 * headers from a map; the two alternate. Then measures each uncached page for its first visitor after a fresh start and after a new report.
 */
import type { ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import autocannon from 'autocannon';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, formatMs, measureTime, median, quantile, type ResultRow, rowWithoutReference } from './measure.ts';
import type { PagesCommand, PagesServerInfo } from './servers/pages-server.ts';

const VISITORS = 200;
const ROUNDS = 7;
const SECONDS = 2;
/** New reports, after each of which every page is requested once. */
const NEW_REPORTS = 10;
/** Server starts after each of which every page is requested once; the last server is used for all other figures. */
const STARTS = 3;

const PATHS = PUBLIC_PAGES.map(({ path }) => path);
/** Headers of a browser that opens a page. */
const BROWSER_HEADERS = {
	accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
	'accept-language': 'en-US,en;q=0.9',
	'sec-fetch-dest': 'document',
	'user-agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};
const ACCEPTED_ENCODINGS: Readonly<Record<string, string>> = {
	'as browsers request them': 'gzip, deflate, br, zstd',
	'for clients that accept gzip only': 'gzip',
	'for clients without compression': 'identity',
};
/** Headers of a connection or of a single answer, which are not part of the page. */
const TRANSPORT_HEADERS = new Set(['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding']);

type Headers = Readonly<Record<string, string>>;

function sendCommand(server: ChildProcess, command: PagesCommand): Promise<unknown> {
	return askChild(server, command);
}

interface CompressedPage {
	/** Headers that describe the page. */
	headers: Record<string, string>;
	/** Still compressed. */
	body: Buffer;
}

async function measureCachedPages(
	server: ChildProcess,
	{ port, referencePort }: PagesServerInfo,
	kind: string,
	acceptEncoding: string,
): Promise<ResultRow[]> {
	const headers = { ...BROWSER_HEADERS, 'accept-encoding': acceptEncoding };
	const bodies: Record<string, string> = {};
	let pageHeaders = {};
	let bytes = 0;
	for (const path of PATHS) {
		const page = await requestCompressed(`${createUrl(port)}${path}`, headers);
		pageHeaders = page.headers;
		bytes += page.body.length / PATHS.length;
		bodies[path] = page.body.toString('base64');
	}
	await sendCommand(server, { headers: pageHeaders, bodies });
	const rounds: Record<'ours' | 'reference', Awaited<ReturnType<typeof runLoadTest>>>[] = [];
	for (let round = 0; round < ROUNDS; round++)
		rounds.push({
			ours: await runLoadTest(server, createUrl(port), headers),
			reference: await runLoadTest(server, createUrl(referencePort), headers),
		});
	const formatPair = (figure: 'pagesPerSecond' | 'processorUs', format: (value: number) => string): Omit<ResultRow, 'name' | 'goal'> => ({
		ours: format(median(rounds.map(({ ours }) => ours[figure]))),
		reference: format(median(rounds.map(({ reference }) => reference[figure]))),
		ratio: median(rounds.map(({ ours, reference }) => ours[figure] / reference[figure])),
	});
	return [
		{
			name: `cached pages ${kind} (${(bytes / 1000).toFixed(1)} kB), ${VISITORS} visitors at once`,
			...formatPair('pagesPerSecond', (rate) => `${Math.round(rate).toLocaleString('en')}/s`),
			goal: 'at least 0.5',
		},
		{ name: `${kind}: processor time of a page`, ...formatPair('processorUs', (us) => `${us.toFixed(0)} µs`), goal: 'at most 2' },
		rowWithoutReference(`${kind}: 99th percentile`, formatMs(median(rounds.map(({ ours }) => ours.p99))), null),
	];
}

/** Measures pages per second, 99th percentile of latency in milliseconds, and microseconds of server processor time per page. */
async function runLoadTest(server: ChildProcess, url: string, headers: Headers) {
	const requests = PATHS.map((path) => ({ path, headers: { ...headers } }));
	const processorTimeBefore = await readProcessorTime(server);
	const result = await autocannon({ url, connections: VISITORS, duration: SECONDS, requests });
	if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
	return {
		pagesPerSecond: result.requests.average,
		p99: result.latency.p99,
		processorUs: ((await readProcessorTime(server)) - processorTimeBefore) / result.requests.total,
	};
}

function readProcessorTime(server: ChildProcess): Promise<number> {
	return askChild(server, { processorTime: true } satisfies PagesCommand);
}

/** Requests a page over a new connection, without decompressing it. Rejects for any status but 200. */
function requestCompressed(url: string, headers: Headers): Promise<CompressedPage> {
	return new Promise((resolve, reject) => {
		const request = get(url, { headers, agent: new Agent() }, (response) => {
			const parts: Buffer[] = [];
			response.on('data', (part: Buffer) => parts.push(part));
			response.once('end', () => {
				const pageHeaders = Object.entries(response.headers).flatMap(([name, value]) =>
					TRANSPORT_HEADERS.has(name) ? [] : [[name, String(value)]],
				);
				if (response.statusCode === 200) resolve({ headers: Object.fromEntries(pageHeaders), body: Buffer.concat(parts) });
				else reject(new Error(`${url} answered ${response.statusCode}`));
			});
		});
		request.once('error', reject);
	});
}

function createUrl(port: number): string {
	return `http://127.0.0.1:${port}`;
}

/** Milliseconds of each page, requested one after another. */
async function timeEachPage({ port }: PagesServerInfo): Promise<number[]> {
	const times: number[] = [];
	for (const path of PATHS) times.push((await measureTime(() => requestCompressed(`${createUrl(port)}${path}`, BROWSER_HEADERS)))[0]);
	return times;
}

function createUncachedRow(name: string, times: readonly number[]): ResultRow {
	return rowWithoutReference(name, `${formatMs(median(times))}, 99th percentile ${formatMs(quantile(times, 0.99))}`, null);
}

export const run: Benchmark = async () => {
	const startTimes: number[] = [];
	const startServer = async () => {
		const instance = await startChild<PagesServerInfo>('servers/pages-server.ts');
		startTimes.push(...(await timeEachPage(instance.message)));
		return instance;
	};
	for (let i = 1; i < STARTS; i++) await stopChild((await startServer()).child);
	const { child: server, message: info } = await startServer();
	const rows: ResultRow[] = [];
	for (const [kind, acceptEncoding] of Object.entries(ACCEPTED_ENCODINGS))
		rows.push(...(await measureCachedPages(server, info, kind, acceptEncoding)));
	const reportTimes: number[] = [];
	for (let i = 0; i < NEW_REPORTS; i++) {
		await sendCommand(server, { newReport: true });
		reportTimes.push(...(await timeEachPage(info)));
	}
	await stopChild(server);
	return [
		...rows,
		createUncachedRow(`an uncached page, after each of ${STARTS} starts`, startTimes),
		createUncachedRow(`an uncached page, right after each of ${NEW_REPORTS} new reports`, reportTimes),
	];
};
