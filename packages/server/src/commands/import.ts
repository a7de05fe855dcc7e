/** `npm run import -- <path> [options]`: imports market data files. Runs in the server if one is running. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { compose } from '../compose/compose.ts';
import { readConfig } from '../config/config.ts';
import { parseImport } from '../market/imports/import-command.ts';
import { callRunningServer } from '../platform/control/socket.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();

const args = process.argv.slice(2);
const usage =
	'Usage: npm run import -- <file or folder> [--format minute-semicolon|alpha-vantage|ohlcv] [--zone new-york|utc|<time zone>] [--stamp start|end] [--dates mdy|dmy|ymd] [--interval 1|5|15|day] [--symbol SYMBOL] [--symbol-from folder|file|column] [--as-of date] [--dry-run]';
answerHelp(usage);
const parsed = parseImport(args, (path) => resolve(process.env['INIT_CWD'] ?? process.cwd(), path));
if (typeof parsed === 'string') {
	console.error(`${parsed}\n${usage}`);
	process.exit(2);
}
const missingPath = parsed.paths.find((path) => !existsSync(path));
if (missingPath !== undefined) {
	console.error(`${missingPath} doesn't exist: name a file or a folder to import.`);
	process.exit(1);
}
const config = { ...readConfig({ ...process.env, SIGNALWHEEL_PROVIDER: 'files' }, process.cwd()), port: 0 };

function print(line: string): void {
	console.log(line);
}

const exitCode = await callRunningServer(config.folder, 'import', [JSON.stringify(parsed)], print);
if (exitCode !== undefined) process.exit(exitCode);
try {
	const product = await compose(config, { web: false });
	const importExitCode = await product.runImport([JSON.stringify(parsed)], print);
	await product.close();
	process.exit(importExitCode);
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exit(1);
}
