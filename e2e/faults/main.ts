/**
 * `npm run faults [-- scenario [seed [times]]]`: kill -9 of Node alone and of its whole group, alternately, at seeded moments, fifty times: while
 * the market is filled, while files are imported, while slots are published. No acknowledged bar may be lost, no slot missing or duplicated, no
 * announced report lost or changed. `start`: ten kills, after each of which the next start serves within 10 s. `stores`: fifty store outages under
 * readers and writers. `stops`: SIGTERM at forty moments. `notices`: twenty kills while payments arrive. `delivery`: twenty kills while alerts are
 * sent. `processes`: fifty kills, suspensions and disconnections among five processes on the same stores, `small-processes` the same with twenty
 * tickers. `soak`: twenty minutes of readers. `upgrade`: data of earlier
 * versions, upgraded and rolled back. `upgrade-kill`: thirty kills at their steps. `vendors [seeds]`: see vendors.ts. Exit code 1 lists the failures.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backfill } from './backfill.ts';
import { runDelivery } from './delivery.ts';
import { ingest } from './ingest.ts';
import { runPayments } from './notices.ts';
import { runProcesses, runSmallProcesses } from './processes.ts';
import { publish } from './publish.ts';
import type { Scenario } from './scenario.ts';
import { createSeededRandom } from './seeded.ts';
import { findFreePort } from './server-process.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { runStops } from './stops.ts';
import { runOutages } from './stores.ts';
import { upgrade } from './upgrade/upgrade.ts';
import { killUpgrades } from './upgrade/upgrade-kill.ts';
import { runVendors } from './vendors.ts';

/** `publish` continues in the folder that `backfill` filled: `data` names a scenario's folder. */
const SCENARIOS = {
	backfill: { run: backfill, kills: 17, data: 'simulated' },
	publish: { run: publish, kills: 17, data: 'simulated' },
	ingest: { run: ingest, kills: 16, data: 'files' },
	start: { run: start, kills: 10, data: 'started' },
	stores: { run: runOutages, kills: 50, data: 'stores' },
	soak: { run: soak, kills: 20, data: 'soak' },
	stops: { run: runStops, kills: 40, data: 'stops' },
	notices: { run: runPayments, kills: 20, data: 'notices' },
	delivery: { run: runDelivery, kills: 20, data: 'delivery' },
	processes: { run: runProcesses, kills: 50, data: 'processes' },
	upgrade: { run: upgrade, kills: 0, data: 'upgrade' },
	'upgrade-kill': { run: killUpgrades, kills: 30, data: 'upgrade-kill' },
	'small-processes': { run: runSmallProcesses, kills: 50, data: 'small-processes' },
} as const;
type Name = keyof typeof SCENARIOS;
const DEFAULT_SCENARIOS: readonly Name[] = ['ingest', 'backfill', 'publish'];

const [scenarioName = 'fifty', seed = '1', killCount] = process.argv.slice(2);
if (scenarioName === 'vendors') {
	const [, seedCount = '20'] = process.argv.slice(2);
	const startedAt = performance.now();
	const vendorProblems = await runVendors(Number(seedCount), (line) => console.log(line));
	console.log(
		`faults: vendors, ${seedCount} seeds in ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes, ${vendorProblems.length} problems`,
	);
	process.exit(vendorProblems.length === 0 ? 0 : 1);
}
const names = scenarioName === 'fifty' ? DEFAULT_SCENARIOS : Object.keys(SCENARIOS).filter((name): name is Name => name === scenarioName);
if (names.length === 0) {
	console.error(`Unknown scenario '${scenarioName}'. Known: fifty, vendors, ${Object.keys(SCENARIOS).join(', ')}.`);
	process.exit(2);
}

/** Only this many problems are printed while running: a damaged store may cause thousands. */
const MAX_PRINTED = 40;
const root = mkdtempSync(join(tmpdir(), 'signalwheel-faults-'));
const problems: string[] = [];
const startedAt = performance.now();
console.log(`seed ${seed}, folder ${root}`);
try {
	for (const name of names) {
		const { run, kills, data } = SCENARIOS[name];
		const folder = join(root, data);
		mkdirSync(folder, { recursive: true });
		const scenario: Scenario = {
			folder,
			port: await findFreePort(),
			randomSource: createSeededRandom(Number(seed)),
			kills: killCount === undefined ? kills : Number(killCount),
			log: (line) => console.log(line),
			reportProblem: (text) => {
				problems.push(`${name}: ${text}`);
				if (problems.length <= MAX_PRINTED) console.error(`PROBLEM ${problems.at(-1)}`);
			},
		};
		await run(scenario);
	}
} finally {
	rmSync(root, { recursive: true, force: true });
}
const totalKills = names.reduce((sum, name) => sum + (killCount === undefined ? SCENARIOS[name].kills : Number(killCount)), 0);
const summary = `${totalKills} kills in ${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes`;
console.log(
	problems.length === 0
		? `faults: ${summary}, nothing was lost, duplicated or incomplete`
		: `faults: ${summary}, ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
