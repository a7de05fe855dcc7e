import {
	type Channel,
	DEFAULT_DELIVERY,
	type DeliverySettings,
	type DeliverySettingsChange,
	mergeDeliverySettings,
	type StoppedChannel,
} from '@sw/domain/inbox/delivery';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, inArray, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { deliverySettings, stoppedChannels } from '../../schema/inbox.ts';

type Row = typeof deliverySettings.$inferSelect;

/** Whether filter alerts are sent by mail: the same preference as in the profile. */
export const wantsMail = sql<boolean>`coalesce(${users.preferences} #> '{notices,mail}' = 'true'::jsonb, false)`;

/** Converts a row to settings; null gives the defaults. */
export function settingsOf(row: Omit<Row, 'userId' | 'updatedAt'> | null, mail: boolean): DeliverySettings {
	return row === null
		? { ...DEFAULT_DELIVERY, channels: { ...DEFAULT_DELIVERY.channels, mail } }
		: {
				when: row.when,
				quiet: { on: row.quietOn, from: row.quietFrom, to: row.quietTo },
				zone: row.zone,
				mostADay: row.mostADay,
				coolDown: row.coolDown,
				onlyFavourites: row.onlyFavourites,
				channels: { mail, push: row.push, webhook: row.webhook, app: row.app },
			};
}

/** Returns the account's delivery settings; undefined if the account does not exist. */
export async function deliveryOf(db: Db, userId: string): Promise<DeliverySettings | undefined> {
	const [account] = await db
		.select({ row: deliverySettings, mail: wantsMail })
		.from(users)
		.leftJoin(deliverySettings, eq(deliverySettings.userId, users.id))
		.where(eq(users.id, userId));
	return account && settingsOf(account.row, account.mail);
}

export function stoppedChannelsOf(db: Db, userId: string): Promise<StoppedChannel[]> {
	const { channel, why, since } = stoppedChannels;
	return db.select({ channel, why, since }).from(stoppedChannels).where(eq(stoppedChannels.userId, userId)).orderBy(asc(channel));
}

/** Changes the given settings; undefined if the account does not exist. Switching a channel on also resumes a stopped channel. */
export function changeDelivery(db: Db, userId: string, change: DeliverySettingsChange, now: UtcMs): Promise<DeliverySettings | undefined> {
	return db.transaction(async (tx) => {
		// Locked, so that concurrent changes don't undo each other.
		await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
		const before = await deliveryOf(tx, userId);
		if (!before) return undefined;
		const after = mergeDeliverySettings(before, change);
		const { quiet, channels, ...rest } = after;
		const row = {
			...rest,
			quietOn: quiet.on,
			quietFrom: quiet.from,
			quietTo: quiet.to,
			push: channels.push,
			webhook: channels.webhook,
			app: channels.app,
			updatedAt: now,
		};
		await tx
			.insert(deliverySettings)
			.values({ userId, ...row })
			.onConflictDoUpdate({ target: deliverySettings.userId, set: row });
		if (channels.mail !== before.channels.mail) {
			const notices = JSON.stringify({ notices: { mail: channels.mail } });
			await tx
				.update(users)
				.set({ preferences: sql`${users.preferences} || ${notices}::jsonb` })
				.where(eq(users.id, userId));
		}
		const enabled = Object.entries(change.channels ?? {}).flatMap(([channel, isOn]) => (isOn ? [channel as Channel] : []));
		if (enabled.length > 0)
			await tx.delete(stoppedChannels).where(and(eq(stoppedChannels.userId, userId), inArray(stoppedChannels.channel, enabled)));
		return after;
	});
}
