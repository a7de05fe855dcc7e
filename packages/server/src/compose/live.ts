import { may } from '@sw/domain/reports/licence-gate';
import type { Stores } from '@sw/store/open';
import type { Accounts } from '../areas/accounts/create.ts';
import type { Config } from '../config/config.ts';
import { createHub, type Hub } from '../hub/create-hub.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { HotReports, ReportFacts } from '../reports/hot-reports.ts';
import { hearSessions } from './accounts.ts';
import { hearMessages } from './inbox.ts';
import { openRegister, type Register } from './register.ts';

export interface LiveWiring {
	records: Stores['records'];
	accounts: Accounts;
	config: Pick<Config, 'origin' | 'internalAddress' | 'roles'>;
	wall: WallClock;
	reports: Pick<HotReports, 'onNewest' | 'newest'>;
	/** Identifies this process, see presence.ts. */
	number: number;
	onTrouble(what: string, error: unknown): void;
}

export interface Live {
	hub: Hub<ReportFacts>;
	register: Register;
	close(): Promise<void>;
}

/** The live connection and its messages: new reports that the user may open, new inbox messages, and requests to reconnect. */
export const openLive = async ({ records, accounts, config, wall, reports, number, onTrouble }: LiveWiring): Promise<Live> => {
	const shows = () => reports.newest()?.time ?? null;
	const register = await openRegister({ records, config, number, roles: [...config.roles], wall, shows, onTrouble });
	const hub = createHub<ReportFacts>({
		wall,
		guard: accounts.guard,
		origin: config.origin,
		others: register.others,
		mayReceive: ({ licence }, report) => may(licence, report, report.first),
	});
	const sessions = await hearSessions(records, accounts, hub);
	const messages = await hearMessages(records, hub);
	reports.onNewest((facts) => void hub.announce(facts));
	return {
		hub,
		register,
		close: async () => {
			await Promise.all([sessions.close(), messages.close(), register.close()]);
		},
	};
};
