import type { Agent } from 'node:https';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Calendar } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import type { FastifyInstance } from 'fastify';
import type { Accounts } from '../areas/accounts/create.ts';
import type { AuditAct } from '../areas/audit-act.ts';
import type { Implementation } from '../areas/handlers.ts';
import type { Config } from '../config/config.ts';
import type { SlotsOn } from '../market/timetable/slot-times.ts';
import type { Source } from '../market/window/source.ts';
import type { TopSource } from '../market/window/top-source.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { openAlerts } from './areas/alerts.ts';
import { openAttention } from './areas/attention.ts';
import { openBilling, postToWebhook } from './areas/billing.ts';
import { openDelivery } from './areas/delivery.ts';
import { openInbox } from './areas/inbox.ts';
import { openOutreach } from './areas/outreach.ts';
import { openEmbeds, openPreviews } from './areas/previews.ts';
import type { Workspace } from './areas/workspace.ts';
import { createEmailLookup } from './core/audit.ts';
import type { ReportedMarket } from './core/market.ts';

export interface ServicesWiring {
	config: Config;
	stores: Stores;
	wall: WallClock;
	accounts: Accounts;
	audit: AuditAct;
	jobs: Pick<Jobs, 'submit' | 'follow' | 'runLane' | 'resubmit'>;
	market: Pick<ReportedMarket, 'reports' | 'directory' | 'prices' | 'attention' | 'now'>;
	workspace: Pick<Workspace, 'lists' | 'changes' | 'version' | 'pricesAt'>;
	calendar: Calendar;
	/** The slots of a date; they decide which licence may open which report. */
	timetable: SlotsOn;
	/** Whether the market clock is stopped. */
	isClockStopped: boolean;
	tops: TopSource;
	source: Source;
	currentParameters: () => ParameterSet;
	/** Clears cached answers and pages in every process. */
	clearCaches(): Promise<void>;
	/** Returns the HTTP server; must not be called before it is created. */
	app: () => FastifyInstance;
	/** Stand-ins for the vendors' hosts, by name, and the agent for outgoing alerts. Default: the public internet only. */
	outside: { readonly vendors?: Readonly<Record<string, string>>; readonly agent?: Agent };
	onError(message: string, error: unknown): void;
}

export interface Services {
	areas: Implementation[];
	routes: ((app: FastifyInstance) => void)[];
	begin(): Promise<void>;
	/** Work of the leading process only, until the signal aborts. */
	lead(stopSignal: AbortSignal): Promise<void>;
	/** To be called once a day. */
	sweep(): Promise<void>;
	stop(): void;
}

/** Opens all services except the market: mentions, breadth, inbox, alerts, deliveries, wait-list, contact form, link-card pictures, payments. */
export async function openServices(wiring: ServicesWiring): Promise<Services> {
	const {
		config,
		stores,
		wall,
		accounts,
		audit,
		jobs,
		market,
		workspace,
		calendar,
		timetable,
		isClockStopped,
		tops,
		source,
		currentParameters,
		app,
		outside,
		clearCaches,
		onError,
	} = wiring;
	const { records } = stores;
	const { reports, directory, prices, now } = market;
	const inbox = openInbox({ records, market, calendar, workspace, accounts, config, currentParameters, wall, audit });
	const delivery = await openDelivery({
		parameters: currentParameters(),
		records,
		accounts,
		config,
		market,
		source,
		wall,
		audit,
		jobs,
		random: Math.random,
		agent: outside.agent,
		onError,
	});
	const filterAlerts = openAlerts({
		records,
		market,
		isClockStopped,
		workspace,
		calendar,
		timetable,
		currentParameters,
		wall,
		jobs,
		onDeliveriesDue: delivery.wake,
		onError,
	});
	const outreach = openOutreach({ records, accounts, config, wall, audit, notify: inbox.notify });
	const previews = openPreviews({
		config,
		stores,
		wall,
		audit,
		reports,
		directory,
		prices,
		tops,
		source,
		now,
		parameters: currentParameters(),
	});
	const embeds = openEmbeds({ config, reports, directory, prices, source, parameters: currentParameters() });
	const post = (form: URLSearchParams): Promise<void> => postToWebhook(app(), form);
	const billing = openBilling({ records, accounts, config, wall, audit, jobs, post, baseUrl: outside.vendors?.payproglobal, onError });
	const common = { stores, market, calendar, tops, source, workspace, wall, jobs, audit, clearCaches, onError };
	const attention = openAttention({ ...common, emailOf: createEmailLookup(accounts), notify: inbox.notify });
	return {
		areas: [inbox.area, delivery.area, ...attention.areas, outreach.area, previews.area, embeds, billing.area],
		routes: billing.routes,
		begin: async () => {
			await billing.begin();
			await delivery.begin();
			await attention.begin();
			await filterAlerts.begin();
		},
		lead: delivery.linkChats,
		sweep: async () => {
			await inbox.sweep();
			await delivery.sweep();
			await outreach.sweep();
			await previews.sweep();
			await billing.sweep();
		},
		stop: () => {
			filterAlerts.stop();
			billing.stop();
			delivery.stop();
		},
	};
}
