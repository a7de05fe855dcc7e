import { chmodSync, existsSync, globSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that have to be free there, and of the memory as a whole. */
const ROOM = 8e9;

const NAME = 'signalwheel-test-';
/** A run writes all the time; a folder without writes for so long was left by a killed run. In milliseconds. */
const LEFT = 3_600_000;

/** Removes what killed runs have left in a folder, which would stay in memory for good. Of other users it is theirs. */
export const sweepLeft = (memory: string, now = Date.now()): void => {
	for (const name of globSync(`${NAME}*`, { cwd: memory })) {
		const folder = join(memory, name);
		const found = statSync(folder, { throwIfNoEntry: false });
		if (found && found.uid === process.getuid?.() && now - found.mtimeMs > LEFT) rmSync(folder, { recursive: true, force: true });
	}
};

/**
 * A folder in memory for what tests write, gone when this program ends; undefined where there is none, or not the room. Each test file copies a database
 * of a thousand files and throws it away again: on a disk that was up to half of what tests with databases computed (docs/decisions/0049-tests.md).
 */
export const scratchInMemory = (): string | undefined => {
	if (!existsSync(MEMORY)) return undefined;
	sweepLeft(MEMORY);
	const { bavail, bsize } = statfsSync(MEMORY);
	if (Math.min(bavail * bsize, freemem()) < ROOM) return undefined;
	const folder = mkdtempSync(join(MEMORY, NAME));
	// PostgreSQL, which does not run as root, comes through it.
	chmodSync(folder, 0o711);
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
};
