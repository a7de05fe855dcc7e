import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './faults/store-error.ts';

export interface FolderLock {
	/** May be called again. */
	release(): void;
}

/** A process id alone may be reused, so the time it was started stands beside it. */
interface Holder {
	pid: number;
	started: string;
}

/**
 * Holds `folder` for this process by a file in it. The lock of a dead process is taken over. Errors: StoreError folder_held, which
 * names the process; folder_unusable.
 */
export const lockFolder = (folder: string): FolderLock => {
	const path = join(folder, 'lock');
	const mine = `${path}.${process.pid}`;
	try {
		makePrivate(folder);
		writeFileSync(mine, JSON.stringify({ pid: process.pid, started: startOf(process.pid) } satisfies Holder));
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException;
		throw new StoreError(
			'folder_unusable',
			`The data folder ${folder} ${UNUSABLE[code ?? ''] ?? `can't be used (${message})`}: fix this, or set SIGNALWHEEL_DATA to another folder.`,
			{ cause },
		);
	}
	try {
		while (!claimed(mine, path)) removeDead(path, folder);
	} finally {
		rmSync(mine, { force: true });
	}
	let held = true;
	return {
		release: () => {
			if (held) rmSync(path, { force: true });
			held = false;
		},
	};
};

/**
 * For its owner alone. Root's PostgreSQL runs as another user, who must be able to walk through, though not to look around. A folder that is somebody
 * else's, a mounted one for example, keeps the rights it has.
 */
const makePrivate = (folder: string): void => {
	const isRoot = process.getuid?.() === 0;
	mkdirSync(folder, { recursive: true });
	if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, isRoot ? 0o711 : 0o700);
};

/** Why a folder cannot be written to, in words. */
const UNUSABLE: Readonly<Record<string, string>> = {
	EACCES: "isn't writable for this user",
	EPERM: "isn't writable for this user",
	EROFS: 'is on a read-only disk',
	ENOTDIR: 'is inside a path that is a file',
	EEXIST: 'is a file',
	ENOSPC: 'is on a full disk',
};

/** A link appears whole or not at all, unlike a file that is created and then written. */
const claimed = (mine: string, path: string): boolean => {
	try {
		linkSync(mine, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
};

const removeDead = (path: string, folder: string): void => {
	const seen = read(path);
	const holder = parse(seen);
	if (holder && holder.started !== '' && startOf(holder.pid) === holder.started) {
		throw new StoreError('folder_held', `The folder ${folder} is in use by process ${holder.pid}.`, { holder: holder.pid });
	}
	const aside = `${path}.dead.${process.pid}`;
	try {
		renameSync(path, aside);
	} catch {
		// Another process was faster; look again.
		return;
	}
	// Between the look and the rename a third process may have taken the lock over: give it back.
	if (read(aside) !== seen) claimed(aside, path);
	rmSync(aside, { force: true });
};

const read = (path: string): string => {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
};

const parse = (text: string): Holder | undefined => {
	try {
		return JSON.parse(text) as Holder;
	} catch {
		return undefined;
	}
};

/** When the process was started, as the system tells it; empty when there is no such process. */
const startOf = (pid: number): string => {
	try {
		if (process.platform !== 'linux')
			return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
				.toString()
				.trim();
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in brackets may hold spaces; the start in ticks since boot is the 20th word after it, the state the first.
		const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return words[0] === 'Z' ? '' : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${words[19]}`;
	} catch {
		return '';
	}
};
