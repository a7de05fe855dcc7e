import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeSocketFolder } from './folders.ts';

const ME = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
const RUN_AS = { prefix: [], identity: {}, owner: ME };
const STRANGER = 54_321;

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A folder that belongs to neither this process nor the owner to be. Only root can give one away; otherwise root's serves. */
function foreignFolder(): string {
	if (ME.uid !== 0) return '/usr';
	const foreign = join(folder, 'foreign');
	mkdirSync(foreign);
	chownSync(foreign, STRANGER, STRANGER);
	return foreign;
}

describe('the folder of the socket, which takes connections without a password', () => {
	it('is created for its owner only, and used again', () => {
		const path = join(folder, 'own');
		for (let time = 0; time < 2; time++) makeSocketFolder(path, RUN_AS);
		expect([statSync(path).mode & 0o777, statSync(path).uid]).toEqual([0o700, ME.uid]);
	});

	it('may belong to the user that runs the server', () => {
		if (ME.uid !== 0) return expect(() => makeSocketFolder(foreignFolder(), RUN_AS)).toThrow();
		const path = foreignFolder();
		makeSocketFolder(path, { ...RUN_AS, owner: { uid: STRANGER, gid: STRANGER } });
		expect(statSync(path).uid).toBe(STRANGER);
	});

	it('is refused if it belongs to another user, or is a link', () => {
		expect(() => makeSocketFolder(foreignFolder(), RUN_AS)).toThrow('belongs to another user; remove it or set TMPDIR');
		const link = join(folder, 'link');
		symlinkSync(folder, link);
		expect(() => makeSocketFolder(link, RUN_AS)).toThrow('belongs to another user');
	});
});
