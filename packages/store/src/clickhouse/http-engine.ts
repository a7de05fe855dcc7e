import { Readable } from 'node:stream';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { bytesOf, type Engine, INSERT_SETTINGS } from './engine.ts';
import { decodeBlocks, encodeBlock } from './native.ts';

/** A ClickHouse server; `url` carries user, password and database: http://user:password@host:8123/database. */
export const openServer = (url: string): Engine => {
	const client = createClient({ url, request_timeout: 300_000, max_open_connections: 8, log: { level: ClickHouseLogLevel.OFF } });
	return {
		read: async (spec, query, into) =>
			decodeBlocks(spec, await bytesOf((await client.exec({ query: `${query} FORMAT Native` })).stream), into),
		write: async (table, spec, columns, from, to) => {
			const query = `INSERT INTO ${table} (${Object.keys(spec)}) ${INSERT_SETTINGS} FORMAT Native`;
			const values = Readable.from(encodeBlock(spec, columns, from, to), { objectMode: false });
			await bytesOf((await client.exec({ query, values })).stream);
		},
		run: async (statement) => {
			await client.command({ query: statement });
		},
		close: () => client.close(),
	};
};
