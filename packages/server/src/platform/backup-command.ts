import { backUp } from '@sw/store/backup/back-up';
import { filesOf, readManifest, verifyFiles } from '@sw/store/backup/backup-files';
import type { Stores } from '@sw/store/open';
import { PRODUCT_VERSION } from '../config/product-version.ts';
import type { Command, PrintLine } from './control/socket.ts';

export const BACKUP_USAGE = `Usage: npm run backup -- <folder>            copies all data to the folder, also while the server runs
       npm run backup -- --verify <folder>   checks a backup's files and its chain of reports`;
export const RESTORE_USAGE =
	'Usage: npm run restore -- <folder>   restores a backup into an empty data folder; the server must not be running';

export interface BackupArguments {
	verify: boolean;
	/** Absolute path. */
	folder: string;
}

/** Parses the arguments; undefined if they are invalid. */
export function parseBackup(args: readonly string[], toAbsolute: (path: string) => string): BackupArguments | undefined {
	const verify = args[0] === '--verify';
	const [folder, ...extra] = verify ? args.slice(1) : args;
	return folder === undefined || folder.startsWith('-') || extra.length > 0 ? undefined : { verify, folder: toAbsolute(folder) };
}

/** Creates a command that runs in the process that has the stores open; its argument is the folder of the backup. */
export function createBackupCommand(stores: Pick<Stores, 'records' | 'series' | 'chain' | 'seals'>, dataFolder: string): Command {
	return async ([backupFolder = ''], print) => {
		const startedAt = performance.now();
		const { chain } = await backUp({
			stores,
			folder: dataFolder,
			backupFolder,
			productVersion: PRODUCT_VERSION,
			createdAt: new Date(),
			log: print,
		});
		if (chain) print(`reports: ${chain.links}, the last with hash ${chain.hash}`);
		print(`Backed up in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
		return 0;
	};
}

/** Checks the files of a backup without opening the stores; throws if one was changed. */
export async function verifyBackup(folder: string, print: PrintLine): Promise<void> {
	const manifest = await readManifest(folder);
	const files = filesOf(manifest);
	await verifyFiles(folder, files);
	print(`${files.length} files are unchanged since ${manifest.made}.`);
}
