/** Kills of Node alone and of its whole group, alternately, at seeded moments of filling and publishing: each start must serve in time. */
import { checkSimulated } from './checks/check-simulated.ts';
import { isFilled, pause, type Scenario, startScenarioServer, stopCleanly, waitUntil } from './scenario.ts';

/** The first six of ten kills are during the filling of the market, the others during publishing. */
const FILLING_SHARE = 0.6;
/** Time limit for serving again after a kill. */
const MAX_START_MS = 10_000;
/** A slot every 1.5 s. */
const ENV = { SIGNALWHEEL_SPEED: '600' };

export async function start(scenario: Scenario): Promise<void> {
	const { randomSource, kills, log } = scenario;
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startScenarioServer(scenario, ENV, MAX_START_MS);
		const isPublishing = kill >= kills * FILLING_SHARE;
		if (isPublishing) await waitUntil(server, isFilled);
		const waitMs = 500 + randomSource() * (isPublishing ? 4_000 : 12_000);
		await pause(waitMs);
		const target = kill % 2 === 0 ? 'node' : 'group';
		const health = await server.health();
		await server.kill(target);
		log(
			`start ${kill + 1}/${kills}: ${served}, killed ${target} ${(waitMs / 1000).toFixed(1)} s later while '${health?.phase ?? 'starting'}', last report ${health?.last_report?.time ?? 'none'}`,
		);
	}
	const { server } = await startScenarioServer(scenario, ENV, MAX_START_MS);
	await waitUntil(server, isFilled);
	await stopCleanly(server, scenario);
	await checkSimulated(scenario, []);
}
