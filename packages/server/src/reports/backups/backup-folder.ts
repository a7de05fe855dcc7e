import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UtcMs } from '@sw/domain/time/units';
import { filesOf, readManifest } from '@sw/store/backup/manifest';

export interface KeptBackup {
	readonly name: string;
	readonly made: UtcMs;
	readonly bytes: number;
}

/** Folders of scheduled backups alone: whatever else is in the folder is left as it is. */
const NAME = /^signalwheel-\d{4}-\d{2}-\d{2}T\d{4}Z$/;

/** 'signalwheel-2026-11-28T0700Z'. */
export function backupName(due: UtcMs): string {
	return `signalwheel-${new Date(due).toISOString().slice(0, 16).replace(':', '')}Z`;
}

/** Complete backups, newest first. */
export async function keptBackups(folder: string): Promise<KeptBackup[]> {
	const found = await Promise.all((await namesIn(folder)).map((name) => keptBackup(folder, name)));
	return found.filter((one) => one !== undefined);
}

/** The newest complete backup; no older manifest is read. */
export async function newestBackup(folder: string): Promise<KeptBackup | undefined> {
	for (const name of await namesIn(folder)) {
		const found = await keptBackup(folder, name);
		if (found) return found;
	}
	return undefined;
}

/** Removes incomplete backups and the oldest complete ones beyond `kept`; returns the names of the removed ones. */
export async function pruneBackups(folder: string, kept: number): Promise<string[]> {
	const complete = (await keptBackups(folder)).map(({ name }) => name);
	const stays = new Set(complete.slice(0, kept));
	const removed = (await namesIn(folder)).filter((name) => !stays.has(name));
	for (const name of removed) await rm(join(folder, name), { recursive: true, force: true });
	return removed;
}

/** Newest first. */
async function namesIn(folder: string): Promise<string[]> {
	const names = await readdir(folder).catch(() => []);
	return names
		.filter((name) => NAME.test(name))
		.sort()
		.reverse();
}

async function keptBackup(folder: string, name: string): Promise<KeptBackup | undefined> {
	const manifest = await readManifest(join(folder, name)).catch(() => undefined);
	if (!manifest) return undefined;
	const bytes = filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0);
	return { name, made: Date.parse(manifest.made) as UtcMs, bytes };
}
