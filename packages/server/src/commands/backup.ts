/** `npm run backup -- <folder>`. Runs in the server if one is running, because only one process can open the embedded stores. */
import { resolve } from 'node:path';
import { openStores } from '@sw/store/open';
import { storesLocation } from '../compose/core/configured-stores.ts';
import { readConfig } from '../config/config.ts';
import { BACKUP_USAGE, createBackupCommand, parseBackup, verifyBackup } from '../platform/backup-command.ts';
import { callRunningServer } from '../platform/control/socket.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { formatChainLines } from '../reports/proof/chain-lines.ts';
import { checkBackup } from '../reports/proof/check-chain.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();
answerHelp(BACKUP_USAGE);

async function main(): Promise<number> {
	const request = parseBackup(process.argv.slice(2), (path) => resolve(process.env['INIT_CWD'] ?? process.cwd(), path));
	if (!request) {
		console.error(BACKUP_USAGE);
		return 2;
	}
	if (request.verify) {
		await verifyBackup(request.folder, print);
		const verdict = await checkBackup(request.folder);
		for (const line of formatChainLines(verdict)) print(line);
		return verdict.faults.length === 0 ? 0 : 1;
	}
	const location = storesLocation(readConfig(process.env, process.cwd()));
	const { folder } = location;
	const exitCode = await callRunningServer(folder, 'backup', [request.folder], print);
	if (exitCode !== undefined) return exitCode;
	await using stores = await openStores(location);
	return await createBackupCommand(stores, folder)([request.folder], print);
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
