import { inbox as inboxArea } from '@sw/contract/inbox';
import { MESSAGE_LIFE, type ToldMessage, UNDO_LIFE } from '@sw/domain/inbox/message';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import * as announcements from '@sw/store/postgres/records/announcements';
import { boundTo } from '@sw/store/postgres/records/bound-to';
import * as delivery from '@sw/store/postgres/records/delivery-settings';
import * as feeds from '@sw/store/postgres/records/feed-addresses';
import { EVERYBODY, INBOX_CHANNEL } from '@sw/store/postgres/records/inbox-notice';
import * as messages from '@sw/store/postgres/records/messages';
import { sweepNoticed } from '@sw/store/postgres/records/notice-work';
import type { Accounts } from '../areas/accounts/create.ts';
import type { AuditAct } from '../areas/audit-act.ts';
import { type Implementation, implement } from '../areas/handlers.ts';
import { inboxHandlers } from '../areas/inbox/handlers.ts';
import type { Config } from '../config/config.ts';
import type { Hub } from '../hub/create-hub.ts';
import { clockOf } from '../platform/clocks/clock.ts';
import type { Desk } from './desk.ts';
import type { ReportedMarket } from './market.ts';

export interface InboxWiring {
	records: Pick<Stores['records'], 'db'>;
	market: Pick<ReportedMarket, 'reports' | 'directory' | 'prices'>;
	desk: Pick<Desk, 'lists' | 'version' | 'pricesAt'>;
	accounts: Pick<Accounts, 'context'>;
	config: Pick<Config, 'origin'>;
	inForce: () => ParameterSet;
	wall: { now(): number };
	audit: AuditAct;
}

export interface Inbox {
	area: Implementation;
	/** Sends a message to an account, at most once for each key. */
	tell(userId: string, message: ToldMessage): Promise<void>;
	/** Deletes old messages; to be called once a day. */
	sweep(): Promise<void>;
}

/** Listens for messages written by any process, so that connected clients refresh their counts. */
export const hearMessages = ({ url }: Pick<Stores['records'], 'url'>, hub: Pick<Hub<never>, 'announceMessages'>): Promise<Listener> =>
	listen(url, {
		channel: INBOX_CHANNEL,
		onMessage: (userId) => hub.announceMessages(userId === EVERYBODY ? undefined : userId),
		onResume: () => hub.announceMessages(),
	});

/** Messages to accounts. */
export const openInbox = ({ records: { db }, market, desk, accounts, config, inForce, wall, audit }: InboxWiring): Inbox => {
	const of = boundTo(db);
	const clock = clockOf(wall);
	const { reports, directory, prices } = market;
	return {
		area: implement(
			inboxArea,
			inboxHandlers({
				records: {
					listMessages: of(messages.listMessages),
					unreadMessages: of(messages.unreadMessages),
					messageById: of(messages.messageById),
					changeMessage: of(messages.changeMessage),
					readMessages: of(messages.readMessages),
					bringAnnouncements: of(messages.bringAnnouncements),
					addAnnouncement: of(announcements.addAnnouncement),
					listAnnouncements: of(announcements.listAnnouncements),
					removeAnnouncement: of(announcements.removeAnnouncement),
					deliveryOf: of(delivery.deliveryOf),
					stoppedChannelsOf: of(delivery.stoppedChannelsOf),
					changeDelivery: of(delivery.changeDelivery),
					setFeedAddress: of(feeds.setFeedAddress),
					removeFeedAddress: of(feeds.removeFeedAddress),
					feedAddressesOf: of(feeds.feedAddressesOf),
					feedOwner: of(feeds.feedOwner),
					noticesOfFilter: of(feeds.noticesOfFilter),
				},
				reports,
				directory,
				prices,
				parameters: inForce(),
				pricesAt: desk.pricesAt,
				version: ({ time, version }) => desk.version(time, 'reverse', version),
				lists: desk.lists,
				clock,
				chance: accounts.context.chance,
				origin: config.origin,
				audit,
			}),
		),
		tell: async (userId, message) => {
			await messages.tellMessages(db, [{ userId, message }], clock.now());
		},
		sweep: async () => {
			const now = clock.now();
			const before = utcMs(now - MESSAGE_LIFE);
			await messages.sweepMessages(db, { before, deleted: utcMs(now - UNDO_LIFE) });
			await announcements.sweepAnnouncements(db, before);
			// Reports older than a few weeks are never looked up.
			await sweepNoticed(db, before);
		},
	};
};
