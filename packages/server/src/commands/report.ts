/** `npm run report -- verify|show|export`. Runs in the server if one is running, because only one process can open the embedded stores. */
import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { callRunningServer } from '../platform/control/socket.ts';
import { keepFilesPrivate } from '../platform/private-files.ts';
import { parseReport, REPORT_USAGE } from '../reports/command/report-request.ts';
import { answerHelp } from './help.ts';

keepFilesPrivate();
answerHelp(REPORT_USAGE);

async function main(): Promise<number> {
	const startFolder = process.env['INIT_CWD'] ?? process.cwd();
	const request = parseReport(process.argv.slice(2), (path) => resolve(startFolder, path));
	if (typeof request === 'string') {
		console.error(request);
		return 2;
	}
	if (request.file) {
		const { verifyFile } = await import('../reports/proof/verify-file.ts');
		return verifyFile(request.file, print);
	}
	const config = readConfig(process.env, process.cwd());
	const args = [JSON.stringify(request)];
	const exitCode = await callRunningServer(config.folder, 'report', args, print);
	if (exitCode !== undefined) return exitCode;
	// Loaded only if needed, because loading engine and stores takes longer than a running server's answer.
	const { runReportLocally } = await import('./report/run-locally.ts');
	return runReportLocally(config, args, print);
}

function print(line: string): void {
	console.log(line);
}

try {
	process.exitCode = await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
}
