import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UtcMs } from '@sw/domain/time/units';
import type { ChainNote } from '../chain/chain-note.ts';
import { newerDataError, StoreError } from '../faults/store-error.ts';
import { guardConfig } from '../postgres/embedded/guarded-config.ts';
import { awaitFreeFolder } from '../postgres/embedded.ts';
import { addAudit } from '../postgres/records/accounts/audit.ts';
import { saveSetting } from '../postgres/records/settings.ts';
import type { Db } from '../postgres/records.ts';
import { currentVersion, type DataVersion, isSameFormat, readDataVersion, writeDataVersion } from './data-version.ts';
import { isRollingBack, readSnapshot, SNAPSHOT, takeSnapshot } from './snapshot.ts';

export interface Upgrade {
	/** To be called once both stores are open at this program's version. */
	finish(db: Db, chain: Pick<ChainNote, 'getNoted' | 'getFault'>): Promise<void>;
}

/** A setting that older programs read when they refuse the data. */
export const VERSION_SETTING = 'data_version';

/**
 * Copies older data, before the embedded stores of a locked data folder are opened. An interrupted upgrade keeps the copy that it made. Throws
 * StoreError folder_newer with the version needed, or folder_unusable for a full disk or an interrupted rollback.
 */
export async function prepareUpgrade(folder: string, product: string, now: () => Date): Promise<Upgrade> {
	if (isRollingBack(folder))
		throw new StoreError('folder_unusable', `A rollback of ${folder} was interrupted: run 'signalwheel rollback --yes' to finish it.`);
	const [storedVersion, programVersion] = [await readDataVersion(folder), currentVersion(product)];
	if (storedVersion && (storedVersion.records > programVersion.records || storedVersion.series > programVersion.series))
		throw newerDataError(storedVersion.product);
	if (storedVersion && isSameFormat(storedVersion, programVersion) && !storedVersion.upgrading) return { finish: async () => {} };
	const postgres = join(folder, 'postgres');
	const isNew = !existsSync(postgres);
	if (!isNew && !storedVersion?.upgrading) {
		await awaitFreeFolder(postgres, true);
		await takeSnapshot({ folder, from: storedVersion ?? null, to: programVersion, made: now().toISOString() });
		// From here on, older programs refuse the data, so the copy is exactly what an older program left.
		await writeDataVersion(folder, { ...programVersion, upgrading: true });
		await guardConfig(postgres, programVersion.product);
	}
	return {
		finish: async (db, chain) => {
			await saveSetting(db, VERSION_SETTING, programVersion);
			if (!isNew) await auditUpgrade(db, { from: (await readSnapshot(folder))?.from ?? null, to: programVersion, chain, at: now() });
			await guardConfig(postgres, programVersion.product);
			await writeDataVersion(folder, programVersion);
		},
	};
}

interface FinishedUpgrade {
	from: DataVersion | null;
	to: DataVersion;
	chain: Pick<ChainNote, 'getNoted' | 'getFault'>;
	at: Date;
}

/** Records the upgrade in the audit log, with the end of the report chain from the chain note, and any mismatch that was found when the note was opened. */
async function auditUpgrade(db: Db, { from, to, chain, at }: FinishedUpgrade): Promise<void> {
	const chainEnd = chain.getNoted();
	await addAudit(db, {
		at: at.getTime() as UtcMs,
		actorId: null,
		actor: 'Signalwheel',
		act: 'data.upgrade',
		target: to.product,
		detail: {
			from: from?.product ?? null,
			records: [from?.records ?? null, to.records],
			series: [from?.series ?? null, to.series],
			snapshot: SNAPSHOT,
			chain: chainEnd ? { links: chainEnd.links, link: chainEnd.link, trouble: chain.getFault() ?? null } : null,
		},
		address: '',
	});
}
