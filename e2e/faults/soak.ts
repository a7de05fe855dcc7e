/**
 * Twenty minutes at 600 times the speed with 40 live connections and 20 calls a second: the memory of the process in the last third must be within
 * 5 % of that in the middle third, and no slot may be missed. Intended growth is printed next to it.
 */
import { readFileSync } from 'node:fs';
import { callFromNextAddress } from './many-readers.ts';
import { fill, isFilled, pause, type Scenario, startIn, stopInOrder, waitUntil } from './scenario.ts';
import { freePort } from './server-process.ts';
import { renew, signIn } from './sign-in.ts';

const ENV = { SIGNALWHEEL_SPEED: '600' };
/** The process's own memory; the rest is the series store's and Node's. */
const GAUGES = { heap: 'nodejs_heap_size_used_bytes', 'off heap': 'nodejs_external_memory_bytes' };
const MINUTE = 60_000;
const CONNECTIONS = 40;
const BETWEEN_CALLS = 50;
const SAMPLE_EVERY = 5_000;
const WITHIN = 0.05;
/** A session's cookie is valid for a quarter of an hour. */
const RENEW_EVERY = 5 * MINUTE;
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
	const { folder, kills: minutes, log, problem } = scenario;
	await fill(scenario);
	const metrics = await freePort();
	const { server } = await startIn(scenario, { ...ENV, SIGNALWHEEL_METRICS: String(metrics) });
	await waitUntil(server, isFilled);
	let cookie = await signIn(server.url, folder, 'pro@demo.test');
	let admin = await signIn(server.url, folder, 'admin@demo.test');
	const freshness = async (): Promise<Freshness> =>
		(await (await fetch(`${server.url}/api/freshness`, { headers: { cookie: admin } })).json()) as Freshness;
	// A fast clock continues between two starts: slots of that time don't count as missed.
	const { last_report: first } = await waitUntil(server, isFilled);
	await waitUntil(server, ({ last_report }) => last_report?.time !== first?.time);
	const before = await freshness();
	const began = performance.now();
	const going = (): boolean => performance.now() - began < minutes * MINUTE && server.child.exitCode === null;
	const counts = { calls: 0, reported: 0 };

	const call = async (path: string): Promise<void> => {
		try {
			const answer = await callFromNextAddress(`${server.url}${path}`, { headers: { cookie }, within: 20_000 });
			counts.calls++;
			if (answer.status >= 400) problem(`${path}: ${answer.status}`);
		} catch (error) {
			if (going()) problem(`${path}: ${(error as Error).message}`);
		}
	};
	const caller = async (): Promise<void> => {
		for (let n = 0; going(); n++) {
			void call(PATHS[n % PATHS.length]!);
			await pause(BETWEEN_CALLS);
		}
	};
	/** A live connection: negotiates, completes the handshake, polls again after each answer. */
	const listener = async (mine: () => string): Promise<void> => {
		const headersNow = (): Record<string, string> => ({ cookie: mine(), origin: server.url, 'x-requested-with': 'XMLHttpRequest' });
		const negotiated = await fetch(`${server.url}/api/hubs/notifications/negotiate?negotiateVersion=1`, {
			method: 'POST',
			headers: headersNow(),
		});
		const { connectionToken } = (await negotiated.json()) as { connectionToken: string };
		const url = `${server.url}/api/hubs/notifications?id=${connectionToken}`;
		const poll = async (): Promise<string> => {
			const answer = await fetch(url, { headers: headersNow(), signal: AbortSignal.timeout(2 * MINUTE) });
			if (!answer.ok) throw new Error(`a poll was answered with ${answer.status}`);
			return answer.text();
		};
		await poll();
		await fetch(url, {
			method: 'POST',
			headers: { ...headersNow(), 'content-type': 'text/plain' },
			body: '{"protocol":"json","version":1}\x1e',
		});
		while (going()) if ((await poll()).includes('"type":1')) counts.reported++;
	};

	const gauges = async (): Promise<string> => {
		const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
		return Object.entries(GAUGES)
			.map(([name, gauge]) => `${name} ${mb(Number(new RegExp(`^\\S*${gauge} (\\S+)`, 'm').exec(text)?.[1]))}`)
			.join(', ');
	};
	const samples: number[] = [];
	const sampler = async (): Promise<void> => {
		while (going()) {
			samples.push(residentOf(server.child.pid as number));
			if (samples.length % 12 === 0)
				log(
					`soak: minute ${samples.length / 12}, ${mb(samples.at(-1)!)} (${await gauges()}), ${counts.calls} calls, ${counts.reported} reports notified`,
				);
			await pause(SAMPLE_EVERY);
		}
	};
	const renewer = async (): Promise<void> => {
		for (let last = performance.now(); going(); await pause(SAMPLE_EVERY)) {
			if (performance.now() - last < RENEW_EVERY) continue;
			[cookie, admin, last] = [await renew(server.url, cookie), await renew(server.url, admin), performance.now()];
		}
	};
	// An account can have at most twenty.
	for (let n = 0; n < CONNECTIONS; n++)
		listener(() => (n % 2 === 0 ? cookie : admin)).catch((error: Error) => going() && problem(`a live connection: ${error.message}`));
	await Promise.all([caller(), sampler(), renewer()]);

	const third = Math.floor(samples.length / 3);
	const [middle, last] = [mean(samples.slice(third, 2 * third)), mean(samples.slice(2 * third))];
	log(`soak: memory ${mb(middle)} in the middle third, ${mb(last)} in the last (${(100 * (last / middle - 1)).toFixed(1)} %)`);
	if (last / middle - 1 > WITHIN) problem(`memory grew from ${mb(middle)} to ${mb(last)}`);
	const after = await freshness();
	const missed = after.punctuality.missed - before.punctuality.missed;
	const gaps = after.gaps.reports - before.gaps.reports;
	log(`soak: ${after.punctuality.reports - before.punctuality.reports} live reports, ${missed} slots missed, ${gaps} without a report`);
	if (missed > 0 || gaps > 0) problem(`${missed} slots missed, ${gaps} without a report`);
	await stopInOrder(server, scenario);
}

function mb(bytes: number): string {
	return `${(bytes / 1e6).toFixed(0)} MB`;
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Memory of the process in bytes, as the system counts it. */
function residentOf(pid: number): number {
	return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
}
