/** The series store as a process of its own: what it does must hold up nobody who only comes to the database. Ends with its input. */
import { once } from 'node:events';
import { clickHouseFront } from '@sw/store/testing/clickhouse-front';

const front = await clickHouseFront();
process.stdout.write(`${front.url}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await front.close();
process.exit(0);
