/** Kills while the first start fills the market: first bars, then past reports. Each start continues where the killed one stopped. */
import { checkSimulated } from './checks/check-simulated.ts';
import { isFilled, pause, type Scenario, startIn, stopInOrder, waitUntil } from './scenario.ts';

const ENV = { SIGNALWHEEL_SPEED: '1' };
/** Phases in which it writes; in between it only reloads. */
const WRITES = /^(Loading market data|Building)/;
/** Maximum lifetime from then on, in milliseconds. */
const LIFE = 3_000;

export async function backfill(scenario: Scenario): Promise<void> {
	const { randomSource, kills, log } = scenario;
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startIn(scenario, ENV);
		await waitUntil(server, (health) => WRITES.test(health.phase) || isFilled(health));
		const life = randomSource() * LIFE;
		await pause(life);
		const health = await server.health();
		const target = kill % 2 === 0 ? 'node' : 'group';
		await server.kill(target);
		log(
			`backfill ${kill + 1}/${kills}: ${served}, killed ${target} after ${(life / 1000).toFixed(1)} s of writing while '${health?.phase ?? 'starting'}'`,
		);
	}
	const { server } = await startIn(scenario, ENV);
	await waitUntil(server, isFilled);
	await stopInOrder(server, scenario);
	await checkSimulated(scenario, []);
}
