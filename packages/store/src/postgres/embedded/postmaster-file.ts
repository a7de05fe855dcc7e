import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Content of postmaster.pid in the folder of a running server: line 1 is its process id, line 8 its state. */
export interface Postmaster {
	pid: number;
	isReady: boolean;
}

export function readPostmaster(folder: string): Postmaster | undefined {
	try {
		const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n');
		const pid = Number(lines[0]);
		return pid > 0 ? { pid, isReady: lines[7]?.trim() === 'ready' } : undefined;
	} catch {
		return undefined;
	}
}

/** Returns whether the process with that id is really this folder's database: after a restart of the machine, any process can have the id. */
export function isPostmasterOf(folder: string, pid: number): boolean {
	return readCommandLine(pid).split('\0').includes(folder);
}

/** Returns the command line of a process, with arguments separated by NUL; empty if there is no such process. */
function readCommandLine(pid: number): string {
	try {
		return process.platform === 'linux'
			? readFileSync(`/proc/${pid}/cmdline`, 'utf8')
			: execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { stdio: ['ignore', 'pipe', 'ignore'] })
					.toString()
					.replaceAll(/ (-[Dk]) /g, '\0$1\0');
	} catch {
		return '';
	}
}

/** Removes the files of a process that has ended. PostgreSQL itself would refuse to start if any other program now has that id. */
export function removeStaleFiles(folder: string, socketFolder: string): void {
	const postmaster = readPostmaster(folder);
	if (postmaster && isPostmasterOf(folder, postmaster.pid)) return;
	rmSync(join(folder, 'postmaster.pid'), { force: true });
	for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socketFolder, name), { force: true });
}
