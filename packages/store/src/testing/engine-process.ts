/** An embedded engine behind the HTTP front in a separate process, since a process can have only one. Prints its URL and ends when standard input closes. */
import { once } from 'node:events';
import { startClickHouseFront } from './clickhouse-front.ts';

const front = await startClickHouseFront(process.argv[2]);
console.log(front.url);
process.stdin.resume();
await once(process.stdin, 'end');
await front.close();
