/** The data folder of a simulated market after its kills: every bar as regenerated from the seed, every announced report in its place. */
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { createSimulatedProvider } from '@sw/server/intake/simulated/simulated-provider';
import { openStores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import type { Scenario } from '../scenario.ts';
import { checkBars } from './check-bars.ts';
import { checkReports, EVER } from './check-reports.ts';

/** A report as named in the health answer. */
export interface Announced {
	time: string;
	version: number;
	published: string;
}

export async function checkSimulated({ folder, log, problem }: Scenario, announced: readonly Announced[]): Promise<void> {
	await using stores = await openStores({ folder });
	const provider = createSimulatedProvider({ calendar: nyse });
	const ids = Uint32Array.from(await provider.universe(provider.clock?.start ?? EVER.to), ({ id }) => id);
	const { sessions, bars } = await checkBars(stores, problem, {
		provider: provider.name,
		from: provider.history.slotsFrom,
		ids,
		matrixOf: async (session) => (await provider.history.session(session)).matrix,
	});
	log(`${bars} bars of ${sessions} sessions are those of the market, each there once`);
	const { reports, links } = await checkReports(stores, problem, provider.name);
	log(`${reports} reports in force, ${links} links of the chain verified`);
	const inForce = new Map(
		(await reportsBetween(stores.records.db, EVER.from, EVER.to, 'reverse')).map((report) => [isoSeconds(report.time), report]),
	);
	for (const { time, version, published } of announced) {
		const report = inForce.get(time);
		if (!report) problem(`report ${time} was announced and is gone`);
		else if (report.version !== version || isoSeconds(report.publishedAt) !== published) problem(`report ${time} was announced as version ${version} of ${published} and is version ${report.version} of ${isoSeconds(report.publishedAt)}`); // biome-ignore format: one sentence
	}
}
