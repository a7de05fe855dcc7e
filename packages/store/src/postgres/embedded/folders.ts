import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StoreError } from '../../faults/store-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import type { RunAs } from './run-as.ts';

/** Returns the folder of the socket, named after the cluster's folder. It is in the temporary folder, because a socket's path is limited to 107 bytes. */
export function socketFolderOf(folder: string): string {
	const name = `sw-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`;
	const path = join(tmpdir(), name);
	return path.length < 80 ? path : join('/tmp', name);
}

/** Creates the socket's folder. Only its owner has access, because the socket accepts connections without a password. */
export function makeSocketFolder(path: string, { owner }: RunAs): void {
	mkdirSync(path, { recursive: true, mode: 0o700 });
	const stats = lstatSync(path);
	const isOwn = stats.uid === owner.uid || stats.uid === process.getuid?.();
	if (!stats.isDirectory() || !isOwn) {
		throw new StoreError('database_failed', `The folder ${path} belongs to another user; remove it or set TMPDIR.`);
	}
	setOwner(path, owner);
}

/** Creates the cluster under a temporary name and renames it, so that an incomplete one is never used after a crash. */
export function makeCluster(folder: string, { initdb }: PostgresBinaries, runAs: RunAs): void {
	if (existsSync(join(folder, 'PG_VERSION'))) return;
	const draft = `${folder}.unfinished`;
	rmSync(draft, { recursive: true, force: true });
	mkdirSync(draft);
	setOwner(draft, runAs.owner);
	const options = [
		'-D',
		draft,
		'-U',
		'app',
		'-A',
		'trust',
		'-E',
		'UTF8',
		// The environment can specify a locale that the machine does not have.
		'--locale=C',
		'--locale-provider=builtin',
		'--builtin-locale=C.UTF-8',
		'--no-sync',
	];
	const [program = initdb, ...args] = [...runAs.prefix, initdb, ...options];
	try {
		// The chosen user may not have access to the current folder.
		execFileSync(program, args, { ...runAs.identity, cwd: '/', stdio: 'pipe' });
	} catch (cause) {
		const detail = String((cause as { stderr?: unknown }).stderr ?? cause).trim();
		throw new StoreError('database_failed', `Couldn't create the database in ${folder}: ${detail}`, { cause });
	}
	rmSync(folder, { recursive: true, force: true });
	renameSync(draft, folder);
}

/** Returns the real path of a folder that may not exist yet, after creating its parents. */
export function resolveFolder(folder: string): string {
	mkdirSync(dirname(folder), { recursive: true });
	return existsSync(folder) ? realpathSync(folder) : join(realpathSync(dirname(folder)), folder.slice(dirname(folder).length + 1));
}

function setOwner(path: string, { uid, gid }: RunAs['owner']): void {
	if (process.getuid?.() === 0) chownSync(path, uid, gid);
	chmodSync(path, 0o700);
}
