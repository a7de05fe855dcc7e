import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that must be free both in that folder and in memory as a whole. */
const ROOM = 8e9;

const NAME = 'signalwheel-test-';
/** Milliseconds. A run writes all the time, so a folder without writes for this long was left by a killed run. */
const LEFT = 3_600_000;

/** Removes folders that killed runs left in memory. Those of other users are skipped. */
export function removeLeftovers(memory: string, now = Date.now()): void {
	for (const name of globSync(`${NAME}*`, { cwd: memory })) {
		const folder = join(memory, name);
		const found = statSync(folder, { throwIfNoEntry: false });
		if (found && found.uid === process.getuid?.() && now - found.mtimeMs > LEFT) rmSync(folder, { recursive: true, force: true });
	}
}

/**
 * Creates a folder in memory for files of tests, removed when this program exits. Undefined if the system has none or too little space. Each test file
 * copies and deletes a database of a thousand files; on a disk that took up to half of the time of tests with databases
 * (docs/decisions/0049-tests.md).
 */
export function scratchFolderInMemory(): string | undefined {
	if (!existsSync(MEMORY)) return undefined;
	removeLeftovers(MEMORY);
	const { bavail, bsize } = statfsSync(MEMORY);
	if (Math.min(bavail * bsize, freemem()) < ROOM) return undefined;
	const folder = mkdtempSync(join(MEMORY, NAME));
	// PostgreSQL does not run as root and must be able to pass through the folder.
	chmodSync(folder, 0o711);
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}
