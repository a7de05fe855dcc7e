/** `signalwheel rollback [--yes]`: restores the data as it was before the last upgrade. */
import { existsSync } from 'node:fs';
import { lockFolder } from '@sw/store/folder-lock';
import { readSnapshot, rollBack } from '@sw/store/upgrade/snapshot';
import { readConfig } from '../config/config.ts';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();

const USAGE = 'Usage: signalwheel rollback [--yes]   brings back the data from before the last upgrade; the server must not be running';
answerHelp(USAGE);

async function main(args: readonly string[]): Promise<number> {
	if (args.some((word) => word !== '--yes')) {
		console.error(USAGE);
		return 2;
	}
	const { folder, databaseUrl, clickhouseUrl } = readConfig(process.env, process.cwd());
	if (databaseUrl !== null || clickhouseUrl !== null) {
		console.error("Databases of your own (DATABASE_URL, CLICKHOUSE_URL) aren't copied before an upgrade: restore a backup instead.");
		return 1;
	}
	if (!existsSync(folder)) {
		console.error(`${folder} doesn't exist: set SIGNALWHEEL_DATA to the data folder.`);
		return 1;
	}
	const snapshot = await readSnapshot(folder);
	if (snapshot && args.length === 0) {
		const versions = `from ${snapshot.from?.product ?? 'a version before 0.2.0'} to ${snapshot.to.product}`;
		console.log(`${folder} was upgraded ${versions} at ${snapshot.made}. A rollback discards all that has been stored since.`);
		console.log("Stop the server, then run 'signalwheel rollback --yes'.");
		return 2;
	}
	const lock = lockFolder(folder);
	const { from, made: snapshotTime } = await rollBack(folder).finally(() => lock.release());
	console.log(`${folder} is as it was at ${snapshotTime}. Start ${from ? `Signalwheel ${from.product}` : 'the version before 0.2.0'} now:`);
	console.log(`version ${PRODUCT_VERSION} would upgrade the data again.`);
	return 0;
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
