import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../faults/store-error.ts';
import { freeFolder } from '../postgres/embedded.ts';
import { syncFolder } from './data-version.ts';
import { readSnapshot, SNAPSHOT, type Snapshot, type Step, UPGRADED } from './snapshot.ts';

/** In the snapshot, from the first change of a rollback on: half of it may be done. */
const BEGUN = 'rolling-back';
/** What a finished rollback discards. */
const DONE = '.rolled-back';

/** Whether a rollback was interrupted, so that neither the old data nor the new ones are whole. */
export function isRollingBack(folder: string): boolean {
	return existsSync(join(folder, SNAPSHOT, BEGUN));
}

/**
 * Puts the stores of a locked data folder back as they were before the last upgrade, and discards what has been stored since. Interrupted, it is finished by
 * the next call. Errors: StoreError folder_unusable without a snapshot.
 */
export async function rollBack(folder: string, onStep: Step = () => {}): Promise<Snapshot> {
	const snapshot = await readSnapshot(folder);
	const finished = snapshot ? undefined : await readSnapshot(folder, DONE);
	// Also what an interrupted removal left.
	await rm(join(folder, DONE), { recursive: true, force: true });
	if (finished) return finished;
	if (!snapshot)
		throw new StoreError('folder_unusable', `${folder} has no snapshot from before an upgrade (${SNAPSHOT}): restore a backup instead.`);
	await freeFolder(join(folder, 'postgres'), true);
	await requeueJob(folder, snapshot, onStep);
	return snapshot;
}

/** Renames only, so that there is never a moment with a half-copied store. */
async function requeueJob(folder: string, { holds }: Snapshot, onStep: Step): Promise<void> {
	const kept = join(folder, SNAPSHOT);
	const begun = join(kept, BEGUN);
	if (!existsSync(begun)) {
		await writeFile(begun, '', { mode: 0o600, flush: true });
		await syncFolder(kept);
		onStep(BEGUN);
	}
	for (const name of UPGRADED) {
		const [now, then] = [join(folder, name), join(kept, name)];
		const isHeld = holds.includes(name);
		if (isHeld && !existsSync(then)) continue;
		if (existsSync(now)) {
			await rename(now, join(kept, `discarded-${name}`));
			onStep(`${name} set aside`);
		}
		if (isHeld) {
			await rename(then, now);
			onStep(`${name} put back`);
		}
	}
	await syncFolder(folder);
	await rename(kept, join(folder, DONE));
	await syncFolder(folder);
	onStep('done');
	await rm(join(folder, DONE), { recursive: true, force: true });
}
