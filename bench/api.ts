/**
 * Measures calls of a signed-in trader. Reference: a bare Fastify handler in the same process that answers with constant bytes of the same size; the
 * two alternate. Each path is requested once before measuring: in production, other readers have already loaded the same reports from the store.
 */
import type { ChildProcess } from 'node:child_process';
import autocannon from 'autocannon';
import { askChild, startChild, stopChild } from './child.ts';
import { OPENED_TICKERS } from './inputs/api-world.ts';
import { measureAttentionWindow } from './inputs/attention-measures.ts';
import { measureOccurrenceReads } from './inputs/occurrences.ts';
import { type Benchmark, formatMs, measureTime, median, quantile, type ResultRow, rowWithoutReference } from './measure.ts';
import type { ServerCommand, ServerInfo } from './servers/api-server.ts';
import { createListPaths, DETAIL_IDS, TABS, TIMEFRAME_QUERIES } from './tools/list-paths.ts';

const CONNECTIONS = 10;
const ROUNDS = 7;
const SECONDS = 2;
/** Number of past reports, each opened once: first on an idle server, then as many different ones during a scan. */
const PAST_REPORTS = 40;

/** Filters saved for the reader. */
const SAVED_FILTERS = 20;
/** Rows of the four top tables together. */
const TOP_TABLE_ROWS = 80;

function formatIso(time: number): string {
	return `${new Date(time).toISOString().slice(0, 19)}Z`;
}

/** Request paths by kind of call. `times`: report times in milliseconds, oldest first. */
function createPathsByKind(times: readonly number[]): Record<string, string[]> {
	return {
		'list of ten': createListPaths([0, 10, 20, 100]),
		details: DETAIL_IDS.map((id) => `/api/sector-charts/${id}?tab_type=extreme_rise`),
		chart: DETAIL_IDS.map((id) => `/api/charts?ticker_id=${id}&timeframe=one_hour&max=100`),
		'mentions of all tickers, ten of them': ['one_hour', 'four_hours', 'day'].flatMap((timeframe) =>
			['', '&source=twitter', '&pe_ticker_range=fifty,one_hundred', '&sort_by=lift'].map(
				(extraQuery) => `/api/analytics?is_approximated=true&timeframe=${timeframe}&max=10${extraQuery}`,
			),
		),
		'leaders, urgent hours and sources': [
			'/api/analytics_leaders?is_approximated=true',
			'/api/analytics_leaders?is_approximated=false',
			'/api/analytics_urgent',
			'/api/analytics_time',
		],
		"a ticker's mentions": DETAIL_IDS.map((id) => `/api/analytics_ticker?ticker_id=${id}&is_approximated=true`),
		'breadth of a report': times
			.slice(-26)
			.map((time) => `/api/sector-analysis?time=${encodeURIComponent(formatIso(time))}&key=price_short-one_hour-all-stocks`),
		'breadth of the newest report in one line': [
			'/api/sector-analysis/check',
			'/api/sector-analysis/check?category=squeeze',
			'/api/sector-analysis/check?category=volume&interval=day',
		],
		'details beside the rows of top tables': Array.from(
			{ length: 5 },
			(_, i) => `/api/tops/tickers?ids=${DETAIL_IDS.slice(20 * i, 20 * i + TOP_TABLE_ROWS).join()}`,
		),
		'list of a past report': times
			.slice(-26 * 3, -26)
			.map((time) => `/api/sector-charts/history?date=${encodeURIComponent(formatIso(time))}&tab_type=extreme_rise&max=10`),
	};
}

function sendCommand(server: ChildProcess, command: ServerCommand): Promise<unknown> {
	return askChild(server, command);
}

async function fetchSize(url: string, cookie: string): Promise<number> {
	const response = await fetch(url, { headers: { cookie } });
	const body = await response.arrayBuffer();
	if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${Buffer.from(body).toString()}`);
	return body.byteLength;
}

async function measureCalls(server: ChildProcess, info: ServerInfo, kind: string, paths: readonly string[]): Promise<ResultRow[]> {
	const { port, referencePort, cookie } = info;
	const productUrl = `http://127.0.0.1:${port}`;
	const sizes: number[] = [];
	for (const path of paths) sizes.push(await fetchSize(`${productUrl}${path}`, cookie));
	const size = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / sizes.length);
	await sendCommand(server, { constantBytes: size });
	const requests = paths.map((path) => ({ path, headers: { cookie } }));
	const rounds: Record<'ours' | 'reference', Awaited<ReturnType<typeof measureThroughput>>>[] = [];
	for (let round = 0; round < ROUNDS; round++)
		rounds.push({
			ours: await measureThroughput(server, productUrl, requests),
			reference: await measureThroughput(server, `http://127.0.0.1:${referencePort}`, requests),
		});
	const formatPair = (figure: 'callsPerSecond' | 'processorUs', unit: (value: number) => string): Omit<ResultRow, 'name' | 'goal'> => ({
		ours: unit(median(rounds.map(({ ours }) => ours[figure]))),
		reference: unit(median(rounds.map(({ reference }) => reference[figure]))),
		ratio: median(rounds.map(({ ours, reference }) => ours[figure] / reference[figure])),
	});
	return [
		{
			name: `${kind} (${(size / 1000).toFixed(1)} kB): calls`,
			...formatPair('callsPerSecond', (rate) => `${Math.round(rate).toLocaleString('en')}/s`),
			goal: 'at least 0.6',
		},
		{ name: `${kind}: processor time of a call`, ...formatPair('processorUs', (us) => `${us.toFixed(1)} µs`), goal: 'at most 1.67' },
		rowWithoutReference(`${kind}: 99th percentile`, formatMs(median(rounds.map(({ ours }) => ours.p99))), 'at most 10 ms'),
	];
}

/** Calls per second, 99th percentile of latency in milliseconds, and microseconds of server processor time per call. */
async function measureThroughput(
	server: ChildProcess,
	url: string,
	requests: readonly { path: string; headers?: Record<string, string> }[],
) {
	const processorTimeBefore = await readProcessorTime(server);
	const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS, requests });
	if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
	return {
		callsPerSecond: result.requests.average,
		p99: result.latency.p99,
		processorUs: ((await readProcessorTime(server)) - processorTimeBefore) / result.requests.total,
	};
}

function readProcessorTime(server: ChildProcess): Promise<number> {
	return askChild(server, { processorTime: true } satisfies ServerCommand);
}

/** Milliseconds to open each past report for the first time. */
async function timePastReports({ port, cookie }: ServerInfo, times: readonly number[]): Promise<number[]> {
	const openTimes: number[] = [];
	for (const time of times) {
		const url = `http://127.0.0.1:${port}/api/sector-charts/history?date=${encodeURIComponent(formatIso(time))}&tab_type=extreme_fall&max=10`;
		openTimes.push((await measureTime(() => fetchSize(url, cookie)))[0]);
	}
	return openTimes;
}

/** Saves the reader's filters, spread over all tabs. */
async function saveFilters({ port, cookie }: ServerInfo): Promise<void> {
	for (let i = 0; i < SAVED_FILTERS; i++) {
		const response = await fetch(`http://127.0.0.1:${port}/api/filters`, {
			method: 'POST',
			headers: { cookie, 'content-type': 'application/json', origin: 'http://127.0.0.1' },
			body: JSON.stringify({
				tab: TABS[i % TABS.length],
				timeframes: TIMEFRAME_QUERIES[0]?.split(','),
				filters: [
					{ sector: 'volume', timeframe: 'one_hour', value: 1 + (i % 4) },
					{ sector: 'call_with_put', timeframe: 'four_hours', value: 1 + (i % 3) },
				],
				name: `Filter ${i}`,
			}),
		});
		if (response.status !== 200) throw new Error(`Saving a filter was answered ${response.status}: ${await response.text()}`);
	}
}

/** Milliseconds of a call for each ticker, none of which was requested before. */
async function timeTickerCalls({ port, cookie }: ServerInfo, path: (id: number) => string): Promise<number[]> {
	const callTimes: number[] = [];
	for (const id of OPENED_TICKERS) callTimes.push((await measureTime(() => fetchSize(`http://127.0.0.1:${port}${path(id)}`, cookie)))[0]);
	return callTimes;
}

export const run: Benchmark = async (args) => {
	const { child: server, message: info } = await startChild<ServerInfo>('servers/api-server.ts', args);
	const rows: ResultRow[] = [];
	const addRow = (name: string, callTimes: readonly number[], goal: string | null): void => {
		rows.push(rowWithoutReference(name, `${formatMs(median(callTimes))}, longest ${formatMs(quantile(callTimes, 1))}`, goal));
	};
	// In production, the reader has already loaded the newest list.
	await fetchSize(`http://127.0.0.1:${info.port}/api/sector-charts?tab_type=extreme_fall&max=10`, info.cookie);
	await saveFilters(info);
	const placeTimes = await timeTickerCalls(info, (id) => `/api/sector-charts/${id}/place?tab_type=extreme_fall&order=3`);
	const filterTimes = await timeTickerCalls(info, (id) => `/api/sector-charts/${id}/filters`);
	// No earlier call reads this report, so the first ticker of each tier includes computing the tier's median.
	const comparedTime = info.times.at(-40) ?? 0;
	const comparisonTimes = await timeTickerCalls(
		info,
		(id) => `/api/sector-charts/${id}/comparison?date=${encodeURIComponent(formatIso(comparedTime))}`,
	);
	const spikeOutcomeTimes = await timeTickerCalls(info, (id) => `/api/analytics_ticker/followed?ticker_id=${id}`);
	const pastReportTimes = await timePastReports(info, info.times.slice(0, PAST_REPORTS));
	await sendCommand(server, { scan: true });
	const pastReportTimesDuringScan = await timePastReports(info, info.times.slice(PAST_REPORTS, 2 * PAST_REPORTS));
	await sendCommand(server, { scan: false });
	for (const [kind, paths] of Object.entries(createPathsByKind(info.times))) rows.push(...(await measureCalls(server, info, kind, paths)));
	addRow("a ticker's place in a list, and when it left", placeTimes, 'under 50 ms');
	addRow(
		`which of ${SAVED_FILTERS} saved and the built-in filters match a ticker, now and in the last ten sessions`,
		filterTimes,
		'under 50 ms',
	);
	addRow("a ticker compared with the median of its tier over five sessions, including each tier's first", comparisonTimes, 'under 50 ms');
	addRow('outcomes after spikes of a ticker over a year', spikeOutcomeTimes, 'under 150 ms');
	addRow('a past report opened for the first time', pastReportTimes, 'under 150 ms');
	addRow("the same during a scan of a year's history", pastReportTimesDuringScan, 'under 150 ms');
	await stopChild(server);
	rows.push(...(await measureAttentionWindow()), ...(await measureOccurrenceReads()));
	return rows;
};
