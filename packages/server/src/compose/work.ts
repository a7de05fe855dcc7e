import { join } from 'node:path';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import type { Stores } from '@sw/store/open';
import type { Config } from '../config/config.ts';
import { type FolderFaults, type WatchedFolder, watchFolder } from '../intake/files/watched-folder.ts';
import type { Provider } from '../intake/provider.ts';
import { importCommand, importPath } from '../market/imports/import-command.ts';
import type { Leading } from '../market/life/leading.ts';
import { MARKET_LANE } from '../market/stored/market-lane.ts';
import type { WallClock } from '../platform/clocks/wall-clock.ts';
import type { Command } from '../platform/control/socket.ts';
import { daily } from '../platform/daily.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { anyDeepCellsMissing, DEEP_CELLS, DEEP_CELLS_LANE, deepCellsJob } from '../reports/deep-cells-job.ts';
import { CHAIN_LANE, type ChainWatch } from '../reports/proof/chain-job.ts';
import { HOUSE_NAME } from './audit.ts';
import { followedBy, marketHandlers } from './jobs.ts';
import { whileLeading } from './leading.ts';
import type { ReportedMarket } from './market.ts';
import type { Operations } from './operations.ts';
import type { Research } from './research.ts';
import type { Services } from './services.ts';

export interface WorkParts {
	config: Pick<Config, 'roles' | 'folder'>;
	stores: Pick<Stores, 'series'>;
	leading: Leading;
	market: ReportedMarket;
	provider: Pick<Provider, 'name'>;
	inForce: () => ParameterSet;
	jobs: Jobs;
	chain: ChainWatch;
	research: Research;
	/** Stored data may have changed: has what every process keeps of it forgotten. */
	pastChanged(): Promise<void>;
	operations: Pick<Operations, 'begin'>;
	services: Pick<Services, 'begin'>;
	/** Once a day, of all processes in one. */
	housekeeping(): Promise<void>;
	wall: WallClock;
	/** Tells a line of a file that was dropped. */
	say(line: string): void;
	onTrouble(what: string, error: unknown): void;
}

export interface Work {
	/** Resolves when the market can be read here; the work goes on in the background. */
	run(): Promise<void>;
	/** What is wrong with dropped files; undefined where none are taken here. */
	dropFaults(): FolderFaults | undefined;
	/** Imports in a product that does not run. */
	readonly importing: Command;
	stop(): void;
}

/**
 * Who does what in a process. What changes the market's stored data is done where the market is led: corrections, imports, dropped files, and what is
 * due once a day. Everything else in the background is done by processes with the role jobs, as many as there are: each piece has a key, under which
 * it is done once.
 */
export const openWork = (parts: WorkParts): Work => {
	const {
		config,
		stores,
		leading,
		market,
		provider,
		inForce,
		jobs,
		chain,
		research,
		pastChanged,
		operations,
		services,
		housekeeping,
		wall,
		say,
		onTrouble,
	} = parts;
	const onMarket = followedBy(
		marketHandlers(market, inForce),
		async () => {
			await research.pastChanged();
			await pastChanged();
		},
		onTrouble,
	);
	/** Files that are dropped into the data folder of a market of files. */
	const watchDrop = (): Promise<WatchedFolder> =>
		watchFolder({
			folder: join(config.folder, 'drop'),
			wall,
			say,
			importPath: async (path, tell) => {
				// A job that fails in part is a failed one, and rejects.
				await importPath(jobs, { path, options: {}, isDropped: true, by: 'drop folder' }, tell);
				return true;
			},
		});
	let dropped: WatchedFolder | undefined;
	/** Resolves when the signal has aborted and all of it has ended. */
	const lead = async (until: AbortSignal): Promise<void> => {
		const endDaily = daily(wall, housekeeping, onTrouble);
		until.addEventListener('abort', endDaily, { once: true });
		// What is being opened for readers goes first; publishing compares what it is based on by itself.
		void market.stored.checkNewest(until).catch((error) => until.aborted || onTrouble('failed to compare the stored market data', error));
		const { left } = await jobs.beginUntil(MARKET_LANE, onMarket, until);
		dropped = provider.name === 'files' ? await watchDrop() : undefined;
		await left;
		// Only told: an import that is under way ends with the stores.
		dropped?.close().catch((error) => onTrouble('failed to close the drop folder', error));
		dropped = undefined;
	};
	/** Searches read the whole past: they wait until it is there. A search that was begun is taken up then. */
	const workOnResearch = async (): Promise<void> => {
		await market.settled;
		await chain.recall(jobs);
		if (config.roles.has('jobs')) {
			await jobs.begin(CHAIN_LANE, [chain.job]);
			for (const [lane, handlers] of Map.groupBy(research.handlers, ({ definition }) => definition.lane)) await jobs.begin(lane, handlers);
		}
		await research.run();
		if (!config.roles.has('jobs')) return;
		await jobs.begin(DEEP_CELLS_LANE, [deepCellsJob(stores)]);
		if (await anyDeepCellsMissing(stores)) await jobs.submit(DEEP_CELLS, {}, HOUSE_NAME);
	};
	let endLead = (): void => {};
	return {
		run: async () => {
			await market.run();
			endLead = whileLeading(leading, (until) => lead(until).catch((error) => onTrouble('leader tasks failed', error)));
			void workOnResearch().catch((error) => onTrouble('failed to start searches', error));
			await operations.begin();
			if (config.roles.has('jobs')) await services.begin();
		},
		dropFaults: () => dropped?.faults(),
		importing: async (args, tell) => {
			// Another process does it where that leads.
			if (leading.epoch() !== undefined) await jobs.begin(MARKET_LANE, onMarket);
			return importCommand(jobs)(args, tell);
		},
		stop: () => endLead(),
	};
};
