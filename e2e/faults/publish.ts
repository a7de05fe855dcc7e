/**
 * Kills while slots are fetched, stored, scored and published one after another. A report that was announced before the kill must be the same one
 * afterwards.
 */
import { type Announced, checkSimulated } from './checks/check-simulated.ts';
import { fill, isFilled, pause, type Scenario, startIn, stopInOrder, waitUntil } from './scenario.ts';

/** A slot every half second: nearly every moment is between the fetch of a slot and its report. */
const ENV = { SIGNALWHEEL_SPEED: '1800' };
const LIFE = 1_000;

export async function publish(scenario: Scenario): Promise<void> {
	const { randomSource, kills, log } = scenario;
	const announced: Announced[] = [];
	await fill(scenario);
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startIn(scenario, ENV);
		const first = await waitUntil(server, isFilled);
		await waitUntil(server, ({ last_report }) => last_report?.time !== first.last_report?.time);
		await pause(randomSource() * LIFE);
		const last = (await server.health())?.last_report;
		const target = kill % 2 === 0 ? 'node' : 'group';
		await server.kill(target);
		if (last) announced.push(last);
		log(`publish ${kill + 1}/${kills}: ${served}, killed ${target} after the report ${last?.time ?? 'none'}`);
	}
	const { server } = await startIn(scenario, ENV);
	await waitUntil(server, isFilled);
	await stopInOrder(server, scenario);
	await checkSimulated(scenario, announced);
}
