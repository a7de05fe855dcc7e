/**
 * Five processes on the same stores at 60 times the speed: two market, two api, one jobs. One of them at a time is killed, suspended for longer
 * than a lease, or disconnected from PostgreSQL, fifty times. Every slot must have exactly one report and the chain must be intact; leadership must
 * be taken over within 6 s when its holder is gone, and never otherwise; no epoch may commit after the next; both api processes must give the same
 * answer within 2 s of a report; a reader whom one api process fails must get an answer from the other.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isLeaseExpired, LEASE_DURATION, MAX_TAKEOVER_TIME } from '@sw/domain/lead/rules';
import { openStores } from '@sw/store/open';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { checkReports } from './checks/check-reports.ts';
import { callFromNextIp } from './many-readers.ts';
import { isFilled, pause, type Scenario, waitUntil } from './scenario.ts';
import { findFreePort, type ServerProcess, startServer } from './server-process.ts';
import { type DatabaseRoute, openSharedStores, type SharedStores } from './shared-stores.ts';

const SPEED = { SIGNALWHEEL_SPEED: '60' };
const MAX_DIFFERENCE_MS = 2_000;
/** Recovery time after a fault, on a machine that has two cores for five processes. */
const MAX_RECOVERY_MS = 180_000;
const POLL_MS = 50;
const READ_INTERVAL_MS = 200;
const PATHS = ['/api/landing/sector-charts', '/api/health'] as const;

interface Member {
	readonly name: string;
	readonly roles: string;
	readonly port: number;
	readonly folder: string;
	readonly route: DatabaseRoute;
	server: ServerProcess;
	/** False from the beginning of a fault until reading works again. */
	isHealthy: boolean;
}

interface LeadRow {
	epoch: number;
	address: string;
	takenAt: number;
	renewedAt: number;
	endedAt: number | null;
}

interface Fault {
	readonly name: string;
	/** Begins the fault; returns a function that ends it. */
	begin(member: Member): () => Promise<void>;
	readonly pickDurationMs: (random: number) => number;
	/** Whether the leader's lock is released at once; otherwise its lease has to expire first. */
	readonly releasesLock: boolean;
}

/** The processes that suffer a fault, in turn; with four kinds of faults, every combination occurs. */
const TARGETS = ['leader', 'api 1', 'leader', 'standby', 'leader', 'api 2', 'jobs'] as const;

export function runProcesses(scenario: Scenario): Promise<void> {
	return runScenario(scenario);
}

/** `main`: the entry file, if not the product's own. */
async function runScenario(scenario: Scenario, main?: string): Promise<void> {
	const shared = await openSharedStores(scenario.folder);
	const records = openRecords(shared.databaseUrl);
	const members: Member[] = [];
	try {
		await fillShared(scenario, shared, main);
		const start = (member: Member): void => {
			const env = {
				...SPEED,
				DATABASE_URL: member.route.url,
				CLICKHOUSE_URL: shared.clickhouseUrl,
				SIGNALWHEEL_ROLES: member.roles,
			};
			member.server = startServer(member.folder, member.port, env, main);
		};
		for (const [name, roles] of [
			['market 1', 'market'],
			['market 2', 'market'],
			['api 1', 'api'],
			['api 2', 'api'],
			['jobs', 'jobs'],
		] as const) {
			const folder = join(scenario.folder, name.replace(' ', '-'));
			mkdirSync(folder, { recursive: true });
			const member = { name, roles, port: await findFreePort(), folder, route: await shared.openRoute(), isHealthy: false } as Member;
			start(member);
			members.push(member);
		}
		await runFaults(scenario, records, members, createFaults(start));
		for (const { server, name } of members.toReversed()) {
			const code = await server.stop();
			if (code !== 0) scenario.reportProblem(`${name} ended with ${code}:\n${server.output().slice(-2_000)}`);
		}
		await checkStores(scenario, shared, records);
	} finally {
		for (const { server } of members) server.child.kill('SIGKILL');
		await records.close();
		await shared.close();
	}
}

function createFaults(start: (member: Member) => void): Fault[] {
	return [
		{
			name: 'killed',
			begin: (member) => {
				const exit = member.server.kill('group');
				return async () => {
					await exit;
					start(member);
				};
			},
			pickDurationMs: (random) => random * 4_000,
			releasesLock: true,
		},
		{
			name: 'asleep',
			begin: ({ server: { child } }) => {
				child.kill('SIGSTOP');
				return async () => void child.kill('SIGCONT');
			},
			pickDurationMs: (random) => 2 * LEASE_DURATION + random * 6_000,
			releasesLock: false,
		},
		{
			name: 'cut off',
			begin: ({ route }) => {
				route.cut('closed');
				return async () => route.repair();
			},
			pickDurationMs: (random) => LEASE_DURATION + random * 6_000,
			releasesLock: true,
		},
		{
			name: 'behind a silent line',
			begin: ({ route }) => {
				route.cut('silent');
				return async () => route.repair();
			},
			pickDurationMs: (random) => 2 * LEASE_DURATION + random * 6_000,
			releasesLock: false,
		},
	];
}

export function runSmallProcesses(scenario: Scenario): Promise<void> {
	return runScenario(scenario, join(import.meta.dirname, 'small-server.ts'));
}

/** Fills the shared stores at a slow clock speed, so that the clock doesn't run ahead of the filling. */
async function fillShared({ folder, log }: Scenario, shared: SharedStores, main?: string): Promise<void> {
	const firstFolder = join(folder, 'first');
	mkdirSync(firstFolder, { recursive: true });
	const startedAt = performance.now();
	const route = await shared.openRoute();
	const env = { DATABASE_URL: route.url, CLICKHOUSE_URL: shared.clickhouseUrl, SIGNALWHEEL_SPEED: '1' };
	const server = startServer(firstFolder, await findFreePort(), env, main);
	await waitUntil(server, isFilled);
	await server.stop();
	log(`processes: filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
}

async function runFaults(scenario: Scenario, records: Records, members: readonly Member[], faults: readonly Fault[]): Promise<void> {
	const { randomSource, kills, log, reportProblem } = scenario;
	for (const member of members) await waitUntilHealthy(member, reportProblem);
	const apiMembers = members.filter(({ roles }) => roles === 'api');
	const reportWatcher = watchReports(records, apiMembers, reportProblem);
	const readers = startReaders(apiMembers, reportProblem);
	const takeovers: number[] = [];
	const findLeader = ({ address }: LeadRow): Member | undefined => members.find(({ port }) => address.endsWith(`:${port}`));
	try {
		for (let turn = 0; turn < kills; turn++) {
			await pause(randomSource() * 5_000);
			const fault = faults[turn % faults.length] as Fault;
			const target = TARGETS[turn % TARGETS.length] as (typeof TARGETS)[number];
			const leadBefore = (await readLeads(records)).at(-1) as LeadRow;
			const leader = findLeader(leadBefore);
			const standby = members.find((candidate) => candidate.roles === 'market' && candidate !== leader);
			const member = target === 'leader' ? leader : target === 'standby' ? standby : members.find(({ name }) => name === target);
			if (!member || !leader) return reportProblem(`no process led in turn ${turn + 1}`);
			member.isHealthy = false;
			const startedAt = Date.now();
			const endFault = fault.begin(member);
			const isLeader = member === leader;
			const newLead = isLeader ? await waitForTakeover(records, leadBefore.epoch) : undefined;
			if (isLeader && !newLead)
				reportProblem(`${fault.name} (${turn + 1}): no process took over from ${member.name} within ${MAX_TAKEOVER_TIME} ms`);
			if (newLead) takeovers.push(newLead.takenAt - startedAt);
			if (newLead && !fault.releasesLock && !isLeaseExpired(newLead.takenAt - (await readLastRenewal(records, leadBefore.epoch))))
				reportProblem(`${fault.name} (${turn + 1}): epoch ${newLead.epoch} began before the lease of ${leadBefore.epoch} had expired`);
			await pause(Math.max(0, startedAt + fault.pickDurationMs(randomSource()) - Date.now()));
			await endFault();
			await waitUntilHealthy(member, reportProblem);
			const leadAfter = (await readLeads(records)).at(-1) as LeadRow;
			const expectedEpoch = newLead?.epoch ?? leadBefore.epoch;
			if (leadAfter.epoch !== expectedEpoch)
				reportProblem(`${target} ${fault.name} (${turn + 1}): epoch ${leadAfter.epoch} leads, not ${expectedEpoch}`);
			const { reports, slowest } = reportWatcher.summarizeRecent();
			log(
				`processes ${turn + 1}/${kills}: ${member.name}${isLeader ? ', who led,' : ''} ${fault.name}; ${newLead ? `taken over after ${((newLead.takenAt - startedAt) / 1000).toFixed(1)} s; ` : ''}healthy after ${((Date.now() - startedAt) / 1000).toFixed(0)} s; ${reports} reports, the same everywhere within ${slowest} ms; ${readers.takeSummary()}`,
			);
		}
	} finally {
		await reportWatcher.end();
		await readers.end();
	}
	log(`takeovers: ${takeovers.length}, median ${Math.round(median(takeovers))} ms, slowest ${Math.round(Math.max(...takeovers))} ms`);
	log(reportWatcher.summary());
}

function median(numbers: readonly number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function readLeads({ pool }: Records): Promise<LeadRow[]> {
	const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
	const { rows } = await pool.query<LeadRow>(
		`select epoch, address, ${ms('taken_at')} as "takenAt", ${ms('renewed_at')} as "renewedAt", ${ms('ended_at')} as "endedAt" from leads order by epoch`,
	);
	return rows;
}

async function waitUntilHealthy(member: Member, reportProblem: Scenario['reportProblem']): Promise<void> {
	const startedAt = performance.now();
	for (;;) {
		const health = await member.server.health();
		if (health?.status === 'ready' && health.last_report !== null) break;
		const { exitCode } = member.server.child;
		const elapsedMs = performance.now() - startedAt;
		if (exitCode !== null || elapsedMs > MAX_RECOVERY_MS) {
			const reason =
				exitCode === null ? `not healthy after ${Math.round(elapsedMs / 1000)} s (${JSON.stringify(health)})` : `ended with ${exitCode}`;
			return reportProblem(`${member.name}: ${reason}:\n${member.server.output().slice(-4_000)}`);
		}
		await pause(POLL_MS);
	}
	member.isHealthy = true;
}

async function readLastRenewal(records: Records, epoch: number): Promise<number> {
	return (await readLeads(records)).find((row) => row.epoch === epoch)?.renewedAt ?? 0;
}

async function waitForTakeover(records: Records, epoch: number): Promise<LeadRow | undefined> {
	const startedAt = performance.now();
	while (performance.now() - startedAt < MAX_TAKEOVER_TIME) {
		const newest = (await readLeads(records)).at(-1);
		if (newest && newest.epoch > epoch) return newest;
		await pause(POLL_MS);
	}
	return undefined;
}

/** Checks that every report reaches all healthy api processes. */
function watchReports(records: Records, apis: readonly Member[], reportProblem: Scenario['reportProblem']) {
	let isRunning = true;
	let lastLink = 0;
	const delays: number[] = [];
	let recentDelays: number[] = [];
	const readNewestReport = async () => {
		const { rows } = await records.pool.query<{ link: number; time: Date; committed: number }>(
			`select chain_seq::int as link, time, (extract(epoch from committed_at) * 1000)::float8 as committed
			from reports join batches on batches.id = build_id where algo = 'reverse' order by chain_seq desc limit 1`,
		);
		return rows[0];
	};
	const hasNewerReport = async (link: number): Promise<boolean> => ((await readNewestReport())?.link ?? 0) > link;
	const requestAnswer = async ({ server }: Member): Promise<string> => {
		const response = await callFromNextIp(`${server.url}${PATHS[0]}`, { timeoutMs: 5_000 });
		const health = await server.health();
		return `${response.status} ${health?.last_report?.time} ${response.body}`;
	};
	const waitUntilSame = async (report: NonNullable<Awaited<ReturnType<typeof readNewestReport>>>): Promise<void> => {
		const time = report.time.toISOString().slice(0, 19);
		let differenceText = '';
		while (isRunning && apis.every(({ isHealthy }) => isHealthy)) {
			const answers = await Promise.all(apis.map((member) => requestAnswer(member).catch((error: Error) => error.message)));
			const [first] = answers;
			if (!apis.every(({ isHealthy }) => isHealthy)) return;
			const delayMs = Date.now() - report.committed;
			// Answers with a newer report count too. While that one is being published, answers may differ; it is checked next.
			const areUpToDate = answers.every((answer) => (/^200 (\S+)/.exec(answer)?.[1]?.slice(0, 19) ?? '') >= time);
			if (areUpToDate && (answers.every((answer) => answer === first) || (await hasNewerReport(report.link)))) {
				delays.push(delayMs);
				recentDelays.push(delayMs);
				if (delayMs > MAX_DIFFERENCE_MS)
					reportProblem(`report ${time} was the same everywhere after ${Math.round(delayMs)} ms${differenceText}`);
				return;
			}
			if (delayMs > MAX_DIFFERENCE_MS && differenceText === '')
				differenceText = `: ${answers.map((answer) => answer.slice(0, 40)).join(' | ')}`;
			if (delayMs > 30 * MAX_DIFFERENCE_MS) return reportProblem(`report ${time} was never the same everywhere${differenceText}`);
			await pause(POLL_MS);
		}
	};
	const watch = async (): Promise<void> => {
		lastLink = (await readNewestReport())?.link ?? 0;
		while (isRunning) {
			const report = await readNewestReport();
			if (report && report.link > lastLink) {
				lastLink = report.link;
				await waitUntilSame(report);
			}
			await pause(POLL_MS);
		}
	};
	const watching = watch().catch((error: Error) => reportProblem(`watching reports: ${error.stack}`));
	return {
		summarizeRecent: () => {
			const times = recentDelays;
			recentDelays = [];
			return { reports: times.length, slowest: times.length > 0 ? Math.round(Math.max(...times)) : 0 };
		},
		summary: () =>
			`${delays.length} reports followed: the same in both api processes after a median of ${Math.round(median(delays))} ms, at most ${Math.round(Math.max(...delays))} ms after their commit`,
		end: async () => {
			isRunning = false;
			await watching;
		},
	};
}

/** Readers behind a load balancer: if one process fails them, the other serves them. */
function startReaders(apis: readonly Member[], reportProblem: Scenario['reportProblem']) {
	let isRunning = true;
	const counts = { read: 0, retried: 0 };
	const requestStatus = async (member: Member, path: string): Promise<number> => {
		try {
			return (await callFromNextIp(`${member.server.url}${path}`, { timeoutMs: 5_000 })).status;
		} catch {
			return 0;
		}
	};
	const readOnce = async (n: number): Promise<void> => {
		const path = PATHS[n % PATHS.length]!;
		const [firstMember, otherMember] = n % 4 < 2 ? apis : apis.toReversed();
		const wasHealthy = (firstMember as Member).isHealthy;
		const status = await requestStatus(firstMember as Member, path);
		counts.read++;
		if (status === 200) return;
		counts.retried++;
		if (wasHealthy && (firstMember as Member).isHealthy)
			reportProblem(`${path} at ${firstMember?.name}, which was healthy: ${status || 'no answer'}`);
		const otherStatus = await requestStatus(otherMember as Member, path);
		if (otherStatus !== 200) reportProblem(`${path} at ${firstMember?.name}: ${status}, and at ${otherMember?.name}: ${otherStatus}`);
	};
	const readRepeatedly = async (start: number): Promise<void> => {
		for (let n = start; isRunning; n++) {
			await readOnce(n);
			await pause(READ_INTERVAL_MS);
		}
	};
	const loops = [readRepeatedly(0), readRepeatedly(2)];
	return {
		takeSummary: () => {
			const summary = `${counts.read} reads, ${counts.retried} of them at the other process`;
			counts.read = 0;
			counts.retried = 0;
			return summary;
		},
		end: async () => {
			isRunning = false;
			await Promise.all(loops);
		},
	};
}

/** The final check of the stores. */
async function checkStores({ folder, log, reportProblem }: Scenario, shared: SharedStores, records: Records): Promise<void> {
	const leads = await readLeads(records);
	for (const [i, { epoch, takenAt }] of leads.entries()) {
		const previous = leads[i - 1];
		if (epoch !== i + 1) reportProblem(`epoch ${epoch} is in place ${i + 1}`);
		if (previous && (previous.endedAt === null || previous.endedAt > takenAt))
			reportProblem(`epoch ${epoch} began before epoch ${previous.epoch} had ended`);
	}
	const { rows } = await records.pool.query<{ what: string }>(
		`select 'batch ' || id || ' of epoch ' || batches.epoch || ' was committed when that was over' as what from batches join leads using (epoch)
			where state = 'committed' and (committed_at < taken_at or committed_at > ended_at)
		union all
		select 'link ' || chain_seq || ' of epoch ' || epoch || ' follows one of epoch ' || before from (
			select chain_seq, epoch, lag(epoch) over (order by chain_seq) as before from reports join batches on batches.id = build_id) as links
			where epoch < before
		union all
		select 'slot ' || time || ' (' || algo || ') was published ' || count(*) || ' times: ' || string_agg(
			'in epoch ' || epoch || ' at ' || committed_at || ', built of ' || left(input_hash, 8) || ' into ' || left(content_hash, 8), '; ' order by version)
			from reports join batches on batches.id = build_id group by time, algo having count(*) > 1
		union all
		select 'batch ' || id || ' names no epoch' from batches where epoch is null and state = 'committed'`,
	);
	for (const { epoch, takenAt, address } of leads) log(`epoch ${epoch} from ${new Date(takenAt).toISOString()} at ${address}`);
	for (const { what } of rows) reportProblem(what);
	const { databaseUrl, clickhouseUrl } = shared;
	await using stores = await openStores({ folder: join(folder, 'check'), databaseUrl, clickhouseUrl });
	const { reports, links } = await checkReports(stores, reportProblem, 'simulated');
	log(`${leads.length} epochs; ${reports} reports in force, ${links} links of the chain verified`);
}
