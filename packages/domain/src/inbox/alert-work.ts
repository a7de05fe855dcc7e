import type { AccountState } from '../access/account.ts';
import type { FilterContent } from '../filters/filter.ts';
import type { FrozenEntry } from '../filters/frozen.ts';
import type { UtcMs } from '../time/units.ts';
import type { Channel, DeliverySettings } from './delivery.ts';
import type { ListAlert } from './message.ts';
import type { Planned } from './plan-delivery.ts';

/** An account with filters that send alerts. */
export interface AlertOwner {
	readonly id: string;
	readonly account: AccountState;
	readonly settings: DeliverySettings;
}

export type FilterWithAlerts = Pick<FilterContent, 'name' | 'tab' | 'strategy' | 'operation'> & {
	readonly id: number;
	readonly userId: string;
	/** Its entries as JSON, as stored: equal texts are parsed once. */
	readonly conditions: string;
};

export type FrozenOfUser = FrozenEntry & { readonly userId: string };

/** An alert, its owner, and its filter's name. Owners with the same alert share its text. */
export interface NewAlert {
	readonly userId: string;
	readonly filterId: number;
	readonly name: string;
	readonly notice: ListAlert;
}

/** When a message created now is sent by a channel. */
export interface PlannedDelivery extends Planned {
	readonly userId: string;
	readonly channel: Channel;
}

/** The current day in an account's time zone. */
export interface DayOfUser {
	readonly userId: string;
	readonly from: UtcMs;
	readonly to: UtcMs;
}

/** Deliveries by a channel on that day, sent or planned. */
export interface DeliveriesToday {
	readonly userId: string;
	readonly channel: Channel;
	readonly count: number;
}
