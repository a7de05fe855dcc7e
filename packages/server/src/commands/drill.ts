/** `node drill.js <backup> <scratch folder>`: tests a backup by restoring it into the folder and checking the chain of reports. Deletes the folder. */
import { rm } from 'node:fs/promises';
import { restore } from '@sw/store/backup/restore';
import { openStores } from '@sw/store/open';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { formatChainLines } from '../reports/proof/chain-lines.ts';
import { checkChain } from '../reports/proof/check-chain.ts';

keepFilesPrivate();

async function main([backup, scratch]: readonly string[]): Promise<number> {
	if (backup === undefined || scratch === undefined) {
		console.error('Usage: drill <backup> <scratch folder>');
		return 2;
	}
	await rm(scratch, { recursive: true, force: true });
	try {
		await restore({ backupFolder: backup, folder: scratch, log: print });
		await using stores = await openStores({ folder: scratch });
		const verdict = await checkChain(stores, () => {}, new AbortController().signal);
		for (const line of formatChainLines(verdict)) print(line);
		return verdict.faults.length === 0 ? 0 : 1;
	} finally {
		await rm(scratch, { recursive: true, force: true });
	}
}

function print(line: string): void {
	console.log(line);
}

try {
	process.exitCode = await main(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
