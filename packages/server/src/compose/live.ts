import { LICENCES, type Licence } from '@sw/domain/reports/licence';
import type { Stores } from '@sw/store/open';
import type { Accounts } from '../areas/accounts/create.ts';
import type { Config } from '../config/config.ts';
import { createHub, type Hub } from '../hub/create-hub.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { HotReports } from '../reports/hot-reports.ts';
import { subscribeToSessions } from './areas/accounts.ts';
import { subscribeToMessages } from './areas/inbox.ts';
import { openProcessRegistry, type ProcessRegistry } from './processes/process-registry.ts';

export interface LiveWiring {
	records: Stores['records'];
	accounts: Accounts;
	config: Pick<Config, 'origin' | 'internalAddress' | 'roles'>;
	wall: WallClock;
	reports: Pick<HotReports, 'onNewest' | 'newest' | 'latest'>;
	/** Identifies this process, see presence.ts. */
	number: number;
	onError(message: string, error: unknown): void;
}

export interface Live {
	hub: Hub<ReadonlySet<Licence>>;
	processRegistry: ProcessRegistry;
	close(): Promise<void>;
}

/** Opens live connections to users: they announce new reports that the user may open, new inbox messages, and requests to reconnect. */
export async function openLive({ records, accounts, config, wall, reports, number, onError }: LiveWiring): Promise<Live> {
	const newestReport = () => reports.newest()?.time ?? null;
	const processRegistry = await openProcessRegistry({
		records,
		config,
		number,
		roles: [...config.roles],
		wall,
		newestReport,
		onError,
	});
	const hub = createHub<ReadonlySet<Licence>>({
		wall,
		guard: accounts.guard,
		origin: config.origin,
		peers: processRegistry.peers,
		canReceive: ({ licence }, licences) => licence !== null && licences.has(licence),
	});
	const sessionListener = await subscribeToSessions(records, accounts, hub);
	const messageListener = await subscribeToMessages(records, hub);
	const licencesToNotify = createLicencesToNotify(reports);
	reports.onNewest(() => void hub.announce(licencesToNotify()));
	return {
		hub,
		processRegistry,
		close: async () => {
			await Promise.all([sessionListener.close(), messageListener.close(), processRegistry.close()]);
		},
	};
}

/** Returns the licences that may open a newer report than at the last call. Publishing a report can also release an earlier one, see DelayedCloses. */
function createLicencesToNotify({ latest }: Pick<HotReports, 'latest'>): () => ReadonlySet<Licence> {
	const latestTime = (licence: Licence): number => latest(licence)?.time ?? 0;
	const previousTimes = new Map(LICENCES.map((licence) => [licence, latestTime(licence)]));
	return () => {
		const newLicences = new Set<Licence>();
		for (const licence of LICENCES) {
			const time = latestTime(licence);
			if (time > (previousTimes.get(licence) ?? 0)) newLicences.add(licence);
			previousTimes.set(licence, time);
		}
		return newLicences;
	};
}
