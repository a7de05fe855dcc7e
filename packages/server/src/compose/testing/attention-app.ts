import { packWord } from '@sw/domain/signals/packed';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, HOUR, type ReportTime, SECOND, utcMs } from '@sw/domain/time/units';
import { insertMentions } from '@sw/store/clickhouse/mentions';
import { commitBatch, openBatch } from '@sw/store/postgres/records/tickers/batches';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import type { NotifyUser } from '../../areas/attention/ports.ts';
import { type CallerKind, headersOf, userId } from '../../areas/testing/callers.ts';
import { guardedApp } from '../../areas/testing/workspace-app.ts';
import { randomKey, STREAM, uniform } from '../../intake/simulated/random.ts';
import { fillAttention } from '../../market/slots/fill-windows.ts';
import { saveStoredUntil } from '../../market/stored/stored-until.ts';
import { createDefaultSlots } from '../../market/timetable/slot-times.ts';
import { createAttentionWindow, KEPT_HOURS } from '../../market/window/attention-window.ts';
import { createReport, lastSession, NOW, sessions, smallWorld, tickers } from '../../market/window/testing/fixture.ts';
import { COUNTED_UNTIL, createMentions, type MentionRow } from '../../market/window/testing/mentions.ts';
import type { BoundJob, JsonObject } from '../../platform/jobs/definition.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { createDelayedCloses } from '../../reports/delayed-closes.ts';
import { createPublish, createSetNumberLookup } from '../../reports/publish.ts';
import { openShownReports } from '../../reports/shown-reports.ts';
import { openAttention } from '../areas/attention.ts';
import { subscribeToPersonalChanges } from '../areas/workspace.ts';

const world = smallWorld();
/** Pseudo-random numbers in [0, n), the same in every run. */
const key = randomKey(7, STREAM.mention, 1, 1);
let drawCount = 0;

export function random(n: number): number {
	return Math.floor(uniform(key, drawCount++) * n);
}

export function pick<T>(list: readonly T[]): T {
	return list[random(list.length)] as T;
}

/** A report with random depths, some of them not measurable. */
export function createRandomReport(time: ReportTime): ReportTable {
	const table = createReport(time);
	for (const words of table.words)
		for (let row = 0; row < table.count; row++) {
			const depth = () => random(6);
			const [price, options] = [random(8) > 0, random(4) > 0];
			words[row] = packWord([
				price ? depth() : null,
				price ? depth() : null,
				options ? depth() : null,
				random(8) > 0 ? depth() : null,
				options ? depth() : null,
				options ? depth() : null,
				depth(),
			]);
		}
	return table;
}

export function toBuiltReport(table: ReportTable, reconstructed = false) {
	return {
		table,
		cutoff: table.time,
		publishedAt: table.time,
		reconstructed,
		parameters: PARAMETERS_V1,
		inputs: { from: exchangeDate('2024-01-02'), hash: '0'.repeat(64) },
	};
}

export function reportTimeOf(session: Session, slot: number): ReportTime {
	return slotEnd(session, slot) as ReportTime;
}

/** Slots of the two reports of each session: 10:00 and 11:00. */
export const [EARLY_SLOT, LATE_SLOT] = [1, 5];
export const NEWEST = reportTimeOf(lastSession, LATE_SLOT);

const FIRST_MENTION_TIME = utcMs(COUNTED_UNTIL - KEPT_HOURS * HOUR);

const JOB: Job = {
	id: '00000000-0000-4000-8000-000000000001',
	kind: 'breadth',
	request: {},
	by: 'admin@example.test',
	state: 'queued',
	phase: '',
	progress: null,
	result: null,
	error: null,
	created: 0,
	started: null,
	finished: null,
};

const SELECTS_PER_STATEMENT = 50;

export function toSqlDateTime(ms: number): string {
	return `toDateTime(${ms / SECOND}, 'UTC')`;
}

/** The attention area on real stores: five weeks of random mentions, and two reports of each session of the small market. */
export async function attentionApp() {
	let boundJobs: readonly BoundJob[] = [];
	const submitted: { kind: string; request: JsonObject }[] = [];
	const notified: { userId: string; subject: string; text: string; key: string; link: string | null }[] = [];
	const stores = await testStores();
	const { db } = stores.records;
	await saveTickers(db, 'test', tickers);
	await db.insert(users).values(
		(['basic', 'pro'] as const).map((license, i) => ({
			id: userId(i + 1),
			email: `${license}@example.test`,
			emailKey: `${license}@example.test`,
			role: 'user' as const,
			status: 'active' as const,
			license,
			createdAt: utcMs(0),
		})),
	);
	const shown = openShownReports(stores, createDelayedCloses(createDefaultSlots(nyse)));
	const typeOf = (id: number): number => (world.directory.byId(id)?.type === 'etf' ? 1 : 0);
	const publish = createPublish({
		stores,
		provider: 'test',
		engine: 'e1',
		getNumberedSet: createSetNumberLookup(db),
		shownReports: shown,
		typeIndexOf: typeOf,
	});
	const batch = await openBatch(db, { kind: 'bars', provider: 'test' });
	await insertMentions(stores.series, createMentions(FIRST_MENTION_TIME, COUNTED_UNTIL, createRandomMentions), batch);
	await commitBatch(db, batch, 1);
	await saveStoredUntil(db, 'test', 'mentions', COUNTED_UNTIL);
	const window = createAttentionWindow(tickers.length, world.directory.rowOf);
	await fillAttention({ stores, provider: { name: 'test' } as never, attention: window, yieldToEventLoop: async () => {} }, NOW);
	const notify: NotifyUser = async (user, { subject, text, key: name, link }) =>
		void notified.push({ userId: user, subject, text, key: name, link });
	const changes = await subscribeToPersonalChanges(stores.records);
	const attention = openAttention({
		stores,
		market: { ...world, reports: shown.hot, attention: window },
		clearCaches: async () => {},
		calendar: nyse,
		tops: world.tops,
		source: world.source,
		workspace: { lists: async () => ({ favorites: new Set<number>(), hiddenEverywhere: () => new Set<number>() }) as never, changes },
		wall: { now: () => NOW },
		jobs: {
			submit: async ({ kind }, request) => {
				submitted.push({ kind, request: request as JsonObject });
				return { ...JOB, kind, request: request as JsonObject };
			},
			runLane: async (_lane, laneJobs) => {
				boundJobs = laneJobs;
			},
		},
		emailOf: async () => 'admin@example.test',
		audit: async () => {},
		notify,
		onError: (message, error) => {
			throw new Error(message, { cause: error });
		},
	});
	for (const session of sessions)
		await publish([
			toBuiltReport(createRandomReport(reportTimeOf(session, EARLY_SLOT))),
			toBuiltReport(createRandomReport(reportTimeOf(session, LATE_SLOT))),
		]);
	const app = await guardedApp(attention.areas);
	await attention.begin();
	const get = async (url: string, kind: CallerKind = 'pro', user = 1) => {
		const answer = await app.inject({ url: `/api/${url}`, headers: headersOf(kind, user) });
		return { status: answer.statusCode, body: answer.json() };
	};
	const post = async (url: string, payload: Record<string, unknown>, kind: CallerKind = 'pro', user = 1) => {
		const answer = await app.inject({ method: 'POST', url: `/api/${url}`, headers: headersOf(kind, user), payload });
		return { status: answer.statusCode, body: answer.json() };
	};
	const run = async (kind: string, request: JsonObject): Promise<JsonObject> => {
		const boundJob = boundJobs.find(({ definition }) => definition.kind === kind);
		const signal = new AbortController().signal;
		return (await boundJob?.run(request, { progress: () => {}, printLine: () => {}, signal, isLastTry: false })) ?? {};
	};
	/** Runs several SELECTs, each of a single number, as one statement. */
	const answersOf = async (selects: readonly string[]): Promise<number[]> => {
		const answers: number[] = [];
		for (let from = 0; from < selects.length; from += SELECTS_PER_STATEMENT) {
			const statements = selects
				.slice(from, from + SELECTS_PER_STATEMENT)
				.map((sql, i) => sql.replace(/^(.*?) FROM /, `SELECT toUInt32(${i}) AS i, toFloat64($1) AS n FROM `));
			const { columns } = await stores.series.requests.read(
				{ i: 'UInt32', n: 'Float64' },
				`SELECT i, n FROM (${statements.join(' UNION ALL ')}) ORDER BY i`,
			);
			answers.push(...columns.n);
		}
		return answers;
	};

	const close = async (): Promise<void> => {
		await app.close();
		await changes.close();
		await stores.close();
	};
	return { stores, publish, submitted, notified, get, post, run, answersOf, close };
}

/** Random mentions of every ticker, on both sources, with authors on the second. */
function createRandomMentions(): MentionRow[] {
	return tickers.flatMap((_, row): MentionRow[] => [
		...(random(3) > 0 ? [{ row, source: 'twitter' as const, mentions: random(40), retweets: random(30) }] : []),
		...(random(3) > 0 ? [{ row, source: 'reddit' as const, mentions: 1 + random(9), authors: 1 + random(3) }] : []),
	]);
}

export type AttentionApp = Awaited<ReturnType<typeof attentionApp>>;
