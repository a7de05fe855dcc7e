import type { FilterContent } from '@sw/domain/filters/filter';
import { type FrozenEntry, isFrozen } from '@sw/domain/filters/frozen';
import type { Channel, DeliverySettings } from '@sw/domain/inbox/delivery';
import { isWorthSending } from '@sw/domain/inbox/filter-alert';
import type { FilterAlert } from '@sw/domain/inbox/message';
import type { Licence } from '@sw/domain/reports/licence';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import type { AlertChainRecords, AlertRecords } from '../ports.ts';

export type ModelFilter = Pick<FilterContent, 'name' | 'tab' | 'strategy' | 'operation' | 'entries'> & {
	readonly id: number;
	readonly userId: string;
};

/** Simulates a crash of the process. */
export class SimulatedCrash extends Error {}

interface ModelDelivery {
	readonly userId: string;
	readonly channel: Channel;
	readonly moment: string;
	messageIds: number[];
	dueAt: UtcMs;
	readonly marketDue: UtcMs | null;
	state: 'waiting' | 'delivered';
}

export interface MemoryWorld {
	readonly filters: readonly ModelFilter[];
	readonly settings: ReadonlyMap<string, DeliverySettings>;
	readonly frozen: readonly (FrozenEntry & { userId: string })[];
	readonly licences: ReadonlyMap<string, Licence>;
}

/** In-memory storage for the alerts of a report, with the rules of the tables; a test compares it with PostgreSQL. */
export function createMemoryRecords(world: MemoryWorld) {
	let filters = [...world.filters];
	const idsWithAlerts = new Set<number>();
	const messages: (FilterAlert & { id: number; userId: string })[] = [];
	const deliveries: ModelDelivery[] = [];
	const evaluations: { time: ReportTime; licence: Licence; version: number; lists: boolean; beganAt: UtcMs; madeAt: UtcMs | null }[] = [];
	let nextCrash: 'before' | 'after' | null = null;
	const crashIfPlanned = (when: 'before' | 'after'): void => {
		if (nextCrash !== when) return;
		nextCrash = null;
		throw new SimulatedCrash();
	};

	const records: AlertRecords = {
		alertOwners: async (after, limit) =>
			[...new Set(filters.filter(({ id }) => idsWithAlerts.has(id)).map(({ userId }) => userId))]
				.sort()
				.filter((id) => after === null || id > after)
				.slice(0, limit)
				.map((id) => ({
					id,
					account: { role: 'user', status: 'active', license: world.licences.get(id) ?? null, licenseExpires: null },
					settings: world.settings.get(id) as DeliverySettings,
				})),
		filtersWithAlerts: async (users) =>
			filters
				.filter(({ id, userId }) => idsWithAlerts.has(id) && users.includes(userId))
				.map(({ entries, ...filter }) => ({ ...filter, conditions: JSON.stringify(entries) })),
		frozenOfUsers: async (users, now) => world.frozen.filter((entry) => users.includes(entry.userId) && isFrozen(entry, now)),
		favouritesOfUsers: async () => [],
		deliveriesToday: async (days) =>
			days.map(({ userId, from, to }) => ({
				userId,
				channel: 'mail',
				count: deliveries.filter((one) => one.userId === userId && one.marketDue === null && one.dueAt >= from && one.dueAt < to).length,
			})),
		writeAlerts: async (report, alerts, plannedDeliveries) => {
			crashIfPlanned('before');
			const writtenMessages = alerts
				.filter(({ filterId }) => idsWithAlerts.has(filterId))
				.filter(({ filterId }) => !messages.some((one) => one.filterId === filterId && one.report.time === report.time))
				.map(({ userId, filterId, alert }, at) => ({ ...alert, userId, filterId, id: messages.length + 1 + at }));
			messages.push(...writtenMessages);
			for (const { userId, channel, moment, dueAt, marketDue } of plannedDeliveries) {
				const ids = writtenMessages.filter((one) => one.userId === userId && isWorthSending(one)).map(({ id }) => id);
				if (ids.length === 0) continue;
				const waitingDelivery = deliveries.find(
					(one) => one.userId === userId && one.channel === channel && one.moment === moment && one.state === 'waiting',
				);
				if (waitingDelivery) waitingDelivery.messageIds.push(...ids);
				else deliveries.push({ userId, channel, moment, messageIds: ids, dueAt, marketDue, state: 'waiting' });
			}
			crashIfPlanned('after');
			return writtenMessages.length;
		},
	};

	const chain: AlertChainRecords = {
		beginAlerts: async ({ time, version }, licences, now) => {
			const first = evaluations.find((row) => row.time === time) ?? { version, beganAt: now };
			for (const licence of licences)
				if (!evaluations.some((row) => row.time === time && row.licence === licence))
					evaluations.push({ time, licence, version: first.version, lists: true, beganAt: now, madeAt: null });
			return { version: first.version, beganAt: first.beganAt };
		},
		endAlerts: async ({ time }, licences, { lists, now }) => {
			for (const row of evaluations) if (row.time === time && licences.includes(row.licence)) Object.assign(row, { lists, madeAt: now });
		},
		evaluatedSince: async (since) =>
			evaluations.filter(({ madeAt, time }) => madeAt !== null && time >= since).sort((a, b) => b.time - a.time),
		isPublished: async () => false,
	};

	return {
		records,
		chain,
		messages,
		filters: (): readonly ModelFilter[] => filters,
		/** The version that the alerts of a report were created from. */
		versionAt: (time: UtcMs): number => evaluations.find((row) => row.time === time)?.version ?? 1,
		isOn: (id: number): boolean => idsWithAlerts.has(id),
		setAlerts: (id: number, isOn: boolean): void => {
			if (isOn && filters.some((filter) => filter.id === id)) idsWithAlerts.add(id);
			else idsWithAlerts.delete(id);
		},
		remove: (id: number): void => {
			filters = filters.filter((filter) => filter.id !== id);
			idsWithAlerts.delete(id);
		},
		crashNext: (when: 'before' | 'after' | null): void => {
			nextCrash = when;
		},
		dueDeliveries: (wallNow: UtcMs, marketNow: UtcMs): ModelDelivery[] =>
			deliveries.filter((one) => one.state === 'waiting' && one.dueAt <= wallNow && (one.marketDue === null || one.marketDue <= marketNow)),
	};
}
