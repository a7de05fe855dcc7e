import { createInterface } from 'node:readline';
import { openRecords } from '@sw/store/postgres/records';
import { systemWallClock } from '../../clocks/wall-clock.ts';
import { openJobs } from '../jobs.ts';
import { createTestHandlers, LANE, TEST_JOBS } from './test-jobs.ts';

/** A process that runs jobs of the tests' lane. It prints what it does, and ends a held job when it reads the job's name from standard input. */
const [url = ''] = process.argv.slice(2);
const releaseByName = new Map<string, PromiseWithResolvers<void>>();

function getRelease(name: string): PromiseWithResolvers<void> {
	const release = releaseByName.get(name) ?? Promise.withResolvers<void>();
	releaseByName.set(name, release);
	return release;
}

function notify(message: string): boolean {
	return process.stdout.write(`${message}\n`);
}

const records = openRecords(url);
const jobs = await openJobs({ records, definitions: TEST_JOBS, wall: systemWallClock, onError: (message) => notify(`error ${message}`) });
await jobs.runLane(
	LANE,
	createTestHandlers(notify, (name) => getRelease(name).promise),
);
notify('ready');
for await (const name of createInterface({ input: process.stdin })) getRelease(name).resolve();
await jobs.stop();
await records.close();
