/** Kills while the first start fills the market: first bars, then past reports. Each start continues where the killed one stopped. */
import { checkSimulated } from './checks/check-simulated.ts';
import { isFilled, pause, type Scenario, startScenarioServer, stopCleanly, waitUntil } from './scenario.ts';

const ENV = { SIGNALWHEEL_SPEED: '1' };
/** Phases in which the server writes; in the others it only loads stored data. */
const WRITING_PHASES = /^(Loading market data|Building)/;
/** Maximum milliseconds from the start of writing to the kill. */
const MAX_LIFE_MS = 3_000;

export async function backfill(scenario: Scenario): Promise<void> {
	const { randomSource, kills, log } = scenario;
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startScenarioServer(scenario, ENV);
		await waitUntil(server, (health) => WRITING_PHASES.test(health.phase) || isFilled(health));
		const lifeMs = randomSource() * MAX_LIFE_MS;
		await pause(lifeMs);
		const health = await server.health();
		const target = kill % 2 === 0 ? 'node' : 'group';
		await server.kill(target);
		log(
			`backfill ${kill + 1}/${kills}: ${served}, killed ${target} after ${(lifeMs / 1000).toFixed(1)} s of writing while '${health?.phase ?? 'starting'}'`,
		);
	}
	const { server } = await startScenarioServer(scenario, ENV);
	await waitUntil(server, isFilled);
	await stopCleanly(server, scenario);
	await checkSimulated(scenario, []);
}
