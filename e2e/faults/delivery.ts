/**
 * Kills in the midst of delivering 10,000 notices by mail, web push and webhook. Each must be acknowledged by its receiver in the end, always under the same
 * id. It may come again only where it was not acknowledged, or where the yes had not been noted when the kill fell: at most as many as are under way at once.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserKeys } from '@sw/server/outside/push/testing/browser';
import { secretOf } from '@sw/server/outside/webhook/webhook';
import { type Arrival, type Receivers, startReceivers } from './delivery-receivers.ts';
import { pause, type Scenario, stopInOrder } from './scenario.ts';
import { type ServerProcess, startServer } from './server-process.ts';
import { signIn } from './sign-in.ts';

const MAIN = join(import.meta.dirname, 'delivery-server.ts');
const NOTICES = 10_000;
const ANSWERS_WITHIN = 60_000;
const DELIVERS_WITHIN = 300_000;
/** What was taken by a server that died is due again after three minutes, what was turned away twenty times later. */
const ENDS_WITHIN = 900_000;
const LOOK = 20;
/** Deliveries under way at once, over the three channels. */
const UNDER_WAY = 8 + 16 + 16;

/** Arrivals after one that was acknowledged, each with how long before the next kill that yes was. */
const repeated = (arrivals: readonly Arrival[], kills: readonly number[]): { kill: number; before: number }[] =>
	arrivals.slice(0, -1).flatMap(({ acknowledged }) => {
		if (acknowledged === null) return [];
		const kill = kills.findIndex((at) => at >= acknowledged);
		return [{ kill, before: kill === -1 ? Number.POSITIVE_INFINITY : (kills[kill] as number) - acknowledged }];
	});

const look = (receivers: Receivers, kills: readonly number[], { problem, say }: Scenario): void => {
	const { arrivals } = receivers;
	const came = [...arrivals.values()];
	if (arrivals.size !== NOTICES) problem(`${arrivals.size} of ${NOTICES} notices came`);
	const lost = came.filter((of) => of.every(({ acknowledged }) => acknowledged === null)).length;
	if (lost > 0) problem(`${lost} notices were never acknowledged`);
	const renamed = came.filter((of) => new Set(of.map(({ id }) => id)).size > 1).length;
	if (renamed > 0) problem(`${renamed} notices came under more than one id`);
	const ids = new Set(came.map(([first]) => first?.id));
	if (ids.size !== arrivals.size) problem(`${arrivals.size} notices have ${ids.size} ids`);

	const again = came.flatMap((of) => repeated(of, kills));
	const unexplained = again.filter(({ kill }) => kill === -1).length;
	if (unexplained > 0) problem(`${unexplained} notices came again though they had been acknowledged and no kill followed`);
	for (const [kill, of] of Map.groupBy(again, (one) => one.kill))
		if (of.length > UNDER_WAY) problem(`${of.length} notices came again after kill ${kill + 1}, more than are under way at once`);
	const all = came.reduce((sum, of) => sum + of.length, 0);
	const before = Math.max(0, ...again.map((one) => one.before));
	say(
		`${arrivals.size} notices, ${all} arrivals: ${all - arrivals.size - again.length} came again that had not been acknowledged, ${again.length} whose yes a kill overtook, at most ${before.toFixed(0)} ms after it was sent`,
	);
};

export const delivery = async (scenario: Scenario): Promise<void> => {
	const { chance, folder, kills: times, port, say, problem } = scenario;
	const browser = browserKeys();
	const secret = secretOf(Buffer.alloc(32, 1));
	const receivers = await startReceivers({ chance, browser, secret, problem });
	const keys = join(folder, 'browser.json');
	writeFileSync(keys, JSON.stringify({ ...browser.keys, secret }));
	const env = {
		RECEIVER: String(receivers.webPort),
		SIGNALWHEEL_SMTP_URL: `smtp://127.0.0.1:${receivers.mailPort}`,
		SIGNALWHEEL_SPEED: '1',
	};
	const start = async (more: Record<string, string> = {}): Promise<ServerProcess> => {
		const server = startServer(join(folder, 'data'), port, { ...env, ...more }, MAIN);
		await server.answers(ANSWERS_WITHIN);
		return server;
	};
	const until = async (isSo: () => boolean, within: number): Promise<boolean> => {
		const end = performance.now() + within;
		while (!isSo() && performance.now() < end) await pause(LOOK);
		return isSo();
	};

	const kills: number[] = [];
	for (let kill = 0; kill < times; kill++) {
		const before = receivers.acknowledged();
		// The kills fall all over the ten thousand, whatever the machine is able to do.
		const at = ((kill + chance()) / (times + 1)) * NOTICES;
		const server = await start(kill === 0 ? { NOTICES: String(NOTICES), BROWSER: keys } : {});
		if (!(await until(() => receivers.acknowledged() > Math.max(at, before), DELIVERS_WITHIN)))
			problem(`kill ${kill + 1} found nothing to be delivered:\n${server.output()}`);
		await pause(chance() * LOOK);
		const whom = kill % 2 === 0 ? 'node' : 'group';
		kills.push(performance.now());
		await server.kill(whom);
		say(
			`delivery ${kill + 1}/${times}: killed ${whom}, ${receivers.acknowledged() - before} acknowledged in its life, ${receivers.acknowledged()} in all`,
		);
	}
	const server = await start();
	const delivered = (): number =>
		[...receivers.arrivals.values()].filter((of) => of.some(({ acknowledged }) => acknowledged !== null)).length;
	await until(() => delivered() === NOTICES, ENDS_WITHIN);
	const cookie = await signIn(server.url, join(folder, 'data'), 'admin@demo.test');
	const waiting = async (): Promise<{ state: string; channel: string; count: number }[]> => {
		const answer = await fetch(`${server.url}/api/deliveries/counts`, { headers: { cookie } });
		return ((await answer.json()) as { counts: { state: string; channel: string; count: number }[] }).counts;
	};
	// What was acknowledged and not noted is made again before it is.
	let counts = await waiting();
	for (const end = performance.now() + ENDS_WITHIN; counts.some(({ state }) => state === 'waiting') && performance.now() < end; ) {
		await pause(1_000);
		counts = await waiting();
	}
	say(`kept: ${counts.map(({ channel, state, count }) => `${count} ${channel} ${state}`).join(', ')}`);
	if (counts.some(({ state }) => state !== 'delivered')) problem('some deliveries have not ended as delivered');
	look(receivers, kills, scenario);
	await stopInOrder(server, scenario);
	receivers.close();
};
