import { describe, expect, it } from 'vitest';
import { clusterLayout, ONE_ENGINE } from './layout.ts';

const layout = clusterLayout({ name: 'market', database: "o'hare" });

describe('statements for a cluster', () => {
	it('make a replicated table on each shard and a distributed one over it', () => {
		const [local, distributed] = layout.translateStatement(
			'CREATE TABLE IF NOT EXISTS bars (ticker_id UInt32, p Float32)\n\tENGINE = MergeTree ORDER BY (ticker_id, time) SETTINGS fsync_after_insert = 1',
		);
		expect(local).toBe(
			"CREATE TABLE IF NOT EXISTS bars_local ON CLUSTER 'market' (ticker_id UInt32, p Float32) ENGINE = ReplicatedMergeTree('/clickhouse/signalwheel/{shard}/o\\'hare/bars_local', '{replica}') ORDER BY (ticker_id, time) SETTINGS fsync_after_insert = 1",
		);
		expect(distributed).toBe(
			"CREATE TABLE IF NOT EXISTS bars ON CLUSTER 'market' AS bars_local ENGINE = Distributed('market', 'o\\'hare', 'bars_local', ticker_id)",
		);
	});

	it('keep the kind of the engine, and send what is of no ticker by a key of its own', () => {
		const made = layout.translateStatement(
			'CREATE TABLE IF NOT EXISTS breadth (report DateTime) ENGINE = ReplacingMergeTree ORDER BY report',
		);
		expect(made[0]).toContain('ENGINE = ReplicatedReplacingMergeTree(');
		expect(made[1]).toContain(', intDiv(toUInt32(report), 900))');
	});

	it('change columns of both, and all else where the rows are', () => {
		expect(layout.translateStatement('ALTER TABLE bars ADD COLUMN IF NOT EXISTS x UInt8')).toEqual([
			"ALTER TABLE bars_local ON CLUSTER 'market' ADD COLUMN IF NOT EXISTS x UInt8",
			"ALTER TABLE bars ON CLUSTER 'market' ADD COLUMN IF NOT EXISTS x UInt8",
		]);
		expect(layout.translateStatement('ALTER TABLE bars DELETE WHERE batch IN (1) SETTINGS mutations_sync = 0')).toEqual([
			"ALTER TABLE bars_local ON CLUSTER 'market' DELETE WHERE batch IN (1) SETTINGS mutations_sync = 0",
		]);
		expect(layout.translateStatement('TRUNCATE TABLE bars')).toEqual(["TRUNCATE TABLE bars_local ON CLUSTER 'market'"]);
	});

	it('fill what is derived from rows on the shard of these rows', () => {
		expect(layout.translateStatement('CREATE MATERIALIZED VIEW IF NOT EXISTS deep TO cells AS SELECT a\n\tFROM rows WHERE a > 1')).toEqual([
			"CREATE MATERIALIZED VIEW IF NOT EXISTS deep_local ON CLUSTER 'market' TO cells_local AS SELECT a\n\tFROM rows_local WHERE a > 1",
		]);
	});

	it('drop a view where the rows are', () => {
		expect(layout.translateStatement('DROP VIEW IF EXISTS deep')).toEqual(["DROP VIEW IF EXISTS deep_local ON CLUSTER 'market' SYNC"]);
	});

	it('leave inserts to the distributed table, and refuse what they have no form for', () => {
		expect(layout.translateStatement('INSERT INTO a SELECT 1')).toEqual(['INSERT INTO a SELECT 1']);
		expect(() => layout.translateStatement('OPTIMIZE TABLE bars FINAL')).toThrow('not supported on a cluster');
	});

	it('stay as they are on one engine', () => {
		expect(ONE_ENGINE.translateStatement('TRUNCATE TABLE bars')).toEqual(['TRUNCATE TABLE bars']);
	});
});
