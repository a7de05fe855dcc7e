import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDay, weekdayOfDay } from '@sw/domain/time/zone';
import { backUp } from '@sw/store/backup/back-up';
import { filesOf, readManifest } from '@sw/store/backup/manifest';
import type { Stores } from '@sw/store/open';
import { z } from 'zod';
import { verifyBackup } from '../../platform/backup-command.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { chainLines } from '../proof/chain-lines.ts';
import { checkBackup } from '../proof/check-backup.ts';

interface KeptBackup {
	readonly name: string;
	readonly made: UtcMs;
	readonly bytes: number;
}

/** Folders of scheduled backups alone: whatever else is in the folder is left as it is. */
const NAME = /^signalwheel-\d{4}-\d{2}-\d{2}T\d{4}Z$/;

export const BACKUP_LANE = 'backup';

/** A backup that was due at a time, made once. */
export const BACKUP = defineJob({
	kind: 'backup',
	lane: BACKUP_LANE,
	payload: z.object({ due: z.number() }),
	key: ({ due }) => String(due),
	retries: 2,
});

export interface BackupParts {
	readonly stores: Pick<Stores, 'records' | 'series' | 'chain' | 'seals'>;
	/** The data folder. */
	readonly data: string;
	/** Where backups are kept. */
	readonly folder: string;
	readonly product: string;
	kept(): Promise<number>;
	wallNow(): number;
	/** Restores a backup into a scratch folder and verifies it there; throws where that fails. */
	drill(backup: string, log: (line: string) => void, signal: AbortSignal): Promise<void>;
}

export interface Backups {
	readonly job: BoundJob;
	/** Why the last scheduled backup failed, as far as known here; undefined while none has. */
	fault(): string | undefined;
	newest(): Promise<KeptBackup | undefined>;
	/** Learns how the last run ended: before this start, or in another process. */
	recall(jobs: Pick<Jobs, 'page'>): Promise<void>;
}

const SUNDAY = 0;

export function createBackups(parts: BackupParts): Backups {
	const { folder } = parts;
	let fault: string | undefined;
	return {
		fault: () => fault,
		newest: () => newestBackup(folder),
		recall: async (jobs) => {
			const [last] = (await jobs.page([BACKUP.kind], { skip: 0, max: 1 })).items;
			if (last?.state === 'failed') fault = last.error ?? undefined;
			else if (last?.state === 'done') fault = undefined;
		},
		job: bindJob(BACKUP, async ({ due }, { progress, say, signal }) => {
			try {
				const backup = join(folder, backupName(due as UtcMs));
				progress('Backing up');
				const bytes = await makeBackup(parts, backup, say);
				progress('Verifying the backup');
				await verifyBackup(backup, say);
				await verifyReports(backup, say);
				signal.throwIfAborted();
				const isDrilled = weekdayOfDay(newYorkDay(due)) === SUNDAY;
				if (isDrilled) {
					progress('Restoring the backup into a scratch folder');
					await parts.drill(backup, say, signal);
				}
				const removed = await pruneBackups(folder, await parts.kept());
				fault = undefined;
				return { backup, bytes, drilled: isDrilled, removed };
			} catch (error) {
				if (!signal.aborted) fault = error instanceof Error ? error.message : String(error);
				throw error;
			}
		}),
	};
}

/** Goes on with a backup that an interrupted attempt completed. */
async function makeBackup({ stores, data, product, wallNow }: BackupParts, to: string, log: (line: string) => void): Promise<number> {
	const made = await readManifest(to).catch(() => undefined);
	if (!made) await rm(to, { recursive: true, force: true });
	const manifest = made ?? (await backUp({ stores, folder: data, to, product, made: new Date(wallNow()), log }));
	return filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0);
}

async function verifyReports(backup: string, log: (line: string) => void): Promise<void> {
	const verdict = await checkBackup(backup);
	const lines = chainLines(verdict);
	for (const line of lines) log(line);
	if (verdict.faults.length > 0) throw new Error(`The chain of reports in ${backup} is broken: ${lines.join(' ')}`);
}

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
