import type { AlertOwner, DayOfUser, DeliveriesToday, PlannedDelivery } from '@sw/domain/inbox/alert-work';
import { CHANNELS, type Channel } from '@sw/domain/inbox/delivery';
import { type MarketMoments, type Planned, planDelivery } from '@sw/domain/inbox/plan-delivery';
import { dayIn } from '@sw/domain/time/any-zone';
import type { UtcMs } from '@sw/domain/time/units';

export interface Planning {
	/** Wall clock. */
	readonly now: UtcMs;
	/** null where the market clock does not run. */
	readonly market: MarketMoments | null;
}

type Owner = Pick<AlertOwner, 'id' | 'settings'>;

/** Delivery times of new messages on each channel of an account. */
export function createPlans({ now, market }: Planning) {
	const days = new Map<string, { from: UtcMs; to: UtcMs }>();
	const counts = new Map<string, number>();
	const dayOf = (zone: string): { from: UtcMs; to: UtcMs } => {
		const day = days.get(zone) ?? dayIn(zone, now);
		days.set(zone, day);
		return day;
	};
	// Time zones are slow with Intl, and most accounts have the default settings: plans are shared.
	const plans = new Map<string, Planned>();
	const planOf = ({ when, quiet, zone, mostADay }: Owner['settings'], today: number): Planned => {
		const preferences = { when, quiet, zone, mostADay };
		const key = JSON.stringify([preferences, today]);
		const plan = plans.get(key) ?? planDelivery(preferences, { now, market, today, tomorrow: dayOf(zone).to });
		plans.set(key, plan);
		return plan;
	};
	return {
		/** The current day of each owner with a channel; the deliveries of that day must be passed to `count`. */
		days: (owners: readonly Owner[]): DayOfUser[] =>
			owners.flatMap((owner) => (channelsOf(owner).length > 0 ? [{ userId: owner.id, ...dayOf(owner.settings.zone) }] : [])),

		count: (rows: readonly DeliveriesToday[]): void => {
			for (const { userId, channel, count } of rows) counts.set(keyOf(userId, channel), count);
		},

		of: (owners: readonly Owner[], leaving: ReadonlySet<string>): PlannedDelivery[] =>
			owners
				.filter(({ id }) => leaving.has(id))
				.flatMap((owner) => {
					const { settings, id: userId } = owner;
					return channelsOf(owner).map((channel) => {
						const today = counts.get(keyOf(userId, channel)) ?? 0;
						return { userId, channel, ...planOf(settings, today) };
					});
				}),
	};
}

function channelsOf({ settings }: Owner): Channel[] {
	return CHANNELS.filter((channel) => settings.channels[channel]);
}

function keyOf(userId: string, channel: Channel): string {
	return `${userId} ${channel}`;
}
