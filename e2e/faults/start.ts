/** Kills of Node alone and of its whole group, alternately, at seeded moments of filling and publishing: each start must serve in time. */
import { checkSimulated } from './checks/check-simulated.ts';
import { isFilled, pause, type Scenario, startIn, stopInOrder, waitUntil } from './scenario.ts';

/** The first six of ten kills are during the filling of the market, the others during publishing. */
const FILLING = 0.6;
/** Time limit for serving again after a kill. */
const SERVES_WITHIN = 10_000;
/** A slot every 1.5 s. */
const ENV = { SIGNALWHEEL_SPEED: '600' };

export async function start(scenario: Scenario): Promise<void> {
	const { randomSource, kills, log } = scenario;
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startIn(scenario, ENV, SERVES_WITHIN);
		const publishing = kill >= kills * FILLING;
		if (publishing) await waitUntil(server, isFilled);
		const wait = 500 + randomSource() * (publishing ? 4_000 : 12_000);
		await pause(wait);
		const target = kill % 2 === 0 ? 'node' : 'group';
		const health = await server.health();
		await server.kill(target);
		log(
			`start ${kill + 1}/${kills}: ${served}, killed ${target} ${(wait / 1000).toFixed(1)} s later while '${health?.phase ?? 'starting'}', last report ${health?.last_report?.time ?? 'none'}`,
		);
	}
	const { server } = await startIn(scenario, ENV, SERVES_WITHIN);
	await waitUntil(server, isFilled);
	await stopInOrder(server, scenario);
	await checkSimulated(scenario, []);
}
