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
import { delivery } from './delivery.ts';
import { ingest } from './ingest.ts';
import { notices } from './notices.ts';
import { processes, smallProcesses } from './processes.ts';
import { publish } from './publish.ts';
import type { Scenario } from './scenario.ts';
import { seededRandom } from './seeded.ts';
import { freePort } from './server-process.ts';
import { soak } from './soak.ts';
import { start } from './start.ts';
import { stops } from './stops.ts';
import { stores } from './stores.ts';
import { upgrade } from './upgrade/upgrade.ts';
import { upgradeKill } from './upgrade/upgrade-kill.ts';
import { vendors } from './vendors.ts';

/** Publishing continues in the folder that was filled. */
const SCENARIOS = {
	backfill: { run: backfill, kills: 17, data: 'simulated' },
	publish: { run: publish, kills: 17, data: 'simulated' },
	ingest: { run: ingest, kills: 16, data: 'files' },
	start: { run: start, kills: 10, data: 'started' },
	stores: { run: stores, kills: 50, data: 'stores' },
	soak: { run: soak, kills: 20, data: 'soak' },
	stops: { run: stops, kills: 40, data: 'stops' },
	notices: { run: notices, kills: 20, data: 'notices' },
	delivery: { run: delivery, kills: 20, data: 'delivery' },
	processes: { run: processes, kills: 50, data: 'processes' },
	upgrade: { run: upgrade, kills: 0, data: 'upgrade' },
	'upgrade-kill': { run: upgradeKill, kills: 30, data: 'upgrade-kill' },
	'small-processes': { run: smallProcesses, kills: 50, data: 'small-processes' },
} as const;
type Name = keyof typeof SCENARIOS;
const FIFTY: readonly Name[] = ['ingest', 'backfill', 'publish'];

const [scenarioName = 'fifty', seed = '1', times] = process.argv.slice(2);
if (scenarioName === 'vendors') {
	const [, count = '20'] = process.argv.slice(2);
	const began = performance.now();
	const found = await vendors(Number(count), (line) => console.log(line));
	console.log(`faults: vendors, ${count} seeds in ${((performance.now() - began) / 60_000).toFixed(1)} minutes, ${found.length} problems`);
	process.exit(found.length === 0 ? 0 : 1);
}
const names = scenarioName === 'fifty' ? FIFTY : Object.keys(SCENARIOS).filter((name): name is Name => name === scenarioName);
if (names.length === 0) {
	console.error(`Unknown scenario '${scenarioName}'. Known: fifty, vendors, ${Object.keys(SCENARIOS).join(', ')}.`);
	process.exit(2);
}

/** A damaged store may cause thousands of messages. */
const NAMED = 40;
const root = mkdtempSync(join(tmpdir(), 'signalwheel-faults-'));
const problems: string[] = [];
const began = performance.now();
console.log(`seed ${seed}, folder ${root}`);
try {
	for (const name of names) {
		const { run, kills, data } = SCENARIOS[name];
		const folder = join(root, data);
		mkdirSync(folder, { recursive: true });
		const scenario: Scenario = {
			folder,
			port: await freePort(),
			randomSource: seededRandom(Number(seed)),
			kills: times === undefined ? kills : Number(times),
			log: (line) => console.log(line),
			problem: (text) => {
				problems.push(`${name}: ${text}`);
				if (problems.length <= NAMED) console.error(`PROBLEM ${problems.at(-1)}`);
			},
		};
		await run(scenario);
	}
} finally {
	rmSync(root, { recursive: true, force: true });
}
const kills = names.reduce((sum, name) => sum + (times === undefined ? SCENARIOS[name].kills : Number(times)), 0);
const took = `${kills} kills in ${((performance.now() - began) / 60_000).toFixed(1)} minutes`;
console.log(
	problems.length === 0 ? `faults: ${took}, nothing was lost, doubled or half-made` : `faults: ${took}, ${problems.length} problems`,
);
process.exit(problems.length === 0 ? 0 : 1);
