/** Data in earlier formats, written by the programs of that time: each is checked out of this repository's history and installed. */
import { type ExecFileSyncOptions, execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServerProcess, startServer } from '../server-process.ts';

const REPOSITORY = join(import.meta.dirname, '../../..');
/** A year of few tickers fills in a minute. */
export const [TICKERS, SESSIONS] = [40, 252];

export interface OldVersion {
	name: string;
	commit: string;
	/** Source of a program that runs the small market with this version's modules. */
	program: string;
}

function createProgram(imports: string, provider: string): string {
	return `${imports}
const product = await compose(readConfig(process.env, process.cwd()), { web: false, provider: async () => ${provider} });
process.on('SIGTERM', () => void product.close().then(() => process.exit(0)));
await product.listen();
await product.run();
`;
}

export const OLD_VERSIONS: readonly OldVersion[] = [
	{
		name: 'first',
		commit: '816f0dac53409cdc1ada277048afaa7fbfc335a9',
		program: createProgram(
			`import { compose } from './packages/server/src/compose.ts';
import { readConfig } from './packages/server/src/config.ts';
import { createSimulatedProvider } from './packages/server/src/providers/simulated/simulated-provider.ts';
import { smallMarket } from './packages/server/src/providers/testing/small-market.ts';`,
			`smallMarket(createSimulatedProvider(), ${TICKERS}, ${SESSIONS})`,
		),
	},
	{
		name: 'before-0.2.0',
		commit: 'fe3e7f53',
		program: createProgram(
			`import { compose } from './packages/server/src/compose/compose.ts';
import { readConfig } from './packages/server/src/config/config.ts';
import { smallMarket } from './packages/server/src/intake/testing/small-market.ts';`,
			`smallMarket(${TICKERS}, ${SESSIONS})`,
		),
	},
];

/** Installs a version once; the folder stays for the next run. Returns its entry file. */
export function installVersion({ commit, program }: OldVersion, log: (line: string) => void): string {
	const folder = join(tmpdir(), 'signalwheel-versions', commit.slice(0, 8));
	const entry = join(folder, 'small-market.ts');
	if (existsSync(entry)) return entry;
	log(`installing ${commit.slice(0, 8)} in ${folder}`);
	const execOptions: ExecFileSyncOptions = { stdio: ['ignore', 'ignore', 'inherit'] };
	execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', REPOSITORY, folder], execOptions);
	execFileSync('git', ['-C', folder, 'checkout', '--quiet', commit], execOptions);
	execFileSync('npm', ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'], { ...execOptions, cwd: folder });
	writeFileSync(entry, program);
	return entry;
}

/** Entry file of the present version with the same market. */
export const PRESENT_ENTRY = join(import.meta.dirname, 'present-market.ts');

export function startVersion(entry: string, folder: string, port: number): ServerProcess {
	return startServer(folder, port, { SIGNALWHEEL_SPEED: '1', SIGNALWHEEL_PAYMENTS: 'simulated', SIGNALWHEEL_LOG: 'error' }, entry);
}
