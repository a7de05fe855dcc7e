/**
 * Twenty minutes at 600 times the speed with 40 live connections and 20 calls a second: the memory of the process in the last third must be within
 * 5 % of that in the middle third, and no slot may be missed. Intended growth is printed next to it.
 */
import { readFileSync } from 'node:fs';
import { callFromNextIp } from './many-readers.ts';
import { fillFolder, isFilled, pause, type Scenario, startScenarioServer, stopCleanly, waitUntil } from './scenario.ts';
import { findFreePort } from './server-process.ts';
import { renewSession, signIn } from './sign-in.ts';

const ENV = { SIGNALWHEEL_SPEED: '600' };
/** Memory that the product's code holds; the rest belongs to the series store and to Node. */
const GAUGES = { heap: 'nodejs_heap_size_used_bytes', 'off heap': 'nodejs_external_memory_bytes' };
const MINUTE_MS = 60_000;
const CONNECTIONS = 40;
const CALL_INTERVAL_MS = 50;
const SAMPLE_INTERVAL_MS = 5_000;
const MAX_GROWTH = 0.05;
/** A session's cookie is valid for a quarter of an hour. */
const RENEWAL_INTERVAL_MS = 5 * MINUTE_MS;
const PATHS = [
	'/api/sector-charts?tab_type=extreme_fall&max=20',
	'/api/landing/table',
	'/api/me',
	'/api/filters',
	'/main',
	'/',
	'/api/landing/sector-charts',
	'/api/health',
];

interface Freshness {
	punctuality: { reports: number; missed: number };
	gaps: { reports: number };
}

/** `kills`: duration in minutes. */
export async function soak(scenario: Scenario): Promise<void> {
	const { folder, kills: minutes, log, reportProblem } = scenario;
	await fillFolder(scenario);
	const metricsPort = await findFreePort();
	const { server } = await startScenarioServer(scenario, { ...ENV, SIGNALWHEEL_METRICS: String(metricsPort) });
	await waitUntil(server, isFilled);
	let cookie = await signIn(server.url, folder, 'pro@demo.test');
	let adminCookie = await signIn(server.url, folder, 'admin@demo.test');
	const fetchFreshness = async (): Promise<Freshness> =>
		(await (await fetch(`${server.url}/api/freshness`, { headers: { cookie: adminCookie } })).json()) as Freshness;
	// A fast clock runs on between two starts: slots of that time must not count as missed.
	const { last_report: firstReport } = await waitUntil(server, isFilled);
	await waitUntil(server, ({ last_report }) => last_report?.time !== firstReport?.time);
	const freshnessBefore = await fetchFreshness();
	const startedAt = performance.now();
	const isRunning = (): boolean => performance.now() - startedAt < minutes * MINUTE_MS && server.child.exitCode === null;
	const counts = { calls: 0, notifications: 0 };

	const call = async (path: string): Promise<void> => {
		try {
			const response = await callFromNextIp(`${server.url}${path}`, { headers: { cookie }, timeoutMs: 20_000 });
			counts.calls++;
			if (response.status >= 400) reportProblem(`${path}: ${response.status}`);
		} catch (error) {
			if (isRunning()) reportProblem(`${path}: ${(error as Error).message}`);
		}
	};
	const callRepeatedly = async (): Promise<void> => {
		for (let n = 0; isRunning(); n++) {
			void call(PATHS[n % PATHS.length]!);
			await pause(CALL_INTERVAL_MS);
		}
	};
	/** A live connection: negotiates, completes the handshake, polls again after each answer. */
	const holdConnection = async (readCookie: () => string): Promise<void> => {
		const createHeaders = (): Record<string, string> => ({
			cookie: readCookie(),
			origin: server.url,
			'x-requested-with': 'XMLHttpRequest',
		});
		const negotiation = await fetch(`${server.url}/api/hubs/notifications/negotiate?negotiateVersion=1`, {
			method: 'POST',
			headers: createHeaders(),
		});
		const { connectionToken } = (await negotiation.json()) as { connectionToken: string };
		const url = `${server.url}/api/hubs/notifications?id=${connectionToken}`;
		const poll = async (): Promise<string> => {
			const response = await fetch(url, { headers: createHeaders(), signal: AbortSignal.timeout(2 * MINUTE_MS) });
			if (!response.ok) throw new Error(`a poll was answered with ${response.status}`);
			return response.text();
		};
		await poll();
		await fetch(url, {
			method: 'POST',
			headers: { ...createHeaders(), 'content-type': 'text/plain' },
			body: '{"protocol":"json","version":1}\x1e',
		});
		while (isRunning()) if ((await poll()).includes('"type":1')) counts.notifications++;
	};

	const readGauges = async (): Promise<string> => {
		const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
		return Object.entries(GAUGES)
			.map(([name, gauge]) => `${name} ${formatMb(Number(new RegExp(`^\\S*${gauge} (\\S+)`, 'm').exec(text)?.[1]))}`)
			.join(', ');
	};
	const samples: number[] = [];
	const sampleMemory = async (): Promise<void> => {
		while (isRunning()) {
			samples.push(readResidentMemory(server.child.pid as number));
			if (samples.length % 12 === 0)
				log(
					`soak: minute ${samples.length / 12}, ${formatMb(samples.at(-1)!)} (${await readGauges()}), ${counts.calls} calls, ${counts.notifications} notifications of reports`,
				);
			await pause(SAMPLE_INTERVAL_MS);
		}
	};
	const renewSessions = async (): Promise<void> => {
		for (let lastRenewal = performance.now(); isRunning(); await pause(SAMPLE_INTERVAL_MS)) {
			if (performance.now() - lastRenewal < RENEWAL_INTERVAL_MS) continue;
			[cookie, adminCookie, lastRenewal] = [
				await renewSession(server.url, cookie),
				await renewSession(server.url, adminCookie),
				performance.now(),
			];
		}
	};
	// An account can have at most twenty live connections.
	for (let n = 0; n < CONNECTIONS; n++)
		holdConnection(() => (n % 2 === 0 ? cookie : adminCookie)).catch(
			(error: Error) => isRunning() && reportProblem(`a live connection: ${error.message}`),
		);
	await Promise.all([callRepeatedly(), sampleMemory(), renewSessions()]);

	const third = Math.floor(samples.length / 3);
	const [middle, last] = [mean(samples.slice(third, 2 * third)), mean(samples.slice(2 * third))];
	log(`soak: memory ${formatMb(middle)} in the middle third, ${formatMb(last)} in the last (${(100 * (last / middle - 1)).toFixed(1)} %)`);
	if (last / middle - 1 > MAX_GROWTH) reportProblem(`memory grew from ${formatMb(middle)} to ${formatMb(last)}`);
	const freshnessAfter = await fetchFreshness();
	const missed = freshnessAfter.punctuality.missed - freshnessBefore.punctuality.missed;
	const gaps = freshnessAfter.gaps.reports - freshnessBefore.gaps.reports;
	log(
		`soak: ${freshnessAfter.punctuality.reports - freshnessBefore.punctuality.reports} live reports, ${missed} slots missed, ${gaps} without a report`,
	);
	if (missed > 0 || gaps > 0) reportProblem(`${missed} slots missed, ${gaps} without a report`);
	await stopCleanly(server, scenario);
}

function formatMb(bytes: number): string {
	return `${(bytes / 1e6).toFixed(0)} MB`;
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Memory of the process in bytes, as the system counts it. */
function readResidentMemory(pid: number): number {
	return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}
