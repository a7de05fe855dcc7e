/**
 * Kills while slots are fetched, stored, scored and published one after another. A report that was announced before the kill must be the same one
 * afterwards.
 */
import { type AnnouncedReport, checkSimulated } from './checks/check-simulated.ts';
import { fillFolder, isFilled, pause, type Scenario, startScenarioServer, stopCleanly, waitUntil } from './scenario.ts';

/** A slot every half second: nearly every moment is between the fetch of a slot and its report. */
const ENV = { SIGNALWHEEL_SPEED: '1800' };
const MAX_LIFE_MS = 1_000;

export async function publish(scenario: Scenario): Promise<void> {
	const { randomSource, kills, log } = scenario;
	const announced: AnnouncedReport[] = [];
	await fillFolder(scenario);
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startScenarioServer(scenario, ENV);
		const firstHealth = await waitUntil(server, isFilled);
		await waitUntil(server, ({ last_report }) => last_report?.time !== firstHealth.last_report?.time);
		await pause(randomSource() * MAX_LIFE_MS);
		const lastReport = (await server.health())?.last_report;
		const target = kill % 2 === 0 ? 'node' : 'group';
		await server.kill(target);
		if (lastReport) announced.push(lastReport);
		log(`publish ${kill + 1}/${kills}: ${served}, killed ${target} after the report ${lastReport?.time ?? 'none'}`);
	}
	const { server } = await startScenarioServer(scenario, ENV);
	await waitUntil(server, isFilled);
	await stopCleanly(server, scenario);
	await checkSimulated(scenario, announced);
}
