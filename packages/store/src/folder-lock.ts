import { execFileSync } from 'node:child_process';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from './faults/store-error.ts';

export interface FolderLock {
	/** Can be called repeatedly. */
	release(): void;
}

/** The process that holds a lock. Process ids are reused, so the start time is stored as well. */
interface Holder {
	pid: number;
	started: string;
}

/**
 * Locks `folder` for this process with a file in it. Replaces the lock of a dead process. Throws StoreError folder_held with the process id, or
 * folder_unusable.
 */
export function lockFolder(folder: string): FolderLock {
	const path = join(folder, 'lock');
	const ownPath = `${path}.${process.pid}`;
	try {
		makePrivate(folder);
		writeFileSync(ownPath, JSON.stringify({ pid: process.pid, started: processStart(process.pid) } satisfies Holder));
	} catch (cause) {
		const { code, message } = cause as NodeJS.ErrnoException;
		throw new StoreError(
			'folder_unusable',
			`The data folder ${folder} ${UNUSABLE[code ?? ''] ?? `can't be used (${message})`}: fix this, or set SIGNALWHEEL_DATA to another folder.`,
			{ cause },
		);
	}
	try {
		while (!tryClaim(ownPath, path)) removeDeadLock(path, folder);
	} finally {
		rmSync(ownPath, { force: true });
	}
	let isHeld = true;
	return {
		release: () => {
			if (isHeld) rmSync(path, { force: true });
			isHeld = false;
		},
	};
}

/**
 * Restricts a folder to its owner. If root runs PostgreSQL as another user, that user must be able to pass through the folder, but not to list it.
 * A folder of another owner, such as a mounted one, keeps its permissions.
 */
function makePrivate(folder: string): void {
	const isRoot = process.getuid?.() === 0;
	mkdirSync(folder, { recursive: true });
	if (statSync(folder).uid === process.getuid?.()) chmodSync(folder, isRoot ? 0o711 : 0o700);
}

/** Reasons why a folder can't be used, by error code, in words for users. */
const UNUSABLE: Readonly<Record<string, string>> = {
	EACCES: "isn't writable for this user",
	EPERM: "isn't writable for this user",
	EROFS: 'is on a read-only disk',
	ENOTDIR: 'is inside a path that is a file',
	EEXIST: 'is a file',
	ENOSPC: 'is on a full disk',
};

/** Tries to create the lock as a link: unlike a file that is created and written later, a link appears atomically. */
function tryClaim(ownPath: string, path: string): boolean {
	try {
		linkSync(ownPath, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

function removeDeadLock(path: string, folder: string): void {
	const content = readText(path);
	const holder = parseHolder(content);
	if (holder && holder.started !== '' && processStart(holder.pid) === holder.started) {
		throw new StoreError('folder_held', `The folder ${folder} is in use by process ${holder.pid}.`, { holder: holder.pid });
	}
	const deadPath = `${path}.dead.${process.pid}`;
	try {
		renameSync(path, deadPath);
	} catch {
		// Another process was faster: check again.
		return;
	}
	// Between the check and the rename, a third process may have replaced the dead lock by its own. Restore that lock.
	if (readText(deadPath) !== content) tryClaim(deadPath, path);
	rmSync(deadPath, { force: true });
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}

function parseHolder(text: string): Holder | undefined {
	try {
		return JSON.parse(text) as Holder;
	} catch {
		return undefined;
	}
}

/** Returns the start time of a process as the system reports it; empty if there is no such process. */
function processStart(pid: number): string {
	try {
		if (process.platform !== 'linux')
			return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
				.toString()
				.trim();
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		// The name in parentheses can contain spaces. After it, the 1st field is the state, and the 20th the start in ticks since boot.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return fields[0] === 'Z' ? '' : `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
	} catch {
		return '';
	}
}
