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
import { formatChainLines } from '../proof/chain-lines.ts';
import { checkBackup } from '../proof/check-chain.ts';

interface BackupInfo {
	readonly name: string;
	readonly made: UtcMs;
	readonly bytes: number;
}

/** Matches folders of scheduled backups only; anything else in the folder is left alone. */
const BACKUP_NAME = /^signalwheel-\d{4}-\d{2}-\d{2}T\d{4}Z$/;

export const BACKUP_LANE = 'backup';

/** Job that makes the backup due at an instant, once. */
export const BACKUP = defineJob({
	kind: 'backup',
	lane: BACKUP_LANE,
	payload: z.object({ due: z.number() }),
	key: ({ due }) => String(due),
	retries: 2,
});

export interface BackupParts {
	readonly stores: Pick<Stores, 'records' | 'series' | 'chain' | 'seals'>;
	readonly dataFolder: string;
	/** Folder of the scheduled backups. */
	readonly backupsFolder: string;
	readonly productVersion: string;
	/** Reads the number of complete backups to keep. */
	readCountToKeep(): Promise<number>;
	wallNow(): number;
	/** Restores a backup into a scratch folder and verifies it there; rejects if that fails. */
	drill(backup: string, log: (line: string) => void, signal: AbortSignal): Promise<void>;
}

export interface Backups {
	readonly job: BoundJob;
	/** Returns why the last scheduled backup known to this process failed; undefined if it succeeded. */
	getProblem(): string | undefined;
	findNewest(): Promise<BackupInfo | undefined>;
	/** Reads how the last backup ended, even if another process ran it or this process has restarted since. */
	loadLastOutcome(jobs: Pick<Jobs, 'readPage'>): Promise<void>;
}

const SUNDAY = 0;

export function createBackups(parts: BackupParts): Backups {
	const { backupsFolder } = parts;
	let problem: string | undefined;
	return {
		getProblem: () => problem,
		findNewest: () => findNewestBackup(backupsFolder),
		loadLastOutcome: async (jobs) => {
			const [last] = (await jobs.readPage([BACKUP.kind], { skip: 0, max: 1 })).items;
			if (last?.state === 'failed') problem = last.error ?? undefined;
			else if (last?.state === 'done') problem = undefined;
		},
		job: bindJob(BACKUP, async ({ due }, { progress, printLine, signal }) => {
			try {
				const backup = join(backupsFolder, formatBackupName(due as UtcMs));
				progress('Backing up');
				const bytes = await makeBackup(parts, backup, printLine);
				progress('Verifying the backup');
				await verifyBackup(backup, printLine);
				await verifyReports(backup, printLine);
				signal.throwIfAborted();
				const shouldDrill = weekdayOfDay(newYorkDay(due)) === SUNDAY;
				if (shouldDrill) {
					progress('Restoring the backup into a scratch folder');
					await parts.drill(backup, printLine, signal);
				}
				const removed = await pruneBackups(backupsFolder, await parts.readCountToKeep());
				problem = undefined;
				return { backup, bytes, drilled: shouldDrill, removed };
			} catch (error) {
				if (!signal.aborted) problem = error instanceof Error ? error.message : String(error);
				throw error;
			}
		}),
	};
}

/** Makes the backup, or keeps one that an interrupted attempt completed. Returns its size in bytes. */
async function makeBackup(
	{ stores, dataFolder, productVersion, wallNow }: BackupParts,
	backupFolder: string,
	log: (line: string) => void,
): Promise<number> {
	const existing = await readManifest(backupFolder).catch(() => undefined);
	if (!existing) await rm(backupFolder, { recursive: true, force: true });
	const manifest =
		existing ?? (await backUp({ stores, folder: dataFolder, backupFolder, productVersion, createdAt: new Date(wallNow()), log }));
	return filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0);
}

async function verifyReports(backup: string, log: (line: string) => void): Promise<void> {
	const verdict = await checkBackup(backup);
	const lines = formatChainLines(verdict);
	for (const line of lines) log(line);
	if (verdict.faults.length > 0) throw new Error(`The chain of reports in ${backup} is broken: ${lines.join(' ')}`);
}

/** Builds the name of a backup, such as 'signalwheel-2026-11-28T0700Z'. */
export function formatBackupName(due: UtcMs): string {
	return `signalwheel-${new Date(due).toISOString().slice(0, 16).replace(':', '')}Z`;
}

/** Lists complete backups, newest first. */
export async function listBackups(folder: string): Promise<BackupInfo[]> {
	const backups = await Promise.all((await listNames(folder)).map((name) => readBackup(folder, name)));
	return backups.filter((backup) => backup !== undefined);
}

/** Finds the newest complete backup without reading older manifests. */
export async function findNewestBackup(folder: string): Promise<BackupInfo | undefined> {
	for (const name of await listNames(folder)) {
		const backup = await readBackup(folder, name);
		if (backup) return backup;
	}
	return undefined;
}

/** Removes incomplete backups, and the oldest complete ones beyond `keepCount`. Returns the names of the removed folders. */
export async function pruneBackups(folder: string, keepCount: number): Promise<string[]> {
	const complete = (await listBackups(folder)).map(({ name }) => name);
	const keptNames = new Set(complete.slice(0, keepCount));
	const removed = (await listNames(folder)).filter((name) => !keptNames.has(name));
	for (const name of removed) await rm(join(folder, name), { recursive: true, force: true });
	return removed;
}

/** Lists the names of scheduled backups, newest first. */
async function listNames(folder: string): Promise<string[]> {
	const names = await readdir(folder).catch(() => []);
	return names
		.filter((name) => BACKUP_NAME.test(name))
		.sort()
		.reverse();
}

async function readBackup(folder: string, name: string): Promise<BackupInfo | undefined> {
	const manifest = await readManifest(join(folder, name)).catch(() => undefined);
	if (!manifest) return undefined;
	const bytes = filesOf(manifest).reduce((sum, file) => sum + file.bytes, 0);
	return { name, made: Date.parse(manifest.made) as UtcMs, bytes };
}

/** A changed hour, or a backup made by another process, is noticed within this time. */
const CHECK_INTERVAL_MS = 5 * MINUTE;

/** Returns the latest instant at or before `now` when a daily backup was due; `hour` in New York time. */
export function findLastDue(now: UtcMs, hour: number): UtcMs {
	const date = newYorkDate(now);
	const today = newYorkToUtc(date, hour, 0);
	return today <= now ? today : newYorkToUtc(addDays(date, -1), hour, 0);
}

interface BackupSchedule {
	/** Reads the hour of the day in New York. */
	readHour(): Promise<number>;
	/** Does nothing if the backup of that instant was submitted before. */
	submit(due: UtcMs): Promise<unknown>;
	onError(message: string, error: unknown): void;
}

/** Submits the backup that is due, even one that was missed while the server was off. Returns a function that stops the schedule. */
export function scheduleBackups(wall: WallClock, { readHour, submit, onError }: BackupSchedule): () => void {
	return runRepeatedly(wall, () => {
		readHour()
			.then((dueHour) => submit(findLastDue(wall.now() as UtcMs, dueHour)))
			.catch((error) => onError('failed to schedule a backup', error));
	});
}

/** Reads regularly how the last backup and the last stamp ended in any process. Returns a function that stops reading. */
export async function followLastOutcomes(
	wall: WallClock,
	loadOutcomes: () => Promise<void>,
	onError: BackupSchedule['onError'],
): Promise<() => void> {
	const update = (): Promise<void> => loadOutcomes().catch((error) => onError('failed to read how the last backup or stamp ended', error));
	await update();
	return runRepeatedly(wall, update);
}

function runRepeatedly(wall: WallClock, action: () => unknown): () => void {
	let cancel = (): void => {};
	const scheduleNext = (): void => {
		cancel = wall.after(CHECK_INTERVAL_MS, () => {
			scheduleNext();
			action();
		});
	};
	scheduleNext();
	return () => cancel();
}

/** A process can open only one series store, so the restored one needs a process of its own. */
const DRILL_PROGRAM = join(import.meta.dirname, `../../commands/drill${extname(import.meta.filename)}`);

/** Restores a backup into `scratch` and verifies it there; rejects with the last line that the drill printed. */
export async function runDrill(backup: string, scratch: string, log: (line: string) => void, signal: AbortSignal): Promise<void> {
	const child = spawn(process.execPath, [DRILL_PROGRAM, backup, scratch], { stdio: ['ignore', 'pipe', 'pipe'], signal });
	let lastLine = '';
	for (const stream of [child.stdout, child.stderr])
		createInterface({ input: stream }).on('line', (line) => {
			lastLine = line;
			log(line);
		});
	let spawnError: Error | undefined;
	child.once('error', (error) => {
		spawnError = error;
	});
	const exit = await new Promise<number | null>((resolve) => child.once('close', resolve));
	// A killed drill doesn't delete its folder, and the drill's database needs a moment to stop.
	await rm(scratch, { recursive: true, force: true, maxRetries: 10 });
	if (spawnError) throw spawnError;
	if (exit !== 0) throw new Error(`The restore drill of ${backup} failed: ${lastLine || `exit code ${exit}`}`);
}
