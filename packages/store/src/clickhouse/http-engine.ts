import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { asked, bytesOf, type Engine, INSERT_SETTINGS, type Lines, linesOf } from './engine.ts';
import { decodeBlocks, encodeBlock } from './native.ts';

/** Lines to a ClickHouse server, by the priority of their reads; `url` carries user, password and database: http://user:password@host:8123/database. */
export const openServer = <Line extends string>(url: string, priorities: Readonly<Record<Line, number>>): Lines<Line> => {
	const client = createClient({ url, request_timeout: 300_000, max_open_connections: 8, log: { level: ClickHouseLogLevel.OFF } });
	const line = (priority: number): Engine => ({
		read: async (spec, query, into) =>
			decodeBlocks(spec, await bytesOf((await client.exec({ query: asked(query, priority) })).stream), into),
		write: async (table, spec, columns, from, to) => {
			const query = `INSERT INTO ${table} (${Object.keys(spec)}) ${INSERT_SETTINGS} FORMAT Native`;
			const values = Readable.from(encodeBlock(spec, columns, from, to), { objectMode: false });
			await bytesOf((await client.exec({ query, values })).stream);
		},
		run: async (statement) => {
			await client.command({ query: statement });
		},
	});
	return Object.assign(linesOf(priorities, line), { close: () => client.close() });
};
