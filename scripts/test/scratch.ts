import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
/** Bytes that must be free both in that folder and in memory as a whole. */
const REQUIRED_BYTES = 8e9;

/** Followed by the process id of the run. */
const FOLDER_PREFIX = 'signalwheel-test-';
/** Milliseconds. A run writes all the time, so a folder without writes for this long was left behind even if its process id is in use again. */
const ABANDONED_AFTER_MS = 3_600_000;

/** Removes the folders in memory that killed runs left behind. Folders of other users are skipped. */
export function removeLeftovers(memoryFolder: string, nowMs = Date.now()): void {
	for (const name of globSync(`${FOLDER_PREFIX}*`, { cwd: memoryFolder })) {
		const folder = join(memoryFolder, name);
		const stats = statSync(folder, { throwIfNoEntry: false });
		if (!stats || stats.uid !== process.getuid?.()) continue;
		const pid = Number.parseInt(name.slice(FOLDER_PREFIX.length), 10);
		if (nowMs - stats.mtimeMs > ABANDONED_AFTER_MS || (pid > 0 && !isRunning(pid))) rmSync(folder, { recursive: true, force: true });
	}
}

function isRunning(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code !== 'ESRCH';
	}
}

/**
 * Creates a folder in memory for files of tests, removed when this program exits. Undefined if the system has none or too little space. Each test file
 * copies and deletes a database of a thousand files; on a disk that took up to half of the time of tests with databases
 * (docs/decisions/0049-tests.md).
 */
export function createScratchFolder(): string | undefined {
	if (!existsSync(MEMORY_FOLDER)) return undefined;
	removeLeftovers(MEMORY_FOLDER);
	const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
	if (Math.min(bavail * bsize, freemem()) < REQUIRED_BYTES) return undefined;
	const folder = mkdtempSync(join(MEMORY_FOLDER, `${FOLDER_PREFIX}${process.pid}-`));
	// PostgreSQL does not run as root and must be able to pass through the folder.
	chmodSync(folder, 0o711);
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
