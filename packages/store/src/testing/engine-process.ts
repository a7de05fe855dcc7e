/** An embedded engine behind the HTTP front in a separate process, since a process can have only one. Prints its URL, and ends with its standard input. */
import { once } from 'node:events';
import { clickHouseFront } from './clickhouse-front.ts';

const front = await clickHouseFront(process.argv[2]);
console.log(front.url);
process.stdin.resume();
await once(process.stdin, 'end');
await front.close();
