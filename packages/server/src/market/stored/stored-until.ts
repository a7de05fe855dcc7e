import { type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Db } from '@sw/store/postgres/records';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';

/** Settings with the instant up to which a provider's data is stored completely; written in the transaction that commits the data's batch. */
const SETTING_NAMES = { bars: 'stored_until', mentions: 'mentions_until', daily: 'daily_until' } as const;
export type StoredKind = keyof typeof SETTING_NAMES;

export function storedUntilKey(provider: string, kind: StoredKind): string {
	return `${SETTING_NAMES[kind]}:${provider}`;
}

export async function readStoredUntil(db: Db, provider: string, kind: StoredKind): Promise<UtcMs | undefined> {
	const value = await setting(db, storedUntilKey(provider, kind));
	return typeof value === 'number' ? utcMs(value) : undefined;
}

export function saveStoredUntil(db: Db, provider: string, kind: StoredKind, until: UtcMs): Promise<void> {
	return saveSetting(db, storedUntilKey(provider, kind), until);
}
