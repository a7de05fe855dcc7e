/**
 * Kills while a server with the files provider imports one file after another. Files reported as done must exist afterwards; a file in progress is
 * stored completely or not at all, and is simply imported again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSessionMatrix, type SessionMatrix } from '@sw/domain/prices/session-matrix';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { exchangeDate } from '@sw/domain/time/units';
import { callRunningServer } from '@sw/server/platform/control/socket';
import { openStores } from '@sw/store/open';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { checkBars } from './checks/check-bars.ts';
import { checkReports } from './checks/check-reports.ts';
import { pause, type Scenario, startIn, stopInOrder, waitUntil } from './scenario.ts';
import { seededRandom } from './seeded.ts';
import type { ServerProcess } from './server-process.ts';

const ENV = { SIGNALWHEEL_PROVIDER: 'files' };
const SYMBOLS = Array.from({ length: 120 }, (_, n) => `F${String(n).padStart(3, '0')}`);
const SESSIONS_PER_FILE = 2;
const BEGIN = nyse.sessionOn(exchangeDate('2024-01-02')) as Session;
/** Maximum lifetime after a file was submitted, in milliseconds. */
const LIFE = 1_500;

export async function ingest(scenario: Scenario): Promise<void> {
	const { folder, randomSource, kills, log, problem } = scenario;
	const from = join(folder, '..', 'files');
	mkdirSync(from, { recursive: true });
	/** By file: whether the server reported it as done. */
	const isDone: boolean[] = [];
	const onLines = (lines: readonly string[]): void => {
		for (const line of lines) {
			const [, outcome, file] = /^(done|known|FAILED)\s+days-(\d+)\.csv/.exec(line) ?? [];
			if (outcome === 'FAILED') problem(line);
			if (isDone[Number(file)] && outcome === 'done') problem(`days-${file}.csv was called done, and was taken once more after a kill`);
			if (file !== undefined && outcome !== 'FAILED') isDone[Number(file)] = true;
		}
	};
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startIn(scenario, ENV);
		await isReady(server);
		const repeated = isDone.flatMap((done, file) => (done && file < kill - 1 ? [] : [file])).filter((file) => file < kill);
		const lines: string[] = [];
		const running = give(
			folder,
			[...repeated, kill].map((file) => writeFile(from, file)),
			lines,
		);
		const life = randomSource() * LIFE;
		await pause(life);
		const target = kill % 2 === 0 ? 'node' : 'group';
		await server.kill(target);
		await running;
		isDone[kill] ??= false;
		onLines(lines);
		log(
			`ingest ${kill + 1}/${kills}: ${served}, killed ${target} ${(life / 1000).toFixed(1)} s after a file, ${lines.length === 0 ? 'which it had not done' : (lines.at(-1) ?? '').trim()}`,
		);
	}
	const { server } = await startIn(scenario, ENV);
	await isReady(server);
	const lines: string[] = [];
	const code = await give(
		folder,
		isDone.map((_, file) => writeFile(from, file)),
		lines,
	);
	onLines(lines);
	if (code !== 0) problem(`the last import ended with ${code}: ${lines.join('\n')}`);
	await stopInOrder(server, scenario);
	await checkFiles(scenario, isDone.length);
}

function isReady(server: ServerProcess) {
	return waitUntil(server, ({ status }) => status === 'ready');
}

/** Submits files; returns the output lines until the server completed the command or died. */
async function give(folder: string, paths: readonly string[], lines: string[]): Promise<number | undefined> {
	return callRunningServer(folder, 'import', [JSON.stringify({ paths, options: { zone: 'utc', stamp: 'start', interval: 15 } })], (line) =>
		lines.push(line),
	).catch(() => undefined);
}

function writeFile(folder: string, file: number): string {
	const lines = ['time,symbol,open,high,low,close,volume'];
	for (const session of sessionsOf(file)) {
		const m = pricesOf(session);
		for (let slot = 0; slot < m.slots; slot++) {
			const time = new Date(slotStart(session, slot)).toISOString();
			SYMBOLS.forEach((symbol, row) => {
				const cell = slot * m.rows + row;
				const prices = [m.open, m.high, m.low, m.close].map((column) => column[cell]!.toFixed(2));
				lines.push([time, symbol, ...prices, m.volume[cell]].join());
			});
		}
	}
	const path = join(folder, `days-${file}.csv`);
	writeFileSync(path, `${lines.join('\n')}\n`);
	return path;
}

function sessionsOf(file: number): Session[] {
	return Array.from(
		{ length: SESSIONS_PER_FILE },
		(_, n) => nyse.sessionByOrdinal(BEGIN.ordinal + file * SESSIONS_PER_FILE + n) as Session,
	);
}

/** Prices in cents, deterministic. */
function pricesOf(session: Session): SessionMatrix {
	const matrix = createSessionMatrix(session.slots, SYMBOLS.length);
	const randomSource = seededRandom(session.ordinal);
	for (let cell = 0; cell < matrix.close.length; cell++) {
		const cents = (): number => Math.fround((5_000 + Math.floor(randomSource() * 500)) / 100);
		const [a, b, c, d] = [cents(), cents(), cents(), cents()].sort((x, y) => x - y) as [number, number, number, number];
		const rises = randomSource() < 0.5;
		matrix.open[cell] = rises ? b : c;
		matrix.close[cell] = rises ? c : b;
		matrix.high[cell] = d;
		matrix.low[cell] = a;
		matrix.volume[cell] = Math.floor(randomSource() * 10_000);
	}
	return matrix;
}

async function checkFiles({ folder, log, problem }: Scenario, files: number): Promise<void> {
	await using stores = await openStores({ folder });
	const idOf = new Map((await tickersOf(stores.records.db, 'files')).map(({ symbol, id }) => [symbol, id]));
	if (idOf.size !== SYMBOLS.length) problem(`there are ${idOf.size} tickers of ${SYMBOLS.length}`);
	const ids = Uint32Array.from(SYMBOLS, (symbol) => idOf.get(symbol) ?? 0);
	const last = sessionsOf(files - 1).at(-1)?.date ?? BEGIN.date;
	const { bars, sessions } = await checkBars(stores, problem, {
		provider: 'files',
		from: BEGIN.date,
		ids,
		matrixOf: async (session) => (session.date <= last ? pricesOf(session) : undefined),
	});
	if (sessions !== files * SESSIONS_PER_FILE) problem(`there are ${sessions} sessions of ${files * SESSIONS_PER_FILE}`);
	log(`${bars} bars of ${sessions} sessions are those of the files, each there once`);
	const { reports, links, publications } = await checkReports(stores, problem, 'files');
	// No file overlaps the dates of another: reports rebuilt after a kill must come out the same.
	if (publications !== reports) problem(`${publications - reports} reports were published twice`);
	log(`${reports} reports in force, ${links} links of the chain verified`);
}
