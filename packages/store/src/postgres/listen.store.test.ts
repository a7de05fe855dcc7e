import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { listen } from './listen.ts';
import { ensureParameterSet } from './records/reports/parameter-sets.ts';
import { commitReports, REPORT_CHANNEL } from './records/reports/reports.ts';
import { openBatch } from './records/tickers/batches.ts';
import { openRecords, type Records } from './records.ts';

let database: TestDatabase;
let records: Records;
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

/** The server sends notifications in its own time. */
function comes(condition: () => void): Promise<void> {
	return vi.waitFor(condition, { timeout: 300_000, interval: 10 });
}

function notify(text: string) {
	return records.pool.query('select pg_notify($1, $2)', ['tests', text]);
}

describe('listen', () => {
	it('receives in order, and again after the connection broke', async () => {
		const received: string[] = [];
		const onResume = vi.fn();
		const listener = await listen(database.url, { channel: 'tests', onMessage: (text) => received.push(text), onResume, retryMs: 10 });
		await notify('one');
		await notify('two');
		await comes(() => expect(received).toEqual(['one', 'two']));
		await records.pool.query(
			"select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()",
		);
		await comes(() => expect(onResume).toHaveBeenCalledOnce());
		await notify('three');
		await comes(() => expect(received).toEqual(['one', 'two', 'three']));
		await listener.close();
		await notify('four');
		expect(received.length).toBe(3);
	});

	it('finds out by itself that a connection has died without a sound', async () => {
		const [, host = ''] = /host=([^&]+)/.exec(database.url) ?? [];
		const socket = join(decodeURIComponent(host), '.s.PGSQL.5432');
		let isMute = false;
		const wires: Socket[] = [];
		const between = createServer((client) => {
			const server = connect(socket);
			wires.push(client, server);
			client.on('data', (bytes) => isMute || server.write(bytes));
			server.on('data', (bytes) => isMute || client.write(bytes));
			for (const wire of [client, server]) wire.on('error', () => {});
			client.on('close', () => server.destroy());
		});
		await new Promise<void>((ready) => between.listen(0, '127.0.0.1', ready));
		onTestFinished(() => {
			for (const wire of wires) wire.destroy();
			between.close();
		});
		const url = database.url.replace(/@\/(\w+)\?.*/, `@127.0.0.1:${(between.address() as AddressInfo).port}/$1`);
		const received: string[] = [];
		const [onLost, onResume] = [vi.fn(), vi.fn()];
		const listener = await listen(url, {
			channel: 'tests',
			onMessage: (text) => received.push(text),
			onLost,
			onResume,
			retryMs: 10,
			pingMs: 20,
		});
		isMute = true;
		await comes(() => expect(onLost).toHaveBeenCalled());
		isMute = false;
		await comes(() => expect(onResume).toHaveBeenCalled());
		await notify('again');
		await comes(() => expect(received).toEqual(['again']));
		await listener.close();
	});

	it('fails when there is no database to begin with', async () => {
		await expect(
			listen('postgresql://app@/postgres?host=/nowhere', { channel: 'x', onMessage: () => {}, onResume: () => {} }),
		).rejects.toThrow();
	});

	it('announces a report when it is committed, and only then', async () => {
		const received: string[] = [];
		const listener = await listen(database.url, { channel: REPORT_CHANNEL, onMessage: (text) => received.push(text), onResume: () => {} });
		const parametersVersion = await ensureParameterSet(records.db, {});
		const time = Date.UTC(2024, 0, 3, 14, 45) as never;
		const report = {
			time,
			algo: 'reverse' as const,
			parametersVersion,
			engineVersion: '1',
			cutoff: time,
			tickers: 3,
			reconstructed: true,
			publishedAt: time,
		};
		const buildId = await openBatch(records.db, { kind: 'reports', provider: 'test' });
		await expect(commitReports(records.db, buildId + 1, [{ ...report, contentHash: 'h' }])).rejects.toThrow();
		await commitReports(records.db, buildId, [{ ...report, contentHash: 'h' }]);
		await comes(() =>
			expect(received.map((text) => JSON.parse(text))).toEqual([{ time, algo: 'reverse', version: 1, buildId, tickers: 3 }]),
		);
		await listener.close();
	});
});
