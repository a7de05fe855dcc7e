import type { Standing } from '../access/account.ts';
import type { FilterContent } from '../filters/filter.ts';
import type { FrozenEntry } from '../filters/frozen.ts';
import type { UtcMs } from '../time/units.ts';
import type { Channel, DeliverySettings } from './delivery.ts';
import type { ListNotice } from './message.ts';
import type { Planned } from './plan-delivery.ts';

/** An account with filters that send alerts. */
export interface NoticeOwner {
	readonly id: string;
	readonly standing: Standing;
	readonly settings: DeliverySettings;
}

export type FilterWithNotices = Pick<FilterContent, 'name' | 'tab' | 'strategy' | 'operation'> & {
	readonly id: number;
	readonly userId: string;
	/** Its entries in JSON, as they are kept: filters of one text are read once. */
	readonly conditions: string;
};

export type FrozenOfUser = FrozenEntry & { readonly userId: string };

/** An alert, its owner, and its filter's name. Owners with the same alert share its text. */
export interface NewNotice {
	readonly userId: string;
	readonly filterId: number;
	readonly name: string;
	readonly notice: ListNotice;
}

/** When a message created now leaves by a channel. */
export interface PlannedDelivery extends Planned {
	readonly userId: string;
	readonly channel: Channel;
}

/** The present day of an account's zone. */
export interface DayOfUser {
	readonly userId: string;
	readonly from: UtcMs;
	readonly to: UtcMs;
}

/** Deliveries by a channel on that day, made or to come. */
export interface DeliveriesToday {
	readonly userId: string;
	readonly channel: Channel;
	readonly count: number;
}
