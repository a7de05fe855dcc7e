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
import { pause, type Scenario, startScenarioServer, stopCleanly, waitUntil } from './scenario.ts';
import { createSeededRandom } from './seeded.ts';
import type { ServerProcess } from './server-process.ts';

const ENV = { SIGNALWHEEL_PROVIDER: 'files' };
const SYMBOLS = Array.from({ length: 120 }, (_, n) => `F${String(n).padStart(3, '0')}`);
const SESSIONS_PER_FILE = 2;
const FIRST_SESSION = nyse.sessionOn(exchangeDate('2024-01-02')) as Session;
/** Maximum milliseconds from submitting a file to the kill. */
const MAX_LIFE_MS = 1_500;

export async function ingest(scenario: Scenario): Promise<void> {
	const { folder, randomSource, kills, log, reportProblem } = scenario;
	const sourceFolder = join(folder, '..', 'files');
	mkdirSync(sourceFolder, { recursive: true });
	/** By file number: whether the server reported it as done. */
	const isDone: boolean[] = [];
	const readOutput = (lines: readonly string[]): void => {
		for (const line of lines) {
			const [, outcome, file] = /^(done|known|FAILED)\s+days-(\d+)\.csv/.exec(line) ?? [];
			if (outcome === 'FAILED') reportProblem(line);
			if (isDone[Number(file)] && outcome === 'done')
				reportProblem(`days-${file}.csv was reported as done, and was imported again after a kill`);
			if (file !== undefined && outcome !== 'FAILED') isDone[Number(file)] = true;
		}
	};
	for (let kill = 0; kill < kills; kill++) {
		const { server, served } = await startScenarioServer(scenario, ENV);
		await waitUntilReady(server);
		const filesToRepeat = isDone.flatMap((done, file) => (done && file < kill - 1 ? [] : [file])).filter((file) => file < kill);
		const lines: string[] = [];
		const pendingImport = submitFiles(
			folder,
			[...filesToRepeat, kill].map((file) => writeFile(sourceFolder, file)),
			lines,
		);
		const lifeMs = randomSource() * MAX_LIFE_MS;
		await pause(lifeMs);
		const target = kill % 2 === 0 ? 'node' : 'group';
		await server.kill(target);
		await pendingImport;
		isDone[kill] ??= false;
		readOutput(lines);
		log(
			`ingest ${kill + 1}/${kills}: ${served}, killed ${target} ${(lifeMs / 1000).toFixed(1)} s after a file, ${lines.length === 0 ? 'which it had not finished' : (lines.at(-1) ?? '').trim()}`,
		);
	}
	const { server } = await startScenarioServer(scenario, ENV);
	await waitUntilReady(server);
	const lines: string[] = [];
	const code = await submitFiles(
		folder,
		isDone.map((_, file) => writeFile(sourceFolder, file)),
		lines,
	);
	readOutput(lines);
	if (code !== 0) reportProblem(`the last import ended with ${code}: ${lines.join('\n')}`);
	await stopCleanly(server, scenario);
	await checkFiles(scenario, isDone.length);
}

function waitUntilReady(server: ServerProcess) {
	return waitUntil(server, ({ status }) => status === 'ready');
}

/** Submits files and collects output lines until the command ends or the server dies. Returns the exit code; undefined if the server died. */
async function submitFiles(folder: string, paths: readonly string[], lines: string[]): Promise<number | undefined> {
	return callRunningServer(folder, 'import', [JSON.stringify({ paths, options: { zone: 'utc', stamp: 'start', interval: 15 } })], (line) =>
		lines.push(line),
	).catch(() => undefined);
}

function writeFile(folder: string, fileNumber: number): string {
	const lines = ['time,symbol,open,high,low,close,volume'];
	for (const session of listSessions(fileNumber)) {
		const matrix = createPriceMatrix(session);
		for (let slot = 0; slot < matrix.slots; slot++) {
			const time = new Date(slotStart(session, slot)).toISOString();
			SYMBOLS.forEach((symbol, row) => {
				const cell = slot * matrix.rows + row;
				const prices = [matrix.open, matrix.high, matrix.low, matrix.close].map((column) => column[cell]!.toFixed(2));
				lines.push([time, symbol, ...prices, matrix.volume[cell]].join());
			});
		}
	}
	const path = join(folder, `days-${fileNumber}.csv`);
	writeFileSync(path, `${lines.join('\n')}\n`);
	return path;
}

function listSessions(fileNumber: number): Session[] {
	return Array.from(
		{ length: SESSIONS_PER_FILE },
		(_, n) => nyse.sessionByOrdinal(FIRST_SESSION.ordinal + fileNumber * SESSIONS_PER_FILE + n) as Session,
	);
}

/** Prices in cents, deterministic. */
function createPriceMatrix(session: Session): SessionMatrix {
	const matrix = createSessionMatrix(session.slots, SYMBOLS.length);
	const randomSource = createSeededRandom(session.ordinal);
	for (let cell = 0; cell < matrix.close.length; cell++) {
		const cents = (): number => Math.fround((5_000 + Math.floor(randomSource() * 500)) / 100);
		const [a, b, c, d] = [cents(), cents(), cents(), cents()].sort((x, y) => x - y) as [number, number, number, number];
		const isRise = randomSource() < 0.5;
		matrix.open[cell] = isRise ? b : c;
		matrix.close[cell] = isRise ? c : b;
		matrix.high[cell] = d;
		matrix.low[cell] = a;
		matrix.volume[cell] = Math.floor(randomSource() * 10_000);
	}
	return matrix;
}

async function checkFiles({ folder, log, reportProblem }: Scenario, fileCount: number): Promise<void> {
	await using stores = await openStores({ folder });
	const idBySymbol = new Map((await tickersOf(stores.records.db, 'files')).map(({ symbol, id }) => [symbol, id]));
	if (idBySymbol.size !== SYMBOLS.length) reportProblem(`there are ${idBySymbol.size} tickers of ${SYMBOLS.length}`);
	const ids = Uint32Array.from(SYMBOLS, (symbol) => idBySymbol.get(symbol) ?? 0);
	const lastDate = listSessions(fileCount - 1).at(-1)?.date ?? FIRST_SESSION.date;
	const { bars, sessions } = await checkBars(stores, reportProblem, {
		provider: 'files',
		fromDate: FIRST_SESSION.date,
		ids,
		loadMatrix: async (session) => (session.date <= lastDate ? createPriceMatrix(session) : undefined),
	});
	if (sessions !== fileCount * SESSIONS_PER_FILE) reportProblem(`there are ${sessions} sessions of ${fileCount * SESSIONS_PER_FILE}`);
	log(`${bars} bars of ${sessions} sessions equal those of the files, each stored once`);
	const { reports, links, publications } = await checkReports(stores, reportProblem, 'files');
	// No file overlaps the dates of another: reports rebuilt after a kill must come out the same.
	if (publications !== reports) reportProblem(`${publications - reports} reports were published twice`);
	log(`${reports} reports in force, ${links} links of the chain verified`);
}
