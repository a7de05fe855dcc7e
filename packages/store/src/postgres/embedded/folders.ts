import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StoreError } from '../../faults/store-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** The path of a socket may have 107 bytes, so it lies under the temporary folder, named by the cluster's folder. */
export const socketFolderOf = (folder: string): string => {
	const name = `sw-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
	const path = join(tmpdir(), name);
	return path.length < 80 ? path : join('/tmp', name);
};

/** Only its owner may enter: whoever reaches the socket is let in without a password. */
export const makeSocketFolder = (path: string, { owner }: RunAs): void => {
	mkdirSync(path, { recursive: true, mode: 0o700 });
	const found = lstatSync(path);
	const mine = found.uid === owner.uid || found.uid === process.getuid?.();
	if (!found.isDirectory() || !mine) {
		throw new StoreError('database_failed', `The folder ${path} belongs to another user; remove it or set TMPDIR.`);
	}
	own(path, owner);
};

/** Makes the cluster under a passing name and renames it, so that one half made by a killed process is never taken for whole. */
export const makeCluster = (folder: string, { initdb }: PostgresBinaries, runAs: RunAs): void => {
	if (existsSync(join(folder, 'PG_VERSION'))) return;
	const unfinished = `${folder}.unfinished`;
	rmSync(unfinished, { recursive: true, force: true });
	mkdirSync(unfinished);
	own(unfinished, runAs.owner);
	const options = [
		'-D',
		unfinished,
		'-U',
		'app',
		'-A',
		'trust',
		'-E',
		'UTF8',
		// The environment may name a locale that the machine doesn't have.
		'--locale=C',
		'--locale-provider=builtin',
		'--builtin-locale=C.UTF-8',
		'--no-sync',
	];
	const [program = initdb, ...words] = [...runAs.prefix, initdb, ...options];
	try {
		// cwd: the chosen user may not be allowed into ours.
		execFileSync(program, words, { ...runAs.identity, cwd: '/', stdio: 'pipe' });
	} catch (cause) {
		const said = String((cause as { stderr?: unknown }).stderr ?? cause).trim();
		throw new StoreError('database_failed', `Couldn't create the database in ${folder}: ${said}`, { cause });
	}
	rmSync(folder, { recursive: true, force: true });
	renameSync(unfinished, folder);
};

/** The real path of a folder that may not exist yet; its parents are made. */
export const settleFolder = (folder: string): string => {
	mkdirSync(dirname(folder), { recursive: true });
	return existsSync(folder) ? realpathSync(folder) : join(realpathSync(dirname(folder)), folder.slice(dirname(folder).length + 1));
};

const own = (path: string, { uid, gid }: RunAs['owner']): void => {
	if (process.getuid?.() === 0) chownSync(path, uid, gid);
	chmodSync(path, 0o700);
};
