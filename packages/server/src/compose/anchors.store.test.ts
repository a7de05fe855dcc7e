import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable } from '@sw/domain/signals/report-table';
import { itWhere } from '@sw/domain/testing/it-where';
import { nyse } from '@sw/domain/time/calendar';
import { DAY, exchangeDate, HOUR, MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { sql } from '@sw/store/postgres/records';
import { newestAnchors, storedAnchors } from '@sw/store/postgres/records/anchors';
import { testStores } from '@sw/store/testing/test-stores';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLoopbackAgent } from '../outside/https/testing/loopback-agent.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../outside/https/testing/receiver.ts';
import { createFakeWallClock, type FakeWallClock } from '../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext } from '../platform/jobs/definition.ts';
import { scheduleAnchors } from '../reports/anchors/anchors.ts';
import { checkAnchors } from '../reports/anchors/check-anchors.ts';
import { computeHeadDigest } from '../reports/anchors/head-text.ts';
import { collectAttestations, parseTimestamp } from '../reports/anchors/open-timestamps.ts';
import { hasOpenssl, hasPython, type LocalTsa, NO_OPENSSL, NO_PYTHON, startLocalTsa } from '../reports/anchors/testing/local-tsa.ts';
import { hashBlock, mineHeader } from '../reports/proof/testing/sample-chain.ts';
import { readCertificates } from '../reports/proof/verify-file.ts';
import { createPublish, createSetNumberLookup } from '../reports/publish.ts';
import { createEmptyShownReports } from '../reports/testing/published-reports.ts';
import { composeAnchors } from './anchors.ts';
import { createProofRoutes } from './proof-routes.ts';

const when = itWhere(hasOpenssl, NO_OPENSSL);
const CLOSE = nyse.sessionOn(exchangeDate('2026-11-27'))?.close as UtcMs;
const HEIGHT = 925_000;
const TSA = 'https://tsa.example.test/tsr';
const CALENDAR = 'https://calendar.example.test';

let stores: Stores;
let receiver: Receiver;
let tsa: LocalTsa;
let folder: string;
let wall: FakeWallClock;
/** What the witnesses do. */
let answers: { tsa: (request: Buffer) => Buffer | number; calendar: 'up' | 'away'; block: boolean };

beforeAll(async () => {
	stores = await testStores();
	receiver = await startReceiver();
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-anchors-'));
	if (hasOpenssl) tsa = startLocalTsa();
});
afterAll(async () => {
	await stores?.close();
	await receiver?.[Symbol.asyncDispose]();
	tsa?.[Symbol.dispose]();
	rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
	wall = createFakeWallClock(CLOSE + 20 * MINUTE);
	await stores.records.db.execute(sql`truncate anchors, anchor_proofs, reports`);
	answers = { tsa: (request) => tsa.respondAt(request, wall.now()), calendar: 'up', block: false };
	receiver.received.length = 0;
	receiver.respond = answer;
});

/** The calendar adds 'abc', hashes, and promises; later its block is hashed once more. */
function promise(): Buffer {
	const uri = Buffer.from(CALENDAR);
	return Buffer.concat([Buffer.from('f003616263080083dfe30d2ef90c8e', 'hex'), Buffer.of(uri.length + 1, uri.length), uri]);
}

const block = Buffer.from('08000588960d73d7190103c8ba38', 'hex');
let header: Buffer = Buffer.alloc(80);

function answer(response: ServerResponse, { headers, method, path, body }: ReceivedRequest): void {
	const [status, content] = answerOf(headers.host ?? '', method, path, body);
	if (status === 0) response.destroy();
	else response.writeHead(status).end(content);
}

function answerOf(host: string, method: string, path: string, body: Buffer): [number, (Buffer | string)?] {
	if (host === 'tsa.example.test' || path === '/tsr') {
		const found = answers.tsa(body);
		return typeof found === 'number' ? [found] : [200, found];
	}
	if (host === 'hook.example.test') return [204];
	if (answers.calendar === 'away') return [0];
	if (host === 'blocks.example.test') return [200, path.startsWith('/api/block-height/') ? hashBlock(header) : header.toString('hex')];
	if (method === 'POST') return [200, promise()];
	const message = Buffer.from(path.split('/').at(-1) ?? '', 'hex');
	const [attested] = collectAttestations(parseTimestamp(block, message));
	header = mineHeader(attested?.message ?? message, wall.now());
	return answers.block ? [200, block] : [404];
}

function config(roots = tsa.root) {
	const file = join(folder, 'roots.pem');
	writeFileSync(file, roots);
	return {
		anchors: {
			authorities: [TSA],
			roots: file,
			calendars: [CALENDAR],
			blocks: 'https://blocks.example.test/api/',
			webhook: 'https://hook.example.test/in',
		},
		localReceivers: [`127.0.0.1:${receiver.port}`],
	};
}

function composed(siteConfig = config()) {
	return composeAnchors({ config: siteConfig, records: stores.records, wall, agent: createLoopbackAgent(receiver.port) });
}

/** Publishes a live report. */
async function publish(time: number, publishedAt: number = time + MINUTE): Promise<void> {
	const table = createReportTable(utcMs(time), 'reverse', 1);
	table.tickerId.set([1]);
	await createPublish({
		...{
			stores,
			provider: 'test',
			engine: 'e1',
			typeIndexOf: () => 0,
			getNumberedSet: createSetNumberLookup(stores.records.db),
			shownReports: createEmptyShownReports(),
		},
	})([
		{
			table,
			cutoff: utcMs(time),
			publishedAt: utcMs(publishedAt),
			wall: { due: utcMs(time), published: utcMs(publishedAt) },
			reconstructed: false,
			parameters: PARAMETERS_V1,
			inputs: { from: exchangeDate('2026-01-02'), hash: '0'.repeat(64) },
		},
	]);
}

const context: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };

function run(job: { run(request: object, context: JobContext): Promise<unknown> }, round = 1, more: Partial<JobContext> = {}) {
	return job.run({ due: CLOSE, round }, { ...context, ...more });
}

function check(more: Partial<Parameters<typeof checkAnchors>[1]> = {}) {
	return checkAnchors(stores, {
		roots: readCertificates(join(folder, 'roots.pem')),
		stampedSince: 0 as UtcMs,
		wallNow: wall.now(),
		...more,
	});
}

describe('the chain of reports', () => {
	when('is stamped after a close by every witness, once, and a promise becomes a block', async () => {
		await publish(CLOSE);
		const { anchors } = await composed();
		if (!anchors) throw new Error('off');
		expect(await anchors.isStampDue(CLOSE)).toBe(true);
		expect(await run(anchors.job)).toEqual({ stamped: 2, blocks: 0 });
		expect(await anchors.isStampDue(CLOSE)).toBe(false);
		expect(await run(anchors.job, 2)).toEqual({ stamped: 0, blocks: 0 });
		const hooked = receiver.received.find(({ headers }) => headers.host === 'hook.example.test');
		const [stored] = await storedAnchors(stores.records.db);
		expect(JSON.parse(String(hooked?.body))).toEqual({ text: stored?.text, signature: expect.stringMatching(/^[\w+/]{86}==$/) });
		await wall.advance(2 * HOUR);
		answers.block = true;
		expect(await anchors.isStampDue(CLOSE)).toBe(true);
		expect(await run(anchors.job, 3)).toEqual({ stamped: 0, blocks: 1 });
		expect(await anchors.isStampDue(CLOSE)).toBe(false);
		const [{ proofs } = { proofs: [] }] = await newestAnchors(stores.records.db, 1);
		expect(proofs.map(({ source, provenAt, block }) => [source, provenAt, block])).toEqual([
			[CALENDAR, wall.now(), HEIGHT],
			[TSA, wall.now() - 2 * HOUR, null],
		]);
		expect(await check()).toEqual({ anchors: 1, faults: [] });
	});

	when('shows how many of the promises it has asked for, kept or not', async () => {
		const { anchors } = await composed();
		if (!anchors) throw new Error('off');
		for (const [round, time] of [CLOSE, CLOSE + 15 * MINUTE].entries()) {
			await publish(time);
			await anchors.job.run({ due: utcMs(time), round }, context);
		}
		await wall.advance(2 * HOUR);
		const fractions: unknown[] = [];
		await run(anchors.job, 3, { progress: (_, fraction) => fractions.push(fraction) });
		expect(fractions.slice(-2)).toEqual([0, 0.5]);
	});

	itWhere(hasOpenssl && hasPython, NO_PYTHON)('is proven by the file that anyone downloads from /proof, as verify.py says', async () => {
		await publish(CLOSE - HOUR);
		await publish(CLOSE);
		const { anchors } = await composed();
		await run(anchors?.job as never);
		const app = Fastify();
		createProofRoutes({ stores, stampedSince: 0 as UtcMs, wallNow: wall.now })(app);
		const origin = await app.listen({ port: 0, host: '127.0.0.1' });
		const get = async (path: string, name: string): Promise<string> => {
			const response = await fetch(`${origin}${path}`);
			expect(response.status).toBe(200);
			const file = join(folder, name);
			writeFileSync(file, Buffer.from(await response.arrayBuffer()));
			return file;
		};
		expect(await (await fetch(`${origin}/proof`)).text()).toContain('<a href="/proof/2026-11-27.proof">');
		const [program, day, kept] = [
			await get('/verify.py', 'verify.py'),
			await get('/proof/2026-11-27.proof', 'day.proof'),
			await get('/heads.txt', 'heads.txt'),
		];
		await app.close();
		const verify = (...options: string[]) => spawnSync('python3', ['-I', program, day, ...options], { encoding: 'utf8' });
		const proven = verify('--roots', tsa.rootFile, '--anchors', kept);
		expect([proven.status, proven.stdout]).toEqual([
			0,
			expect.stringMatching(/^2 links of the chain, 2 reports, 1 proven heads\n.*\nPROVEN: 2 of 2\n$/ms),
		]);
		expect(verify().status).toBe(3);
		// Another chain than the one that the reader noted.
		writeFileSync(kept, readFileSync(kept, 'utf8').replace(/^2 [0-9a-f]{4}/m, '2 0000'));
		expect([verify('--roots', tsa.rootFile, '--anchors', kept).status]).toEqual([1]);
	});

	when('is stamped by an authority in the operator’s own network, over plain http', async () => {
		await publish(CLOSE);
		const own = `http://127.0.0.1:${receiver.port}/tsr`;
		const { anchors } = await composed({ ...config(), anchors: { ...config().anchors, authorities: [own], calendars: [] } });
		expect(await run(anchors?.job ?? expect.unreachable())).toEqual({ stamped: 1, blocks: 0 });
		expect(receiver.received.map(({ headers }) => headers.host)).toContain(`127.0.0.1:${receiver.port}`);
		expect((await check()).faults).toEqual([]);
	});

	when('is stamped by one witness while another is away, which is reported and asked again', async () => {
		await publish(CLOSE);
		const { anchors } = await composed();
		answers.calendar = 'away';
		await expect(run(anchors?.job as never)).rejects.toThrow(`${CALENDAR}: The host is unreachable.`);
		expect(anchors?.getProblem()).toBe(`${CALENDAR}: The host is unreachable.`);
		expect(await anchors?.isStampDue(CLOSE)).toBe(true);
		answers.calendar = 'up';
		await publish(CLOSE + 15 * MINUTE);
		expect(await run(anchors?.job as never, 2)).toEqual({ stamped: 1, blocks: 0 });
		expect(anchors?.getProblem()).toBeUndefined();
		// The second stamp is of the chain as it was then.
		expect((await storedAnchors(stores.records.db)).map(({ chainSeq, proofs }) => [chainSeq, proofs.length])).toEqual([
			[1, 1],
			[2, 1],
		]);
	});

	const wrong: [string, () => Buffer | number, string][] = [
		['another nonce', () => tsa.respondAt(lastRequest(), wall.now(), { nonce: Buffer.of(1, 2, 3) }), 'nonce differs'],
		['another imprint', () => tsa.respondAt(lastRequest(), wall.now(), { digest: computeHeadDigest('x') }), 'is for different data'],
		['a certificate that had expired', () => tsa.respondAt(lastRequest(), wall.now(), { signer: 'expired' }), 'had expired'],
		['an unknown root', () => tsa.respondAt(lastRequest(), wall.now(), { signer: 'other' }), "doesn't lead to any of the given roots"],
		['the time of yesterday', () => tsa.respondAt(lastRequest(), wall.now() - DAY), "differs from this server's clock"],
		['status 500', () => 500, 'The response has status 500.'],
		['something else', () => Buffer.from('<html>'), TSA],
	];
	const lastRequest = (): Buffer => receiver.received.findLast(({ headers }) => headers.host === 'tsa.example.test')?.body as Buffer;
	for (const [label, answer, reason] of wrong)
		when(`is not stamped by an answer with ${label}`, async () => {
			await publish(CLOSE);
			answers.tsa = answer;
			const { anchors } = await composed();
			await expect(run(anchors?.job as never)).rejects.toThrow(reason);
			expect((await storedAnchors(stores.records.db)).flatMap(({ proofs }) => proofs.map(({ kind }) => kind))).toEqual(['opentimestamps']);
		});

	when('waits for no witness longer than it may', async () => {
		await publish(CLOSE);
		const arrived = Promise.withResolvers<void>();
		receiver.respond = (response, received) =>
			received.headers.host === 'tsa.example.test' ? arrived.resolve() : answer(response, received);
		const { anchors } = await composed();
		const ended = expect(run(anchors?.job as never)).rejects.toThrow("The host didn't respond in time.");
		await arrived.promise;
		await wall.advance(15_000);
		await ended;
	});

	when('is refused after it was rebuilt, or continued with a report of an early time', async () => {
		await publish(CLOSE - HOUR);
		await publish(CLOSE);
		const { anchors } = await composed();
		await run(anchors?.job as never);
		expect(await check()).toEqual({ anchors: 1, faults: [] });
		const earlier = await storedAnchors(stores.records.db);
		await publish(CLOSE - 15 * MINUTE);
		expect((await check()).faults).toEqual([
			expect.stringContaining('but it was not among the reports of 2026-11-27T18:20:00Z (tsa.example.test)'),
		]);
		// Both stores rebuilt by their owner, who stamps the new chain again.
		await stores.records.db.execute(sql`truncate anchors, anchor_proofs, reports`);
		await publish(CLOSE - 2 * HOUR);
		await publish(CLOSE);
		await run((await composed()).anchors?.job as never);
		expect((await check({ earlier })).faults).toContain("report 2 of the chain isn't the one that witnesses stamped");
		await stores.records.db.execute(sql`delete from reports where chain_seq = 2`);
		expect((await check({ earlier })).faults).toContain('witnesses stamped 2 reports, but the chain is shorter');
		await stores.records.db.execute(sql`update anchor_proofs set proof = '\\x01' where kind = 'rfc3161'`);
		expect((await check()).faults.join()).toContain('The token is not DER');
	});

	when('that no witness has stamped for days is a fault once stamps are switched on', async () => {
		await publish(CLOSE);
		writeFileSync(join(folder, 'roots.pem'), tsa.root);
		expect(await check({ stampedSince: undefined })).toEqual({ anchors: 0, faults: [] });
		expect(await check()).toEqual({ anchors: 0, faults: [] });
		await wall.advance(5 * DAY);
		expect((await check()).faults).toEqual([expect.stringContaining('no witness has stamped a report since')]);
		expect(await check({ stampedSince: utcMs(wall.now()) })).toEqual({ anchors: 0, faults: [] });
	});

	it('is not stamped where the setting is off', async () => {
		expect(await composeAnchors({ config: { anchors: null, localReceivers: [] }, records: stores.records, wall })).toEqual({
			...{ anchors: undefined, roots: null, stampedSince: undefined },
		});
	});
});

describe('the schedule', () => {
	function start(onRequest: (request: { due: number; round: number }) => unknown, isStampDue = async () => true) {
		return scheduleAnchors(wall, {
			marketNow: () => utcMs(wall.now()),
			calendar: nyse,
			isStampDue,
			submit: async (request) => onRequest(request),
			onError: (_, error) => expect.unreachable(String(error)),
		});
	}

	it('asks after the close of a session, once in each half hour, and not while nothing is wanted', async () => {
		const requests: { due: number; round: number }[] = [];
		let wanted = true;
		const stop = start(
			(request) => requests.push(request),
			async () => wanted,
		);
		await wall.advance(HOUR);
		expect(new Set(requests.map(({ due }) => due))).toEqual(new Set([CLOSE]));
		expect(new Set(requests.map(({ round }) => round)).size).toBe(3);
		wanted = false;
		const before = requests.length;
		await wall.advance(HOUR);
		expect(requests).toHaveLength(before);
		stop();
		expect(wall.countPending()).toBe(0);
	});

	it('asks for the session before until the last report of this one is published, 15 minutes after the close', async () => {
		wall = createFakeWallClock(CLOSE - 5 * MINUTE);
		const dues: [minutes: number, due: number][] = [];
		const stop = start(({ due }) => dues.push([(wall.now() - CLOSE) / MINUTE, due]));
		await wall.advance(25 * MINUTE);
		stop();
		const closeBefore = nyse.sessionOn(exchangeDate('2026-11-25'))?.close;
		expect(dues).toEqual([
			[0, closeBefore],
			[5, closeBefore],
			[10, closeBefore],
			[15, CLOSE],
			[20, CLOSE],
		]);
	});
});
