import { existsSync } from 'node:fs';
import {
	chmod,
	constants,
	copyFile,
	lchown,
	link,
	lstat,
	mkdir,
	open,
	readdir,
	readFile,
	readlink,
	rename,
	rm,
	statfs,
	symlink,
	writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../faults/store-error.ts';
import { awaitFreeFolder } from '../postgres/embedded.ts';
import { type DataVersion, syncFolder, VERSION_FILE, writeAtomically } from './data-version.ts';

/** Folder in the data folder with the stores as they were before the last upgrade. */
export const SNAPSHOT = 'before-upgrade';
const DRAFT = '.before-upgrade';
/** Written last: a folder without it is no snapshot. */
const MANIFEST = 'snapshot.json';
/** Files and folders that an upgrade changes. */
export const UPGRADED_NAMES = ['postgres', 'series', 'chain.json', 'seals.json', VERSION_FILE] as const;
/** Files that the series store writes once and never changes, so a snapshot can hold hard links to them instead of copies. */
const IMMUTABLE_FILE = /\.(bin|idx|c?mrk\d?)$/;
/** Free bytes reserved for what migrations write. */
const RESERVED_BYTES = 100e6;

export interface Snapshot {
	/** Null: a version before 0.2.0. */
	from: DataVersion | null;
	to: DataVersion;
	/** Time of the snapshot, ISO 8601. */
	made: string;
	/** The elements of UPGRADED_NAMES that existed. */
	holds: string[];
}

/** Called after each change on disk, so that tests can stop there. */
export type StepListener = (step: string) => void;

export interface SnapshotRequest extends Omit<Snapshot, 'holds'> {
	/** The data folder, locked; neither store runs. */
	folder: string;
	onStep?: StepListener;
	/** Default: the free bytes of the folder's disk. */
	readFreeBytes?: (folder: string) => Promise<number>;
}

/** Reads the manifest of a complete snapshot in folder `name` of the data folder; undefined if there is none. */
export async function readSnapshot(folder: string, name = SNAPSHOT): Promise<Snapshot | undefined> {
	const path = join(folder, name, MANIFEST);
	return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Snapshot) : undefined;
}

/** Copies the stores inside the data folder, replacing an older snapshot. Throws StoreError folder_unusable if the disk is too full. */
export async function takeSnapshot({
	folder,
	from,
	to,
	made,
	onStep = () => {},
	readFreeBytes = freeBytesOf,
}: SnapshotRequest): Promise<void> {
	const draft = join(folder, DRAFT);
	await rm(draft, { recursive: true, force: true });
	await requireFreeSpace(folder, await readFreeBytes(folder));
	await mkdir(draft, { mode: 0o711 });
	const holds = UPGRADED_NAMES.filter((name) => existsSync(join(folder, name)));
	for (const name of holds) await copyTree(join(folder, name), join(draft, name), onStep);
	await writeAtomically(join(draft, MANIFEST), { from, to, made, holds } satisfies Snapshot);
	onStep('manifest');
	await rm(join(folder, SNAPSHOT), { recursive: true, force: true });
	onStep('older snapshot removed');
	await rename(draft, join(folder, SNAPSHOT));
	await syncFolder(folder);
	onStep('snapshot in place');
}

async function freeBytesOf(folder: string): Promise<number> {
	const { bavail, bsize } = await statfs(folder);
	return bavail * bsize;
}

async function requireFreeSpace(folder: string, freeBytes: number): Promise<void> {
	let needed = RESERVED_BYTES;
	for (const name of UPGRADED_NAMES) if (existsSync(join(folder, name))) needed += 2 * (await bytesToCopy(join(folder, name)));
	if (freeBytes >= needed) return;
	const formatMb = (bytes: number): string => `${Math.ceil(bytes / 1e6)} MB`;
	throw new StoreError(
		'folder_unusable',
		`The upgrade needs ${formatMb(needed)} of free disk space in ${folder}, and ${formatMb(freeBytes)} are free: free some space and start again. Nothing was changed.`,
	);
}

/** Counts the bytes that a snapshot needs: those of all files that can't be linked. */
async function bytesToCopy(path: string): Promise<number> {
	const stats = await lstat(path);
	if (!stats.isDirectory()) return stats.isFile() && !IMMUTABLE_FILE.test(path) ? stats.size : 0;
	let sum = 0;
	for (const name of await readdir(path)) sum += await bytesToCopy(join(path, name));
	return sum;
}

/** Copies a file or folder with owners and permissions: the database may run as another user. */
async function copyTree(source: string, target: string, onStep: StepListener): Promise<void> {
	const stats = await lstat(source);
	if (stats.isSymbolicLink()) await symlink(await readlink(source), target);
	else if (stats.isDirectory()) {
		await mkdir(target);
		for (const name of await readdir(source)) await copyTree(join(source, name), join(target, name), onStep);
	} else if (stats.isFile()) await copyOrLink(source, target);
	else return;
	// Only root can change the owner. Any other user already owns all of the files.
	if (process.getuid?.() === 0) await lchown(target, stats.uid, stats.gid);
	if (!stats.isSymbolicLink()) await chmod(target, stats.mode & 0o7777);
	if (stats.isDirectory()) await syncFolder(target);
	onStep(target);
}

async function copyOrLink(source: string, target: string): Promise<void> {
	if (
		IMMUTABLE_FILE.test(source) &&
		(await link(source, target).then(
			() => true,
			() => false,
		))
	)
		return;
	await copyFile(source, target, constants.COPYFILE_FICLONE);
	const file = await open(target, 'r');
	await file.sync().finally(() => file.close());
}

/** File in the snapshot from the first change of a rollback to its end. While it exists, the rollback may be half done. */
const ROLLBACK_MARKER = 'rolling-back';
/** Folder with what a finished rollback discards. */
const DISCARDED = '.rolled-back';

/** Returns whether a rollback was interrupted, so that neither the old nor the new data is complete. */
export function isRollingBack(folder: string): boolean {
	return existsSync(join(folder, SNAPSHOT, ROLLBACK_MARKER));
}

/**
 * Restores the stores of a locked data folder to their state before the last upgrade, and discards what has been stored since. The next call finishes
 * an interrupted rollback. Throws StoreError folder_unusable without a snapshot.
 */
export async function rollBack(folder: string, onStep: StepListener = () => {}): Promise<Snapshot> {
	const snapshot = await readSnapshot(folder);
	const finishedSnapshot = snapshot ? undefined : await readSnapshot(folder, DISCARDED);
	// Also removes the remains of an interrupted removal.
	await rm(join(folder, DISCARDED), { recursive: true, force: true });
	if (finishedSnapshot) return finishedSnapshot;
	if (!snapshot)
		throw new StoreError('folder_unusable', `${folder} has no snapshot from before an upgrade (${SNAPSHOT}): restore a backup instead.`);
	await awaitFreeFolder(join(folder, 'postgres'), true);
	await restoreStores(folder, snapshot, onStep);
	return snapshot;
}

/** Moves the stores by renaming only, so that a store is never half copied. */
async function restoreStores(folder: string, { holds }: Snapshot, onStep: StepListener): Promise<void> {
	const snapshotFolder = join(folder, SNAPSHOT);
	const marker = join(snapshotFolder, ROLLBACK_MARKER);
	if (!existsSync(marker)) {
		await writeFile(marker, '', { mode: 0o600, flush: true });
		await syncFolder(snapshotFolder);
		onStep(ROLLBACK_MARKER);
	}
	for (const name of UPGRADED_NAMES) {
		const [current, saved] = [join(folder, name), join(snapshotFolder, name)];
		const isSaved = holds.includes(name);
		if (isSaved && !existsSync(saved)) continue;
		if (existsSync(current)) {
			await rename(current, join(snapshotFolder, `discarded-${name}`));
			onStep(`${name} set aside`);
		}
		if (isSaved) {
			await rename(saved, current);
			onStep(`${name} put back`);
		}
	}
	await syncFolder(folder);
	await rename(snapshotFolder, join(folder, DISCARDED));
	await syncFolder(folder);
	onStep('done');
	await rm(join(folder, DISCARDED), { recursive: true, force: true });
}
