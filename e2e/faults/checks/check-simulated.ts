/** Checks the data folder of a simulated market after the kills: every bar must be as regenerated from the seed, every announced report unchanged. */
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { createSimulatedProvider } from '@sw/server/intake/simulated/simulated-provider';
import { openStores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import type { Scenario } from '../scenario.ts';
import { checkBars } from './check-bars.ts';
import { ALL_TIME, checkReports } from './check-reports.ts';

/** A report as the health call names it. */
export interface AnnouncedReport {
	time: string;
	version: number;
	published: string;
}

export async function checkSimulated({ folder, log, reportProblem }: Scenario, announced: readonly AnnouncedReport[]): Promise<void> {
	await using stores = await openStores({ folder });
	const provider = createSimulatedProvider({ calendar: nyse });
	const ids = Uint32Array.from(await provider.universe(provider.clock?.start ?? ALL_TIME.to), ({ id }) => id);
	const { sessions, bars } = await checkBars(stores, reportProblem, {
		provider: provider.name,
		fromDate: provider.history.slotsFrom,
		ids,
		loadMatrix: async (session) => (await provider.history.session(session)).matrix,
	});
	log(`${bars} bars of ${sessions} sessions equal those of the market, each stored once`);
	const { reports, links } = await checkReports(stores, reportProblem, provider.name);
	log(`${reports} reports in force, ${links} links of the chain verified`);
	const inForce = new Map(
		(await reportsBetween(stores.records.db, ALL_TIME.from, ALL_TIME.to, 'reverse')).map((report) => [isoSeconds(report.time), report]),
	);
	for (const { time, version, published } of announced) {
		const report = inForce.get(time);
		if (!report) reportProblem(`report ${time} was announced and is gone`);
		else if (report.version !== version || isoSeconds(report.publishedAt) !== published) reportProblem(`report ${time} was announced as version ${version} of ${published} and is version ${report.version} of ${isoSeconds(report.publishedAt)}`); // biome-ignore format: one sentence
	}
}
