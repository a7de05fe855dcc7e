import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { Stores } from '@sw/store/open';
import type { Accounts } from '../areas/accounts/create.ts';
import type { Config } from '../config/config.ts';
import { createHub, type Hub } from '../hub/create-hub.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { HotReports, ReportFacts } from '../reports/hot-reports.ts';
import { subscribeToSessions } from './areas/accounts.ts';
import { subscribeToMessages } from './areas/inbox.ts';
import { openProcessRegistry, type ProcessRegistry } from './processes/process-registry.ts';

export interface LiveWiring {
	records: Stores['records'];
	accounts: Accounts;
	config: Pick<Config, 'origin' | 'internalAddress' | 'roles'>;
	wall: WallClock;
	reports: Pick<HotReports, 'onNewest' | 'newest'>;
	/** Identifies this process, see presence.ts. */
	number: number;
	onError(what: string, error: unknown): void;
}

export interface Live {
	hub: Hub<ReportFacts>;
	processRegistry: ProcessRegistry;
	close(): Promise<void>;
}

/** The live connection and its messages: new reports that the user may open, new inbox messages, and requests to reconnect. */
export async function openLive({ records, accounts, config, wall, reports, number, onError }: LiveWiring): Promise<Live> {
	const shows = () => reports.newest()?.time ?? null;
	const processRegistry = await openProcessRegistry({ records, config, number, roles: [...config.roles], wall, shows, onError });
	const hub = createHub<ReportFacts>({
		wall,
		guard: accounts.guard,
		origin: config.origin,
		peers: processRegistry.peers,
		mayReceive: ({ licence }, report) => isOpenTo(licence, report, report.first),
	});
	const sessions = await subscribeToSessions(records, accounts, hub);
	const messages = await subscribeToMessages(records, hub);
	reports.onNewest((facts) => void hub.announce(facts));
	return {
		hub,
		processRegistry,
		close: async () => {
			await Promise.all([sessions.close(), messages.close(), processRegistry.close()]);
		},
	};
}
