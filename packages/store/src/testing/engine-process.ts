/** An embedded engine behind the HTTP front in a process of its own, which ends with its standard input: a process may have one engine only. Says its address. */
import { once } from 'node:events';
import { clickHouseFront } from './clickhouse-front.ts';

const front = await clickHouseFront(process.argv[2]);
console.log(front.url);
process.stdin.resume();
await once(process.stdin, 'end');
await front.close();
