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
	/** By which this process is present. */
	number: number;
	onTrouble(what: string, error: unknown): void;
}

export interface Live {
	hub: Hub<ReportFacts>;
	register: Register;
	close(): Promise<void>;
}

/** The live connection, and what is said over it: new reports to those who may open them, new messages, and who has to come back. */
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
