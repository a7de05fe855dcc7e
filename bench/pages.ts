/**
 * Measures cached public pages under 200 concurrent visitors. Reference: a bare Fastify handler in the same process that answers the same bytes and
 * headers from a map; the two alternate. Then measures each uncached page for its first visitor after a fresh start and after a new report.
 */
import type { ChildProcess } from 'node:child_process';
import { Agent, get } from 'node:http';
import { PUBLIC_PAGES } from '@sw/domain/prices/public-pages';
import autocannon from 'autocannon';
import { askChild, startChild, stopChild } from './child.ts';
import { type Benchmark, type Measured, median, ms, quantile, rowWithoutReference, timed } from './measure.ts';
import type { PagesOrder, PagesStarted } from './servers/pages-server.ts';

const VISITORS = 200;
const ROUNDS = 7;
const SECONDS = 2;
/** New reports, after each of which every page is requested once. */
const NEW_REPORTS = 10;
/** Server starts after each of which every page is requested once; the last server is used for all other figures. */
const STARTS = 3;

const PATHS = PUBLIC_PAGES.map(({ path }) => path);
/** Headers of a browser that opens a page. */
const BROWSER = {
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

function sendOrder(server: ChildProcess, order: PagesOrder): Promise<unknown> {
	return askChild(server, order);
}

interface CompressedPage {
	/** Headers that describe the page. */
	headers: Record<string, string>;
	/** Still compressed. */
	body: Buffer;
}

async function compare(
	server: ChildProcess,
	{ port, referencePort }: PagesStarted,
	kind: string,
	acceptEncoding: string,
): Promise<Measured[]> {
	const headers = { ...BROWSER, 'accept-encoding': acceptEncoding };
	const bodies: Record<string, string> = {};
	let own = {};
	let bytes = 0;
	for (const path of PATHS) {
		const answer = await requestCompressed(`${urlOf(port)}${path}`, headers);
		own = answer.headers;
		bytes += answer.body.length / PATHS.length;
		bodies[path] = answer.body.toString('base64');
	}
	await sendOrder(server, { headers: own, bodies });
	const rounds: Record<'ours' | 'reference', Awaited<ReturnType<typeof load>>>[] = [];
	for (let round = 0; round < ROUNDS; round++)
		rounds.push({ ours: await load(server, urlOf(port), headers), reference: await load(server, urlOf(referencePort), headers) });
	const both = (measure: 'rate' | 'work', unit: (value: number) => string): Omit<Measured, 'name' | 'goal'> => ({
		ours: unit(median(rounds.map(({ ours }) => ours[measure]))),
		reference: unit(median(rounds.map(({ reference }) => reference[measure]))),
		ratio: median(rounds.map(({ ours, reference }) => ours[measure] / reference[measure])),
	});
	return [
		{
			name: `cached pages ${kind} (${(bytes / 1000).toFixed(1)} kB), ${VISITORS} visitors at once`,
			...both('rate', (rate) => `${Math.round(rate).toLocaleString('en')}/s`),
			goal: 'at least 0.5',
		},
		{ name: `${kind}: processor time of a page`, ...both('work', (work) => `${work.toFixed(0)} µs`), goal: 'at most 2' },
		rowWithoutReference(`${kind}: 99th percentile`, ms(median(rounds.map(({ ours }) => ours.p99))), null),
	];
}

/** Pages per second, 99th percentile of latency in milliseconds, and microseconds of server processor time per page. */
async function load(server: ChildProcess, url: string, headers: Headers) {
	const requests = PATHS.map((path) => ({ path, headers: { ...headers } }));
	const before = await processorTime(server);
	const result = await autocannon({ url, connections: VISITORS, duration: SECONDS, requests });
	if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
	return { rate: result.requests.average, p99: result.latency.p99, work: ((await processorTime(server)) - before) / result.requests.total };
}

function processorTime(server: ChildProcess): Promise<number> {
	return askChild(server, { spent: true } satisfies PagesOrder);
}

/** Requests a page over a new connection, without decompressing it. Rejects for any status but 200. */
function requestCompressed(url: string, headers: Headers): Promise<CompressedPage> {
	return new Promise((resolve, reject) => {
		const request = get(url, { headers, agent: new Agent() }, (answer) => {
			const parts: Buffer[] = [];
			answer.on('data', (part: Buffer) => parts.push(part));
			answer.once('end', () => {
				const own = Object.entries(answer.headers).flatMap(([name, value]) => (TRANSPORT_HEADERS.has(name) ? [] : [[name, String(value)]]));
				if (answer.statusCode === 200) resolve({ headers: Object.fromEntries(own), body: Buffer.concat(parts) });
				else reject(new Error(`${url} answered ${answer.statusCode}`));
			});
		});
		request.once('error', reject);
	});
}

function urlOf(port: number): string {
	return `http://127.0.0.1:${port}`;
}

/** Milliseconds of each page, requested one after another. */
async function askEach({ port }: PagesStarted): Promise<number[]> {
	const found: number[] = [];
	for (const path of PATHS) found.push((await timed(() => requestCompressed(`${urlOf(port)}${path}`, BROWSER)))[0]);
	return found;
}

function uncachedRow(name: string, found: readonly number[]): Measured {
	return rowWithoutReference(name, `${ms(median(found))}, 99th percentile ${ms(quantile(found, 0.99))}`, null);
}

export const run: Benchmark = async () => {
	const afterStart: number[] = [];
	const start = async () => {
		const one = await startChild<PagesStarted>('servers/pages-server.ts');
		afterStart.push(...(await askEach(one.message)));
		return one;
	};
	for (let i = 1; i < STARTS; i++) await stopChild((await start()).child);
	const { child: server, message: world } = await start();
	const rows: Measured[] = [];
	for (const [kind, takes] of Object.entries(ACCEPTED_ENCODINGS)) rows.push(...(await compare(server, world, kind, takes)));
	const afterReport: number[] = [];
	for (let i = 0; i < NEW_REPORTS; i++) {
		await sendOrder(server, { edition: true });
		afterReport.push(...(await askEach(world)));
	}
	await stopChild(server);
	return [
		...rows,
		uncachedRow(`an uncached page, after each of ${STARTS} starts`, afterStart),
		uncachedRow(`an uncached page, right after each of ${NEW_REPORTS} new reports`, afterReport),
	];
};
