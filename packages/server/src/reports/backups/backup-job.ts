import { spawn } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { MINUTE, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate, newYorkDay, newYorkToUtc, weekdayOfDay } from '@sw/domain/time/zone';
import { backUp } from '@sw/store/backup/back-up';
import { filesOf, readManifest } from '@sw/store/backup/backup-files';
import type { Stores } from '@sw/store/open';
import { z } from 'zod';
import { verifyBackup } from '../../platform/backup-command.ts';
import type { WallClock } from '../../platform/clocks/wall-clock.ts';
import { type BoundJob, bindJob, defineJob } from '../../platform/jobs/definition.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { chainLines } from '../proof/chain-lines.ts';
import { checkBackup } from '../proof/check-chain.ts';

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

/** A changed setting, and the end of a backup in another process, are noticed within this. */
const EVERY = 5 * MINUTE;

/** The newest time at or before `now` that a daily backup was due; `hour` in New York time. */
export function lastDue(now: UtcMs, hour: number): UtcMs {
	const date = newYorkDate(now);
	const today = newYorkToUtc(date, hour, 0);
	return today <= now ? today : newYorkToUtc(addDays(date, -1), hour, 0);
}

interface BackupSchedule {
	/** New York time. */
	hour(): Promise<number>;
	/** Does nothing for a time that has been submitted before. */
	submit(due: UtcMs): Promise<unknown>;
	onError(message: string, error: unknown): void;
}

/** Submits the backup that is due, also the one that was missed while the server was off. Returns a function that stops it. */
export function scheduleBackups(wall: WallClock, { hour, submit, onError }: BackupSchedule): () => void {
	return repeat(wall, () => {
		hour()
			.then((at) => submit(lastDue(wall.now() as UtcMs, at)))
			.catch((error) => onError('failed to schedule a backup', error));
	});
}

/** Keeps known how the last backup and the last stamp ended, whichever process made them. Returns a function that stops it. */
export async function followJobs(wall: WallClock, recall: () => Promise<void>, onError: BackupSchedule['onError']): Promise<() => void> {
	const look = (): Promise<void> => recall().catch((error) => onError('failed to read how the last backup or stamp ended', error));
	await look();
	return repeat(wall, look);
}

function repeat(wall: WallClock, act: () => unknown): () => void {
	let cancel = (): void => {};
	const next = (): void => {
		cancel = wall.after(EVERY, () => {
			next();
			act();
		});
	};
	next();
	return () => cancel();
}

/** A process holds one series store, so the restored one needs a process of its own. */
const PROGRAM = join(import.meta.dirname, `../../commands/drill${extname(import.meta.filename)}`);

/** Restores a backup into `scratch` and verifies it there; throws with what the drill said last. */
export async function runDrill(backup: string, scratch: string, log: (line: string) => void, signal: AbortSignal): Promise<void> {
	const child = spawn(process.execPath, [PROGRAM, backup, scratch], { stdio: ['ignore', 'pipe', 'pipe'], signal });
	let last = '';
	for (const stream of [child.stdout, child.stderr])
		createInterface({ input: stream }).on('line', (line) => {
			last = line;
			log(line);
		});
	let fault: Error | undefined;
	child.once('error', (error) => {
		fault = error;
	});
	const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
	// One that was killed removed nothing, and its database takes a moment to end.
	await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
	if (fault) throw fault;
	if (exit !== 0) throw new Error(`The restore drill of ${backup} failed: ${last || `exit code ${exit}`}`);
}
