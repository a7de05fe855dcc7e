import { createInterface } from 'node:readline';
import { openRecords } from '@sw/store/postgres/records';
import { systemWallClock } from '../../clocks/wall-clock.ts';
import { openJobs } from '../jobs.ts';
import { LANE, TEST_JOBS, testHandlers } from './test-jobs.ts';

/** A process that runs jobs of the tests' lane. It prints what it does, and ends a held job when it reads the job's name from standard input. */
const [url = ''] = process.argv.slice(2);
const held = new Map<string, PromiseWithResolvers<void>>();

function hold(name: string): PromiseWithResolvers<void> {
	const found = held.get(name) ?? Promise.withResolvers<void>();
	held.set(name, found);
	return found;
}

function notify(message: string): boolean {
	return process.stdout.write(`${message}\n`);
}

const records = openRecords(url);
const jobs = await openJobs({ records, definitions: TEST_JOBS, wall: systemWallClock, onError: (message) => notify(`error ${message}`) });
await jobs.runLane(
	LANE,
	testHandlers(notify, (name) => hold(name).promise),
);
notify('ready');
for await (const name of createInterface({ input: process.stdin })) hold(name).resolve();
await jobs.stop();
await records.close();
