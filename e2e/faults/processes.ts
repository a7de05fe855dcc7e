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
import { callFromNextAddress } from './many-readers.ts';
import { isFilled, pause, type Scenario, waitUntil } from './scenario.ts';
import { freePort, type ServerProcess, startServer } from './server-process.ts';
import { type DatabaseLine, openSharedStores, type SharedStores } from './shared-stores.ts';

const SPEED = { SIGNALWHEEL_SPEED: '60' };
const SAME_WITHIN = 2_000;
/** Recovery time after a fault, on a machine that has two cores for five processes. */
const WELL_WITHIN = 180_000;
const LOOK = 50;
const READS_EVERY = 200;
const CALLS = ['/api/landing/sector-charts', '/api/health'] as const;

interface Member {
	readonly name: string;
	readonly roles: string;
	readonly port: number;
	readonly folder: string;
	readonly line: DatabaseLine;
	server: ServerProcess;
	/** False from the beginning of a fault until reading works again. */
	well: boolean;
}

interface LeadRow {
	epoch: number;
	address: string;
	taken: number;
	renewed: number;
	ended: number | null;
}

interface Fault {
	readonly name: string;
	/** Returns a function that ends it. */
	begin(member: Member): () => Promise<void>;
	readonly lasts: (randomSource: number) => number;
	/** The lock of a killed leader is released at once; otherwise its lease has to expire first. */
	readonly frees: boolean;
}

/** The next process; with four kinds of faults, every combination occurs. */
const TARGETS = ['leader', 'api 1', 'leader', 'standby', 'leader', 'api 2', 'jobs'] as const;

export function processes(scenario: Scenario): Promise<void> {
	return play(scenario);
}

/** `main`: the entry file, if not the product's own. */
async function play(scenario: Scenario, main?: string): Promise<void> {
	const shared = await openSharedStores(scenario.folder);
	const records = openRecords(shared.databaseUrl);
	const members: Member[] = [];
	try {
		await fillShared(scenario, shared, main);
		const start = (member: Member): void => {
			const env = {
				...SPEED,
				DATABASE_URL: member.line.url,
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
			const member = { name, roles, port: await freePort(), folder, line: await shared.line(), well: false } as Member;
			start(member);
			members.push(member);
		}
		await playFaults(scenario, records, members, faultsOf(start));
		for (const { server, name } of members.toReversed()) {
			const code = await server.stop();
			if (code !== 0) scenario.problem(`${name} ended with ${code}:\n${server.output().slice(-2_000)}`);
		}
		await checkAll(scenario, shared, records);
	} finally {
		for (const { server } of members) server.child.kill('SIGKILL');
		await records.close();
		await shared.close();
	}
}

function faultsOf(start: (member: Member) => void): Fault[] {
	return [
		{
			name: 'killed',
			begin: (member) => {
				const gone = member.server.kill('group');
				return async () => {
					await gone;
					start(member);
				};
			},
			lasts: (randomSource) => randomSource * 4_000,
			frees: true,
		},
		{
			name: 'asleep',
			begin: ({ server: { child } }) => {
				child.kill('SIGSTOP');
				return async () => void child.kill('SIGCONT');
			},
			lasts: (randomSource) => 2 * LEASE_DURATION + randomSource * 6_000,
			frees: false,
		},
		{
			name: 'cut off',
			begin: ({ line }) => {
				line.cut('closed');
				return async () => line.repair();
			},
			lasts: (randomSource) => LEASE_DURATION + randomSource * 6_000,
			frees: true,
		},
		{
			name: 'behind a silent line',
			begin: ({ line }) => {
				line.cut('silent');
				return async () => line.repair();
			},
			lasts: (randomSource) => 2 * LEASE_DURATION + randomSource * 6_000,
			frees: false,
		},
	];
}

export function smallProcesses(scenario: Scenario): Promise<void> {
	return play(scenario, join(import.meta.dirname, 'small-server.ts'));
}

/** At a slow clock speed, so that it doesn't run ahead of the filling. */
async function fillShared({ folder, log }: Scenario, shared: SharedStores, main?: string): Promise<void> {
	const first = join(folder, 'first');
	mkdirSync(first, { recursive: true });
	const began = performance.now();
	const line = await shared.line();
	const env = { DATABASE_URL: line.url, CLICKHOUSE_URL: shared.clickhouseUrl, SIGNALWHEEL_SPEED: '1' };
	const server = startServer(first, await freePort(), env, main);
	await waitUntil(server, isFilled);
	await server.stop();
	log(`processes: filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function playFaults(scenario: Scenario, records: Records, members: readonly Member[], faults: readonly Fault[]): Promise<void> {
	const { randomSource, kills, log, problem } = scenario;
	for (const member of members) await becomesWell(member, problem);
	const apis = members.filter(({ roles }) => roles === 'api');
	const watching = watchReports(records, apis, problem);
	const reading = readOn(apis, problem);
	const takeovers: number[] = [];
	const leaderOf = ({ address }: LeadRow): Member | undefined => members.find(({ port }) => address.endsWith(`:${port}`));
	try {
		for (let turn = 0; turn < kills; turn++) {
			await pause(randomSource() * 5_000);
			const fault = faults[turn % faults.length] as Fault;
			const target = TARGETS[turn % TARGETS.length] as (typeof TARGETS)[number];
			const before = (await leadsOf(records)).at(-1) as LeadRow;
			const leader = leaderOf(before);
			const standby = members.find((one) => one.roles === 'market' && one !== leader);
			const member = target === 'leader' ? leader : target === 'standby' ? standby : members.find(({ name }) => name === target);
			if (!member || !leader) return problem(`no process led in turn ${turn + 1}`);
			member.well = false;
			const began = Date.now();
			const end = fault.begin(member);
			const isLeader = member === leader;
			const next = isLeader ? await takenOver(records, before.epoch) : undefined;
			if (isLeader && !next)
				problem(`${fault.name} (${turn + 1}): no process took over from ${member.name} within ${MAX_TAKEOVER_TIME} ms`);
			if (next) takeovers.push(next.taken - began);
			if (next && !fault.frees && !isLeaseExpired(next.taken - (await renewedLast(records, before.epoch))))
				problem(`${fault.name} (${turn + 1}): epoch ${next.epoch} began before the lease of ${before.epoch} was old`);
			await pause(Math.max(0, began + fault.lasts(randomSource()) - Date.now()));
			await end();
			await becomesWell(member, problem);
			const after = (await leadsOf(records)).at(-1) as LeadRow;
			const expected = next?.epoch ?? before.epoch;
			if (after.epoch !== expected) problem(`${target} ${fault.name} (${turn + 1}): epoch ${after.epoch} leads, not ${expected}`);
			const { reports, slowest } = watching.since();
			log(
				`processes ${turn + 1}/${kills}: ${member.name}${isLeader ? ', who led,' : ''} ${fault.name}; ${next ? `taken over after ${((next.taken - began) / 1000).toFixed(1)} s; ` : ''}well after ${((Date.now() - began) / 1000).toFixed(0)} s; ${reports} reports, the same everywhere within ${slowest} ms; ${reading.counts()}`,
			);
		}
	} finally {
		await watching.end();
		await reading.end();
	}
	log(`takeovers: ${takeovers.length}, median ${Math.round(median(takeovers))} ms, slowest ${Math.round(Math.max(...takeovers))} ms`);
	log(watching.summary());
}

function median(numbers: readonly number[]): number {
	return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

async function leadsOf({ pool }: Records): Promise<LeadRow[]> {
	const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
	const { rows } = await pool.query<LeadRow>(
		`select epoch, address, ${ms('taken_at')} as taken, ${ms('renewed_at')} as renewed, ${ms('ended_at')} as ended from leads order by epoch`,
	);
	return rows;
}

async function becomesWell(member: Member, problem: Scenario['problem']): Promise<void> {
	const began = performance.now();
	for (;;) {
		const health = await member.server.health();
		if (health?.status === 'ready' && health.last_report !== null) break;
		const { exitCode } = member.server.child;
		const took = performance.now() - began;
		if (exitCode !== null || took > WELL_WITHIN) {
			const reason =
				exitCode === null ? `not well after ${Math.round(took / 1000)} s (${JSON.stringify(health)})` : `ended with ${exitCode}`;
			return problem(`${member.name}: ${reason}:\n${member.server.output().slice(-4_000)}`);
		}
		await pause(LOOK);
	}
	member.well = true;
}

async function renewedLast(records: Records, epoch: number): Promise<number> {
	return (await leadsOf(records)).find((row) => row.epoch === epoch)?.renewed ?? 0;
}

async function takenOver(records: Records, epoch: number): Promise<LeadRow | undefined> {
	const began = performance.now();
	while (performance.now() - began < MAX_TAKEOVER_TIME) {
		const newest = (await leadsOf(records)).at(-1);
		if (newest && newest.epoch > epoch) return newest;
		await pause(LOOK);
	}
	return undefined;
}

/** Checks that every report reaches all healthy api processes. */
function watchReports(records: Records, apis: readonly Member[], problem: Scenario['problem']) {
	let going = true;
	let known = 0;
	const took: number[] = [];
	let recent: number[] = [];
	const newest = async () => {
		const { rows } = await records.pool.query<{ link: number; time: Date; committed: number }>(
			`select chain_seq::int as link, time, (extract(epoch from committed_at) * 1000)::float8 as committed
			from reports join batches on batches.id = build_id where algo = 'reverse' order by chain_seq desc limit 1`,
		);
		return rows[0];
	};
	const isFollowed = async (link: number): Promise<boolean> => ((await newest())?.link ?? 0) > link;
	const answersOf = async ({ server }: Member): Promise<string> => {
		const answer = await callFromNextAddress(`${server.url}${CALLS[0]}`, { within: 5_000 });
		const health = await server.health();
		return `${answer.status} ${health?.last_report?.time} ${answer.body}`;
	};
	const follow = async (report: NonNullable<Awaited<ReturnType<typeof newest>>>): Promise<void> => {
		const time = report.time.toISOString().slice(0, 19);
		let reported = '';
		while (going && apis.every(({ well }) => well)) {
			const answers = await Promise.all(apis.map((member) => answersOf(member).catch((error: Error) => error.message)));
			const [first] = answers;
			if (!apis.every(({ well }) => well)) return;
			const at = Date.now() - report.committed;
			// A newer report is fine, too. While the next one is being published, answers may differ: that one is checked then.
			const seen = answers.every((answer) => (/^200 (\S+)/.exec(answer)?.[1]?.slice(0, 19) ?? '') >= time);
			if (seen && (answers.every((answer) => answer === first) || (await isFollowed(report.link)))) {
				took.push(at);
				recent.push(at);
				if (at > SAME_WITHIN) problem(`report ${time} was the same everywhere after ${Math.round(at)} ms${reported}`);
				return;
			}
			if (at > SAME_WITHIN && reported === '') reported = `: ${answers.map((answer) => answer.slice(0, 40)).join(' | ')}`;
			if (at > 30 * SAME_WITHIN) return problem(`report ${time} was never the same everywhere${reported}`);
			await pause(LOOK);
		}
	};
	const run = async (): Promise<void> => {
		known = (await newest())?.link ?? 0;
		while (going) {
			const report = await newest();
			if (report && report.link > known) {
				known = report.link;
				await follow(report);
			}
			await pause(LOOK);
		}
	};
	const running = run().catch((error: Error) => problem(`watching reports: ${error.stack}`));
	return {
		since: () => {
			const times = recent;
			recent = [];
			return { reports: times.length, slowest: times.length > 0 ? Math.round(Math.max(...times)) : 0 };
		},
		summary: () =>
			`${took.length} reports followed: the same in both api processes after a median of ${Math.round(median(took))} ms, at most ${Math.round(Math.max(...took))} ms after their commit`,
		end: async () => {
			going = false;
			await running;
		},
	};
}

/** Readers behind a load balancer: if one process fails them, the other serves them. */
function readOn(apis: readonly Member[], problem: Scenario['problem']) {
	let going = true;
	const counts = { read: 0, again: 0 };
	const ask = async (member: Member, path: string): Promise<number> => {
		try {
			return (await callFromNextAddress(`${member.server.url}${path}`, { within: 5_000 })).status;
		} catch {
			return 0;
		}
	};
	const read = async (n: number): Promise<void> => {
		const path = CALLS[n % CALLS.length]!;
		const [one, other] = n % 4 < 2 ? apis : apis.toReversed();
		const wasWell = (one as Member).well;
		const status = await ask(one as Member, path);
		counts.read++;
		if (status === 200) return;
		counts.again++;
		if (wasWell && (one as Member).well) problem(`${path} at ${one?.name}, which was well: ${status || 'no answer'}`);
		const second = await ask(other as Member, path);
		if (second !== 200) problem(`${path} at ${one?.name}: ${status}, and at ${other?.name}: ${second}`);
	};
	const run = async (first: number): Promise<void> => {
		for (let n = first; going; n++) {
			await read(n);
			await pause(READS_EVERY);
		}
	};
	const running = [run(0), run(2)];
	return {
		counts: () => {
			const summary = `${counts.read} reads, ${counts.again} of them at the other process`;
			counts.read = 0;
			counts.again = 0;
			return summary;
		},
		end: async () => {
			going = false;
			await Promise.all(running);
		},
	};
}

/** The final check of the stores. */
async function checkAll({ folder, log, problem }: Scenario, shared: SharedStores, records: Records): Promise<void> {
	const leads = await leadsOf(records);
	for (const [i, { epoch, taken }] of leads.entries()) {
		const before = leads[i - 1];
		if (epoch !== i + 1) problem(`epoch ${epoch} is in place ${i + 1}`);
		if (before && (before.ended === null || before.ended > taken)) problem(`epoch ${epoch} began before epoch ${before.epoch} had ended`);
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
	for (const { epoch, taken, address } of leads) log(`epoch ${epoch} from ${new Date(taken).toISOString()} at ${address}`);
	for (const { what } of rows) problem(what);
	await using stores = await openStores({
		folder: join(folder, 'check'),
		databaseUrl: shared.databaseUrl,
		clickhouseUrl: shared.clickhouseUrl,
	});
	const { reports, links } = await checkReports(stores, problem, 'simulated');
	log(`${leads.length} epochs; ${reports} reports in force, ${links} links of the chain verified`);
}
