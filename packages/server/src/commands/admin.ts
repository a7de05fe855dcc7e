/** `npm run admin`. Runs in the server if one is running, because only one process can open the embedded stores; otherwise in this process. */
import { openStores } from '@sw/store/open';
import { ADMIN_USAGE, createAdminCommand, findUsageError } from '../areas/accounts/users/admin-command.ts';
import { openAccounts } from '../compose/areas/accounts.ts';
import { storesLocation } from '../compose/core/configured-stores.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { callRunningServer } from '../platform/control/socket.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();
answerHelp(ADMIN_USAGE);

async function main(args: readonly string[]): Promise<number> {
	const usageError = findUsageError(args);
	if (usageError !== undefined) {
		console.error(usageError);
		return 2;
	}
	const config = readConfig(process.env, process.cwd());
	const serverExitCode = await callRunningServer(config.folder, 'admin', args, print);
	if (serverExitCode !== undefined) return serverExitCode;
	await using stores = await openStores(storesLocation(config));
	const log = { error: (details: object, message: string) => console.error(message, details) };
	const accounts = openAccounts({ records: stores.records, config, wall: { now: () => Date.now() }, log });
	try {
		return await createAdminCommand(accounts.context)(args, print);
	} finally {
		await accounts.close();
	}
}

function print(line: string): void {
	console.log(line);
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof ConfigError || error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
