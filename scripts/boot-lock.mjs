/** A lock for installing and building, which change the checkout. Uses only Node's own modules, because packages may not be installed yet. */
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const POLL_MS = 200;
/** A lock file without a process id is still being written. After this time (ms) its writer counts as dead. */
const WRITTEN_WITHIN_MS = 5_000;

/**
 * Waits while another process prepares the checkout, then locks it. Returns a function that releases the lock.
 * @param {string} root
 * @returns {() => void}
 */
export function lockCheckout(root) {
	const path = join(tmpdir(), `signalwheel-${createHash('sha256').update(root).digest('hex').slice(0, 16)}.lock`);
	let isAnnounced = false;
	while (!claim(path)) {
		const holder = Number(read(path));
		if (isDead(path, holder)) rmSync(path, { force: true });
		else {
			if (!isAnnounced) console.log(`Waiting for process ${holder || 'unknown'}, which installs or builds in this folder ...`);
			isAnnounced = true;
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
		}
	}
	const release = () => {
		if (Number(read(path)) === process.pid) rmSync(path, { force: true });
	};
	process.once('exit', release);
	return release;
}

function claim(path) {
	try {
		writeFileSync(path, String(process.pid), { flag: 'wx' });
		return true;
	} catch (error) {
		if (error.code === 'EEXIST') return false;
		throw error;
	}
}

function read(path) {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}

function isDead(path, holder) {
	if (holder === 0) return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > WRITTEN_WITHIN_MS;
	try {
		process.kill(holder, 0);
		return false;
	} catch (error) {
		// EPERM: another user's process, so it is alive.
		return error.code === 'ESRCH';
	}
}
