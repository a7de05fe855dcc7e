import { inbox as inboxArea } from '@sw/contract/inbox/inbox';
import { type DeliverableMessage, MESSAGE_LIFE, UNDO_LIFE } from '@sw/domain/inbox/message';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import { utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { type Listener, listen } from '@sw/store/postgres/listen';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import { sweepEvaluated } from '@sw/store/postgres/records/inbox/alert-evaluations';
import * as delivery from '@sw/store/postgres/records/inbox/delivery-settings';
import * as feeds from '@sw/store/postgres/records/inbox/feed-addresses';
import { ownedFilters } from '@sw/store/postgres/records/inbox/filter-alerts';
import { ALL_ACCOUNTS, INBOX_CHANNEL } from '@sw/store/postgres/records/inbox/inbox-notification';
import * as listMails from '@sw/store/postgres/records/inbox/list-mails';
import * as messages from '@sw/store/postgres/records/inbox/messages';
import * as alerts from '@sw/store/postgres/records/inbox/ticker-alerts';
import { splitsOfTicker } from '@sw/store/postgres/records/tickers/ticker-splits';
import type { Accounts } from '../../areas/accounts/create.ts';
import type { AuditAct } from '../../areas/audit-act.ts';
import { type Implementation, implement } from '../../areas/handlers.ts';
import { createInboxHandlers } from '../../areas/inbox/handlers.ts';
import type { Config } from '../../config/config.ts';
import type { Hub } from '../../hub/create-hub.ts';
import { createUsualDayReader } from '../../market/window/attention-window.ts';
import { toClock } from '../../platform/clocks/wall-clock.ts';
import type { ReportedMarket } from '../core/market.ts';
import { createTradingTimeConverter } from './alerts.ts';
import type { Workspace } from './workspace.ts';

export interface InboxWiring {
	records: Pick<Stores['records'], 'db'>;
	market: Pick<ReportedMarket, 'reports' | 'directory' | 'prices' | 'attention' | 'now'>;
	calendar: Calendar;
	workspace: Pick<Workspace, 'lists' | 'version' | 'pricesAt'>;
	accounts: Pick<Accounts, 'context'>;
	config: Pick<Config, 'origin'>;
	currentParameters: () => ParameterSet;
	wall: { now(): number };
	audit: AuditAct;
}

export interface Inbox {
	area: Implementation;
	/** Sends a message to an account, at most once for each key. */
	notify(userId: string, message: DeliverableMessage): Promise<void>;
	/** Deletes old messages; to be called once a day. */
	sweep(): Promise<void>;
}

/** Listens for messages written by any process, so that connected clients refresh their counts. */
export function subscribeToMessages({ url }: Pick<Stores['records'], 'url'>, hub: Pick<Hub<never>, 'announceMessages'>): Promise<Listener> {
	return listen(url, {
		channel: INBOX_CHANNEL,
		onMessage: (userId) => hub.announceMessages(userId === ALL_ACCOUNTS ? undefined : userId),
		onResume: () => hub.announceMessages(),
	});
}

/** Opens the inbox area: messages to accounts, and alerts on tickers and filters. */
export function openInbox({
	records: { db },
	market,
	calendar,
	workspace,
	accounts,
	config,
	currentParameters,
	wall,
	audit,
}: InboxWiring): Inbox {
	const records = bindQueries(
		{ ...messages, ...delivery, ...feeds, ...alerts, ...listMails, ownedFilters, sweepEvaluated, splitsOfTicker },
		db,
	);
	const clock = toClock(wall);
	const { reports, directory, prices } = market;
	return {
		area: implement(
			inboxArea,
			createInboxHandlers({
				records,
				reports,
				directory,
				prices,
				parameters: currentParameters(),
				pricesAt: workspace.pricesAt,
				readVersion: ({ time, version }) => workspace.version(time, 'reverse', version),
				loadLists: workspace.lists,
				clock,
				marketNow: market.now,
				splits: records.splitsOfTicker,
				calendar,
				tradingTime: createTradingTimeConverter(calendar),
				loadUsualMentions: createUsualDayReader(market.attention),
				randomSource: accounts.context.randomSource,
				origin: config.origin,
				audit,
			}),
		),
		notify: async (userId, message) => {
			await records.sendMessages([{ userId, message }], clock.now());
		},
		sweep: async () => {
			const now = clock.now();
			const before = utcMs(now - MESSAGE_LIFE);
			await records.sweepMessages({ createdBefore: before, deletedBefore: utcMs(now - UNDO_LIFE) });
			await records.sweepAnnouncements(before);
			// Reports older than a few weeks are never looked up.
			await records.sweepEvaluated(before);
		},
	};
}
