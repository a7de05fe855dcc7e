/**
 * Twenty minutes at 600 times the speed under 40 live connections and 20 calls a second: the memory of the process in the last third must be within 5 %
 * of that in the middle third, and no slot may be missed. What is kept by design and grows is told beside it.
 */
import { readFileSync } from 'node:fs';
import { isFilled, pause, type Scenario, startIn, stopInOrder, until } from './scenario.ts';
import { signIn } from './sign-in.ts';

const ENV = { SIGNALWHEEL_SPEED: '600' };
const MINUTE = 60_000;
const CONNECTIONS = 40;
const BETWEEN_CALLS = 50;
const SAMPLE_EVERY = 5_000;
const WITHIN = 0.05;
const PATHS = [
	'/api/sector-charts?tab_type=rise',
	'/api/tops',
	'/api/me',
	'/api/filters',
	'/main',
	'/',
	'/api/landing/sector-charts',
	'/api/health',
];

/** Bytes of memory that the process holds, as the system counts them. */
const residentOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const mb = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

/** `kills`: how many minutes. */
export const soak = async (scenario: Scenario): Promise<void> => {
	const { folder, kills: minutes, say, problem } = scenario;
	const { server } = await startIn(scenario, ENV);
	await until(server, isFilled);
	const cookie = await signIn(server.url, folder, 'pro@demo.test');
	const admin = await signIn(server.url, folder, 'admin@demo.test');
	const began = performance.now();
	const going = (): boolean => performance.now() - began < minutes * MINUTE && server.child.exitCode === null;
	const counts = { calls: 0, told: 0 };

	const call = async (path: string): Promise<void> => {
		try {
			const answer = await fetch(`${server.url}${path}`, { headers: { cookie } });
			await answer.arrayBuffer();
			counts.calls++;
			if (answer.status >= 500) problem(`${path}: ${answer.status}`);
		} catch (error) {
			if (going()) problem(`${path}: ${(error as Error).message}`);
		}
	};
	const caller = async (): Promise<void> => {
		for (let n = 0; going(); n++) {
			void call(PATHS[n % PATHS.length] as string);
			await pause(BETWEEN_CALLS);
		}
	};
	/** A live connection: negotiates, shakes hands, polls again at once after each answer. */
	const listener = async (): Promise<void> => {
		const headers = { cookie, origin: server.url, 'x-requested-with': 'XMLHttpRequest' };
		const negotiated = await fetch(`${server.url}/api/hubs/notifications/negotiate?negotiateVersion=1`, { method: 'POST', headers });
		const { connectionToken } = (await negotiated.json()) as { connectionToken: string };
		const url = `${server.url}/api/hubs/notifications?id=${connectionToken}`;
		const poll = async (): Promise<string> => (await fetch(url, { headers, signal: AbortSignal.timeout(2 * MINUTE) })).text();
		await poll();
		await fetch(url, {
			method: 'POST',
			headers: { ...headers, 'content-type': 'text/plain' },
			body: '{"protocol":"json","version":1}\x1e',
		});
		while (going()) if ((await poll().catch(() => '')).includes('"type":1')) counts.told++;
	};

	const samples: number[] = [];
	const sampler = async (): Promise<void> => {
		while (going()) {
			samples.push(residentOf(server.child.pid as number));
			if (samples.length % 12 === 0)
				say(`soak: minute ${samples.length / 12}, ${mb(samples.at(-1) as number)}, ${counts.calls} calls, ${counts.told} reports told`);
			await pause(SAMPLE_EVERY);
		}
	};
	void Promise.all(Array.from({ length: CONNECTIONS }, listener)).catch((error: Error) => problem(`a live connection: ${error.message}`));
	await Promise.all([caller(), sampler()]);

	const third = Math.floor(samples.length / 3);
	const [middle, last] = [mean(samples.slice(third, 2 * third)), mean(samples.slice(2 * third))];
	say(`soak: memory ${mb(middle)} in the middle third, ${mb(last)} in the last (${(100 * (last / middle - 1)).toFixed(1)} %)`);
	if (last / middle - 1 > WITHIN) problem(`memory grew from ${mb(middle)} to ${mb(last)}`);
	const answer = await fetch(`${server.url}/api/freshness`, { headers: { cookie: admin } });
	const { punctuality, gaps } = (await answer.json()) as {
		punctuality: { reports: number; missed: number; worst: number };
		gaps: { reports: number };
	};
	say(
		`soak: ${punctuality.reports} live reports, ${punctuality.missed} slots missed, ${gaps.reports} without a report, longest lag ${punctuality.worst} s`,
	);
	if (punctuality.missed > 0 || gaps.reports > 0) problem(`${punctuality.missed} slots missed, ${gaps.reports} without a report`);
	await stopInOrder(server, scenario);
};
