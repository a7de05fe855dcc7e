import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Bytes that have to be free there, and of the memory as a whole. */
const ROOM = 8e9;

/**
 * A folder in memory for what tests write, gone when this program ends; undefined where there is none, or not the room. Each test file copies a database
 * of a thousand files and throws it away again: on a disk that was up to half of what tests with databases computed (docs/decisions/tests.md).
 */
export const scratchInMemory = (): string | undefined => {
	if (!existsSync(MEMORY)) return undefined;
	const { bavail, bsize } = statfsSync(MEMORY);
	if (Math.min(bavail * bsize, freemem()) < ROOM) return undefined;
	const folder = mkdtempSync(join(MEMORY, 'signalwheel-test-'));
	// PostgreSQL, which does not run as root, comes through it.
	chmodSync(folder, 0o711);
	process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
	return folder;
};
