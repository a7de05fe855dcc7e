/** `npm run replay -- <backup> [--from date] [--to date] [--speed n]`: starts the server on a replayed market, in a separate data folder. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readManifest } from '@sw/store/backup/backup-files';
import { start } from '../compose/start.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();

const USAGE = `Usage: npm run replay -- <backup> [--from 2024-03-07 --to 2024-03-13] [--speed 60] [--data folder]
Create a backup with npm run backup. The default data folder is data-replay; remove it first if it contains other dates.`;

answerHelp(USAGE);

function parseCommandLine() {
	try {
		return parseArgs({
			allowPositionals: true,
			options: { from: { type: 'string' }, to: { type: 'string' }, speed: { type: 'string' }, data: { type: 'string' } },
		});
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

const parsed = parseCommandLine();
const [backup, ...extraArguments] = typeof parsed === 'string' ? [] : parsed.positionals;
if (
	typeof parsed === 'string' ||
	backup === undefined ||
	extraArguments.length > 0 ||
	Boolean(parsed.values.from) !== Boolean(parsed.values.to)
) {
	console.error(typeof parsed === 'string' ? `${parsed}\n${USAGE}` : USAGE);
	process.exit(2);
}
const { from, to, speed, data } = parsed.values;

function resolveFromStartFolder(path: string): string {
	return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}

const backupFolder = resolveFromStartFolder(backup);
try {
	// Checks the backup before a data folder is created for it.
	await readManifest(backupFolder);
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exit(1);
}
await start({
	...process.env,
	SIGNALWHEEL_PROVIDER: 'replay',
	SIGNALWHEEL_REPLAY: backupFolder,
	SIGNALWHEEL_REPLAY_SPAN: from ? `${from}..${to}` : '',
	SIGNALWHEEL_SPEED: speed ?? process.env['SIGNALWHEEL_SPEED'] ?? '60',
	SIGNALWHEEL_DATA: data ? resolveFromStartFolder(data) : (process.env['SIGNALWHEEL_DATA'] ?? 'data-replay'),
});
