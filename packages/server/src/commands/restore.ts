/** `npm run restore -- <folder>`: restores a backup into an empty data folder, or into empty databases elsewhere. */
import { resolve } from 'node:path';
import { restore } from '@sw/store/backup/restore';
import { storesLocation } from '../compose/core/configured-stores.ts';
import { readConfig } from '../config/config.ts';
import { parseBackup, RESTORE_USAGE } from '../platform/backup-command.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();
answerHelp(RESTORE_USAGE);

async function main(): Promise<number> {
	const request = parseBackup(process.argv.slice(2), (path) => resolve(process.env['INIT_CWD'] ?? process.cwd(), path));
	if (!request || request.verify) {
		console.error(RESTORE_USAGE);
		return 2;
	}
	const location = storesLocation(readConfig(process.env, process.cwd()));
	const startedAt = performance.now();
	const { chain } = await restore({ ...location, backupFolder: request.folder, log: print });
	if (chain) print(`reports: ${chain.links}, the last with hash ${chain.hash}`);
	print(`Restored into ${location.folder} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s. Start with: npm start`);
	return 0;
}

function print(line: string): void {
	console.log(line);
}

try {
	process.exitCode = await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
