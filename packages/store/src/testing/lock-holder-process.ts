import { once } from 'node:events';
import { insertBars } from '../clickhouse/bars.ts';
import { openStores } from '../open.ts';
import { commitBatch, openBatch } from '../postgres/records/tickers/batches.ts';
import { sampleBars } from './sample-blocks.ts';

/**
 * A process for tests of locks and kills: opens the stores of a folder, commits one batch, leaves another open, reports that, and runs until its input ends.
 */
const [folder = ''] = process.argv.slice(2);
const SESSION_OPEN = Date.parse('2024-01-03T14:30:00Z') / 1_000;
const stores = await openStores({ folder });
const committedBatch = await openBatch(stores.records.db, { kind: 'bars', provider: 'test' });
await insertBars(stores.series, sampleBars(2, [SESSION_OPEN]), committedBatch);
await commitBatch(stores.records.db, committedBatch, 52);
const openBatchId = await openBatch(stores.records.db, { kind: 'bars', provider: 'test' });
await insertBars(stores.series, sampleBars(3, [SESSION_OPEN]), openBatchId);
process.stdout.write('ready\n');
process.stdin.resume();
await once(process.stdin, 'end');
await stores.close();
